"""One real Chromium for the browser tests; what goes wrong on a page fails its test."""

import functools
import http.server
import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from visitors import ARGUMENTS, MakeVisitor, Server, Visitor


def find_chromium() -> str:
    """Return the path of a Chromium, or skip; where CI runs a missing one is a failure."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    if os.environ.get("CI"):
        pytest.fail("no Chromium: apt-get install chromium")
    pytest.skip("no Chromium: apt-get install chromium")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = find_chromium()
    with sync_playwright() as driver:
        made = driver.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield made
        made.close()


@pytest.fixture
def visitor(browser: Browser) -> Iterator[MakeVisitor]:
    """Return a maker of visitors; at the end none of them may have seen anything go wrong."""
    made: list[Visitor] = []

    def make(origin: str, **options: Any) -> Visitor:
        made.append(Visitor(browser, origin, **options))
        return made[-1]

    yield make
    for one in made:
        one.context.close()
    assert [fault for one in made for fault in one.faults] == []


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do not break it; who leaves has lost after a second."""
    made = Server(tmp_path_factory.mktemp("store"), claim_seconds=1.0)
    made.start()
    yield made
    made.stop()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        """Say nothing: the test's output is its result."""


@pytest.fixture(scope="session")
def static_site() -> Iterator[str]:
    """Serve the scripts and this folder's pages, for tests of the board by itself."""
    root = Path(__file__).parents[2]
    handler = functools.partial(_Quiet, directory=str(root))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as site:
        thread = threading.Thread(target=site.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{site.server_port}"
        site.shutdown()
        thread.join()
