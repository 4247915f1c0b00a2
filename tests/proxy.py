"""A small TCP proxy between a browser and the server, for cutting and stalling the line.

The browser's own offline switch only stalls an open socket, so the line is broken here.
"""

import contextlib
import socket
import threading
from types import TracebackType
from typing import Self


class Proxy:
    """Passes bytes both ways, until it is told otherwise."""

    def __init__(self, target: int) -> None:
        self.target = target
        self._flows = threading.Event()
        self._flows.set()
        self._cut = False
        self._open: set[socket.socket] = set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._closed = False
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    @property
    def origin(self) -> str:
        """The address that browsers use instead of the server's."""
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def cut(self) -> None:
        """Break every line, and every new one until `heal`."""
        self._cut = True
        for one in list(self._open):
            self._close(one)

    def stall(self) -> None:
        """Let lines stand open with nothing passing, until `heal`."""
        self._flows.clear()

    def heal(self) -> None:
        """Let everything pass again."""
        self._cut = False
        self._flows.set()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._closed = True
        self.heal()
        self._close(self._listener)
        for one in list(self._open):
            self._close(one)
        for thread in self._threads:
            thread.join(5)

    def _accept(self) -> None:
        while not self._closed:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            self._open.add(near)
            if self._cut:
                self._close(near)
                continue
            try:
                far = socket.create_connection(("127.0.0.1", self.target), timeout=5)
            except OSError:
                self._close(near)
                continue
            far.settimeout(None)
            self._open.add(far)
            for ends in ((near, far), (far, near)):
                thread = threading.Thread(target=self._pump, args=ends, daemon=True)
                self._threads.append(thread)
                thread.start()

    def _pump(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                self._flows.wait()
                sink.sendall(data)
        self._close(source)
        self._close(sink)

    def _close(self, one: socket.socket) -> None:
        self._open.discard(one)
        # A socket that another thread reads is woken by the shutdown, and not by the close.
        with contextlib.suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)
        one.close()
