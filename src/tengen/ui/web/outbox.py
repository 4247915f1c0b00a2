"""One socket's way out: a bounded line of messages that never makes a game wait."""

import asyncio
import contextlib
import json
from collections import deque
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from tengen.core.openings import Seat

_LAST_WORDS = 1.0  # Seconds for a reader to hear why he is sent away.

TOO_SLOW = 1013  # "Try again later": the reader comes back and gets the state.


class Outbox:
    """Messages on their way to one reader, with what is known about who that is.

    A message with a `key` takes the place of an earlier one with the same key that still waits.
    """

    def __init__(self, socket: WebSocket, visitor: str, seats: set[Seat], room: int) -> None:
        self.socket = socket
        self.visitor = visitor
        self.seats = seats
        self._room = room
        self._waiting: deque[tuple[str | None, str]] = deque()
        self._news = asyncio.Event()
        self._closing: tuple[int, str] | None = None

    def put(self, message: dict[str, Any] | str, key: str | None = None) -> None:
        """Let a message wait; a reader who has too many of them is sent away."""
        text = message if isinstance(message, str) else dumps(message)
        if key is not None:
            for place, (known, _) in enumerate(self._waiting):
                if known == key:
                    self._waiting[place] = key, text
                    return
        if len(self._waiting) >= self._room:
            self._waiting.clear()
            self.close(TOO_SLOW, "too slow")
            return
        self._waiting.append((key, text))
        self._news.set()

    def close(self, code: int, reason: str) -> None:
        """Close the socket when everything that waits has been sent."""
        self._closing = self._closing or (code, reason)
        self._news.set()

    async def finish(self, sending: "asyncio.Task[None]") -> None:
        """End the task that sends; a close that is due is sent first."""
        if self._closing is not None:
            await asyncio.wait([sending], timeout=_LAST_WORDS)
        sending.cancel()

    async def run(self) -> None:
        """Send what comes until the socket is closed."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
            while True:
                await self._news.wait()
                self._news.clear()
                while self._waiting:
                    await self.socket.send_text(self._waiting.popleft()[1])
                if self._closing is not None:
                    await self.socket.close(*self._closing)
                    return


def dumps(message: dict[str, Any]) -> str:
    """Write a message as the wire has it."""
    return json.dumps(message, separators=(",", ":"))
