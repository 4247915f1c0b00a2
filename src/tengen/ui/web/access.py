"""Who comes in, and how much of what: hosts, origins, cookies, sizes and rates.

One layer around the whole app. What it refuses never reaches a route.
"""

import ipaddress
import json
import secrets
import socket
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from time import monotonic
from typing import Any, Final
from urllib.parse import urlsplit

from tengen.ui.web.settings import Settings

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

_CHANGING: Final = {"POST", "PUT", "PATCH", "DELETE"}
_LOOPBACK: Final = {"localhost", "127.0.0.1", "::1"}
_YEAR: Final = 365 * 24 * 3600
_TOKEN: Final = 32  # Hexadecimal digits: 128 bits.

HEADERS: Final = [
    (
        b"content-security-policy",
        b"default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; "
        b"object-src 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]


@dataclass(slots=True)
class Caller:
    """Who sent a request."""

    token: str
    """The visitor's secret, which only the cookie carries."""
    visitor: str
    """Its hash, by which seats and limits go."""
    bearer: str | None
    """The token of a seat, from a program."""


class Rates:
    """How often each visitor may do something: a bucket that fills again by the second."""

    def __init__(self, per_second: float) -> None:
        self._rate = per_second
        self._buckets: dict[str, tuple[float, float]] = {}

    def allow(self, key: str, now: float | None = None) -> bool:
        """Say whether one more is allowed now, and count it if it is."""
        now = monotonic() if now is None else now
        full = max(1.0, self._rate)
        left, at = self._buckets.get(key, (full, now))
        left = min(full, left + (now - at) * self._rate)
        if len(self._buckets) > 10_000:
            # Who has not come for a while has a full bucket, and need not be remembered.
            old = now - full / self._rate
            self._buckets = {k: v for k, v in self._buckets.items() if v[1] > old}
        if left < 1:
            self._buckets[key] = left, now
            return False
        self._buckets[key] = left - 1, now
        return True


def own_hosts(settings: Settings) -> set[str]:
    """Return the names by which a browser may call this server."""
    names = {*_LOOPBACK, *(name.lower().strip("[]") for name in settings.allow_hosts)}
    if settings.host in _LOOPBACK:
        return names
    names.add(settings.host.lower())
    if settings.host in ("0.0.0.0", "::", ""):  # noqa: S104 - Asked for, and compared with.
        names |= machine_names()
    return names


def machine_names() -> set[str]:
    """Return the names and addresses of this machine."""
    host = socket.gethostname().lower()
    names = {host, host.partition(".")[0], f"{host.partition('.')[0]}.local"}
    try:
        import psutil

        for addresses in psutil.net_if_addrs().values():
            for address in addresses:
                text = address.address.partition("%")[0]
                if address.family in (socket.AF_INET, socket.AF_INET6):
                    names.add(str(ipaddress.ip_address(text)))
    except (ImportError, OSError, ValueError):
        pass
    return names


def network_address(settings: Settings, port: int | None) -> str:
    """Return where others on the network find this server, or nothing if they cannot."""
    host = settings.host
    if host in _LOOPBACK:
        return ""
    if host in ("0.0.0.0", "::", ""):  # noqa: S104 - Compared with, not bound to.
        host = _own_address()
    if not host:
        return ""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}" if port else f"http://{name}"


def _own_address() -> str:
    """Return the address from which this machine would talk to others; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        host: str = probe.getsockname()[0]
    return "" if host.startswith("127.") else host


def host_name(header: str) -> str:
    """Return the name in a Host header, without its port."""
    try:
        return (urlsplit(f"//{header}").hostname or "").lower()
    except ValueError:
        return ""


class Guard:
    """The layer around the app."""

    def __init__(
        self,
        app: Callable[[Scope, Receive, Send], Awaitable[None]],
        settings: Settings,
        instance: str,
        hash_of: Callable[[str], str],
    ) -> None:
        self._app = app
        self._settings = settings
        self._hosts = own_hosts(settings)
        self.cookie = f"tengen_{instance}"
        self._hash = hash_of

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }
        token = self._read_cookie(headers.get("cookie", ""))
        is_new = token is None
        token = token or secrets.token_hex(_TOKEN // 2)
        bearer = _read_bearer(headers.get("authorization", ""))
        scope.setdefault("state", {})["caller"] = Caller(token, self._hash(token), bearer)
        refusal = self._refusal(scope, headers, is_new and bearer is None)
        if scope["type"] == "websocket":
            if refusal is not None:
                await _refuse_socket(receive, send, refusal[2])
                return
            await self._app(scope, receive, send)
            return
        extra = [] if not is_new or bearer is not None else [self._set_cookie(token)]
        answer = _with_headers(send, [*HEADERS, *extra])
        if refusal is not None:
            await _answer(answer, *refusal)
            return
        await self._app(scope, _Body(receive, answer, self._most(scope)), answer)

    def _refusal(
        self, scope: Scope, headers: dict[str, str], is_stranger: bool
    ) -> tuple[int, str, str] | None:
        """Return status, code and sentence for a request that may not come in."""
        host = headers.get("host", "")
        if host_name(host) not in self._hosts:
            return 421, "wrong-host", "this server does not answer to that name; see --allow-host"
        is_socket = scope["type"] == "websocket"
        if is_socket or (scope["method"] in _CHANGING and not is_stranger):
            origin = headers.get("origin")
            if origin is not None and urlsplit(origin).netloc.lower() != host.lower():
                return 403, "wrong-origin", "this request comes from another site"
        if is_socket or scope["method"] not in _CHANGING:
            return None
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return 403, "wrong-origin", "this request comes from another site"
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > self._most(scope):
            return 413, "too-large", f"a body may have {self._most(scope)} bytes here"
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        has_body = length != "0" or "transfer-encoding" in headers
        if has_body and kind != "application/json":
            return 415, "not-json", "send JSON, with the content type application/json"
        return None

    def _most(self, scope: Scope) -> int:
        takes_files = scope["path"].startswith(
            ("/api/positions", "/api/trees", "/api/readings", "/api/records/")
        )
        return self._settings.file_bytes if takes_files else self._settings.body_bytes

    def _read_cookie(self, header: str) -> str | None:
        try:
            morsel = SimpleCookie(header).get(self.cookie)
        except CookieError:
            return None
        value = morsel.value if morsel else ""
        is_token = len(value) == _TOKEN and all(c in "0123456789abcdef" for c in value)
        return value if is_token else None

    def _set_cookie(self, token: str) -> tuple[bytes, bytes]:
        text = f"{self.cookie}={token}; Path=/; Max-Age={_YEAR}; HttpOnly; SameSite=Lax"
        return b"set-cookie", text.encode()


class _Body:
    """Counts a body that comes in pieces, and ends a request that is too large."""

    def __init__(self, receive: Receive, send: Send, most: int) -> None:
        self._receive = receive
        self._send = send
        self._left = most

    async def __call__(self) -> MutableMapping[str, Any]:
        message = await self._receive()
        if message["type"] == "http.request":
            self._left -= len(message.get("body", b""))
            if self._left < 0:
                # What has come so far is no JSON, and is answered as such.
                return {"type": "http.request", "body": b"\xff", "more_body": False}
        return message


def _read_bearer(header: str) -> str | None:
    kind, _, token = header.partition(" ")
    return token.strip() if kind.lower() == "bearer" else None


def _with_headers(send: Send, headers: list[tuple[bytes, bytes]]) -> Send:
    async def wrapped(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            known = {name.lower() for name, _ in message.get("headers", [])}
            message["headers"] = [
                *message.get("headers", []),
                *(pair for pair in headers if pair[0] not in known),
            ]
        await send(message)

    return wrapped


async def _answer(send: Send, status: int, code: str, text: str) -> None:
    body = json.dumps({"is": "error", "id": None, "code": code, "args": {}, "text": text}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _refuse_socket(receive: Receive, send: Send, text: str) -> None:
    await receive()
    await send({"type": "websocket.close", "code": 1008, "reason": text[:120]})
