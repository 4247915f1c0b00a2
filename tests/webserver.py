"""A real server as a child process, and clients for it: what tests of the web app share."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Self

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tengen.store import Store

PATIENCE = 60.0
"""Seconds for what takes one on a machine with nothing else to do."""


@cache
def empty_store() -> bytes:
    """Return the file of a store without games: making one takes longer than starting on it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "empty.sqlite"
        Store.open(path).close()
        return path.read_bytes()


class Server:
    """One `tengen` on a free port with a store of its own; it can be killed and started again."""

    def __init__(self, store: Path, *arguments: str, port: int = 0) -> None:
        self.store = store
        if not store.exists():
            store.write_bytes(empty_store())
        self._arguments = arguments
        self._port = port
        self.process = self._start()

    def _start(self) -> "subprocess.Popen[str]":
        command = [sys.executable, "-m", "tengen", "--no-browser", "--store", str(self.store)]
        process = subprocess.Popen(
            [*command, "--port", str(self._port), *self._arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert process.stdout is not None
        line = process.stdout.readline()
        if not line.startswith("tengen is at http://"):
            process.kill()
            raise AssertionError(f"{line!r} {process.communicate()}")
        self.address = line.split()[-1]
        self._port = int(self.address.rpartition(":")[2])
        return process

    @property
    def port(self) -> int:
        """Where it listens, also after it was started again."""
        return self._port

    def kill(self) -> None:
        """Kill it as the system does when memory runs out."""
        self.process.kill()
        self.process.communicate()

    def restart(self) -> None:
        """Start it again on the same port and store."""
        self.process = self._start()

    def stop(self) -> float:
        """Press Ctrl-C, and return how long it took to end."""
        begun = time.monotonic()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.communicate(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.communicate()
                raise
        return time.monotonic() - begun

    def children(self) -> list[int]:
        """Return the processes that it has started."""
        import psutil

        return [child.pid for child in psutil.Process(self.process.pid).children(recursive=True)]

    def visitor(self) -> "Visitor":
        """Return somebody who comes for the first time."""
        return Visitor(self)


class Visitor:
    """Somebody with a cookie."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.http = httpx.Client(base_url=server.address, timeout=PATIENCE)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def get(self, path: str, **values: Any) -> httpx.Response:
        """Ask for something."""
        return self.http.get(path, **values)

    def post(self, path: str, body: Any = None, **values: Any) -> httpx.Response:
        """Send JSON."""
        return self.http.post(path, json=body, **values)

    def new_game(self, **wishes: Any) -> str:
        """Begin a game and return its id."""
        answer = self.post("/api/games", {"white": "greedy", **wishes})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def do(self, game: str, do: str, **more: Any) -> dict[str, Any]:
        """Send a command over HTTP."""
        answer: dict[str, Any] = self.post(f"/api/games/{game}/commands", {"do": do, **more}).json()
        return answer

    def state(self, game: str) -> dict[str, Any]:
        """Return the state of a game."""
        answer: dict[str, Any] = self.get(f"/api/games/{game}").json()
        return answer

    def wait_for_turn(self, game: str, color: str = "black") -> dict[str, Any]:
        """Return the state once it is a colour's turn, or the game is over."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            state = self.state(game)
            if state["game"]["result"] or state["game"]["turn"] == color:
                return state
            time.sleep(0.02)
        raise AssertionError(f"{color} never got its turn: {state}")

    @contextlib.contextmanager
    def socket(self, path: str, **headers: str) -> Iterator["Socket"]:
        """Open a socket, as the page would."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = self.server.address.replace("http", "ws") + path
        origin = headers.pop("Origin", self.server.address)
        with connect(
            address,
            additional_headers={"Cookie": cookie, "Origin": origin, **headers},
            open_timeout=PATIENCE,
            close_timeout=1,
        ) as connection:
            yield Socket(connection)

    def watch(self, game: str) -> "contextlib.AbstractContextManager[Socket]":
        """Open the socket of a game."""
        return self.socket(f"/api/games/{game}/live")


class Socket:
    """An open socket that speaks JSON."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    def send(self, **message: Any) -> None:
        """Send a message."""
        self.connection.send(json.dumps(message))

    def read(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """Return the next message."""
        message: dict[str, Any] = json.loads(self.connection.recv(timeout=timeout))
        return message

    def closed(self) -> tuple[int, str]:
        """Read until the server closes the socket; return its code and reason.

        As in browsers, 1006 stands for a line that was cut without a word.
        """
        try:
            while True:
                self.read()
        except ConnectionClosed as error:
            close = error.rcvd
        return (1006, "") if close is None else (close.code, close.reason)

    def read_until(self, **wanted: Any) -> dict[str, Any]:
        """Return the next message that has these values."""
        while True:
            message = self.read()
            if all(message.get(name) == value for name, value in wanted.items()):
                return message
