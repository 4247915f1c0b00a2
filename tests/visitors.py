"""A real server and real browsers for tests: started, watched, and ended again."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
from playwright.sync_api import Browser, BrowserContext, Page, expect

from webserver import empty_store

PATIENCE = 60
"""Seconds that anything may take: a busy machine is no fault of a page."""
expect.set_options(timeout=PATIENCE * 1000)

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--mute-audio"]


class Visitor:
    """A browser with its own cookies; remembers everything that goes wrong on its pages."""

    def __init__(self, browser: Browser, origin: str, **options: Any) -> None:
        self.origin = origin
        self.faults: list[str] = []
        self.requests: list[str] = []
        self.allowed: tuple[str, ...] = ()
        options = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", **options}
        self.context: BrowserContext = browser.new_context(reduced_motion="reduce", **options)
        self.context.set_default_timeout(PATIENCE * 1000)

    def open(self, path: str = "/") -> Page:
        """Open a page and watch it."""
        page = self.context.new_page()
        page.on("console", lambda said: self._console(said.type, said.text))
        page.on("pageerror", lambda error: self._fault(f"page error: {error}"))
        page.on("requestfailed", lambda r: self._fault(f"failed: {r.url} {r.failure}"))
        page.on("request", lambda request: self._request(request.url))
        page.goto(self.origin + path)
        return page

    def allow(self, *words: str) -> None:
        """Expect faults whose text has one of these words: the test breaks something itself."""
        self.allowed = words

    def _console(self, kind: str, text: str) -> None:
        # Who leaves a page while it connects is warned of it, and on a busy machine that happens.
        if kind in ("error", "warning") and "closed before the connection is" not in text:
            self._fault(f"console {kind}: {text}")

    def _request(self, url: str) -> None:
        self.requests.append(url)
        if not url.startswith((self.origin, "data:", "blob:", "about:")):
            self._fault(f"request to another origin: {url}")

    def _fault(self, text: str) -> None:
        if not any(word in text for word in self.allowed):
            self.faults.append(text)


MakeVisitor = Callable[..., Visitor]


_SERVE = """
import json, sys
from tengen.ui.web.serve import serve
from tengen.ui.web.settings import Settings
serve(Settings(**json.loads(sys.argv[1])), browser=False)
"""


class Server:
    """`tengen` as a child process on a free port, with a store of its own.

    With settings that the command line does not have, it is served by the function behind it.
    """

    def __init__(self, folder: Path, **settings: Any) -> None:
        self._settings = settings
        file = folder / "store.db"
        if not file.exists():
            file.write_bytes(empty_store())
        self.store = f"sqlite:///{file}"
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    @property
    def origin(self) -> str:
        """Its address, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it says where it is; a second start takes the same port."""
        command = [sys.executable, "-m", "tengen", "--no-browser", "--store", self.store]
        command += ["--port", str(self.port)]
        if self._settings:
            settings = {**self._settings, "store": self.store, "port": self.port}
            command = [sys.executable, "-c", _SERVE, json.dumps(settings)]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
        assert found, f"the server said {line!r}"
        self.port = int(found[1])

    def kill(self) -> None:
        """End it without a chance to say goodbye; its children must notice by themselves."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(10)
        self._close()

    def stop(self) -> None:
        """End it as Ctrl-C does."""
        if self.process is None or self.process.poll() is not None:
            return
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(10)
        self._close()

    def workers(self) -> list[psutil.Process]:
        """Return the children that think."""
        assert self.process is not None
        return psutil.Process(self.process.pid).children(recursive=True)

    def _close(self) -> None:
        assert self.process is not None
        assert self.process.stdout is not None
        self.process.stdout.close()


def eventually(check: Callable[[], bool], what: str, seconds: float = PATIENCE) -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not check():
        assert time.monotonic() < end, f"never happened: {what}"
        time.sleep(0.05)
