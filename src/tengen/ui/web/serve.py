"""Serves the web app: finds a port, says where it is, opens a browser, and ends cleanly."""

import contextlib
import errno
import os
import socket
import sys
import threading
import webbrowser
from typing import Final

import uvicorn

from tengen.errors import StoreError, TengenError
from tengen.store import Store
from tengen.ui.web.app import create_app
from tengen.ui.web.settings import DEFAULT_PORT, Settings

_TRIES: Final = 50
_BACKLOG: Final = 2048
_OTHER_FILES: Final = 256
"""Files besides sockets: pipes of engines, the store, pages under way."""
_GRACE: Final = 1
"""Seconds that requests have to end when the server is told to."""


class PortTaken(TengenError):
    """The port that was asked for belongs to somebody else."""


def serve(settings: Settings, *, browser: bool = True, path: str = "/") -> None:
    """Serve until Ctrl-C, and open the page at `path`.

    If another tengen owns the store, name it and open its page instead.
    """
    try:
        store = Store.open(settings.store, exclusive=True)
    except StoreError as error:
        owner = str(error.arguments.get("owner", ""))
        if error.code == "store-in-use" and "http" in owner:
            address = owner[owner.index("http") :]
            sys.stdout.write(f"already running at {address}\n")
            sys.stdout.flush()
            _open_browser(address + path, browser)
            return
        raise
    allow_files(settings.sockets + _OTHER_FILES)
    with store:
        listener = listen(settings.host, settings.port)
        address = address_of(listener, settings.host)
        store.announce(f"tengen at {address}")
        server = _Server(
            uvicorn.Config(
                create_app(settings, store),
                log_level="warning",
                access_log=False,
                ws_max_size=settings.message_bytes,
                ws_per_message_deflate=False,
                ws_ping_interval=20.0,
                ws_ping_timeout=20.0,
                timeout_graceful_shutdown=_GRACE,
                server_header=False,
                backlog=_BACKLOG,
            ),
            address,
            path if browser else None,
        )
        with contextlib.suppress(KeyboardInterrupt):
            server.run(sockets=[listener])


def allow_files(count: int) -> None:
    """Let this process have as many open files as its sockets need, where the system asks."""
    try:
        import resource
    except ImportError:  # Windows has no such limit.
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count if hard == resource.RLIM_INFINITY else min(count, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


class _Server(uvicorn.Server):
    """Says where it is as soon as it can be asked."""

    def __init__(self, config: uvicorn.Config, address: str, path: str | None) -> None:
        super().__init__(config)
        self._address, self._path = address, path

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        sys.stdout.write(f"tengen is at {self._address}\n")
        sys.stdout.flush()
        _open_browser(f"{self._address}{self._path}", self._path is not None)


def listen(host: str, port: int | None) -> socket.socket:
    """Return a socket on the port, or on the next free one from 8136 on if none is asked for."""
    wanted = [port] if port is not None else [*range(DEFAULT_PORT, DEFAULT_PORT + _TRIES), 0]
    for each in wanted:
        try:
            return _bind(host, each)
        except OSError as error:
            reason = error.strerror or str(error)
            is_taken = error.errno in (errno.EADDRINUSE, errno.EACCES)
            if not is_taken or port is not None:
                raise PortTaken(
                    "port-taken",
                    "port {port} on {host} cannot be used: {reason}",
                    port=each,
                    host=host,
                    reason=reason.lower(),
                ) from None
    raise AssertionError("port 0 is always free")


def _bind(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listener = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            # On Windows the same option would let two servers have one port.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        # A bound port is not yet ours: two that start at once would both have it.
        listener.listen(_BACKLOG)
        listener.set_inheritable(False)
    except BaseException:
        listener.close()
        raise
    return listener


def address_of(listener: socket.socket, host: str) -> str:
    """Return the address that a browser on this machine can open."""
    port = listener.getsockname()[1]
    if host in ("0.0.0.0", "::", ""):  # noqa: S104 - Compared with, not bound to.
        host = "127.0.0.1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _open_browser(address: str, wanted: bool) -> None:
    has_display = sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if wanted and has_display:
        # It may take seconds, and nobody waits for it.
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
