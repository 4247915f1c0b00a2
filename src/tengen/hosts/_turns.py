"""Brains that hear one line after another: what comes while their bot thinks waits in its order."""

from collections import deque
from typing import Final

from tengen.core.game import Move
from tengen.errors import TengenError
from tengen.hosts._host import GRACE, LONGEST_LINE, Think

MOST_WAITING: Final = 1000
"""Lines that may wait while a bot thinks; no host sends more than one before it has its answer."""

_LONGEST_SENTENCE: Final = 400


class TurnBrain:
    """What such brains share. A subclass says what a line, a move and a failure lead to."""

    longest_line = LONGEST_LINE
    patience = GRACE

    def __init__(self) -> None:
        self.task: Think | None = None
        self.is_done = False
        self._waiting: deque[str] = deque()

    def start(self) -> list[str]:
        """Return what is said before the host has said anything."""
        return []

    def feed(self, line: str) -> list[str]:
        """Take one line from the host and return the lines to send."""
        if self.is_done:
            return []
        if self.task is not None:
            if len(self._waiting) < MOST_WAITING:
                self._waiting.append(line)
            return []
        text = line[: self.longest_line].lstrip("\ufeff").strip()
        return self._hear(text) if text else []

    def answer(self, move: Move) -> list[str]:
        """Take the move that the task's bot has chosen and return the lines to send."""
        task, self.task = self.task, None
        assert task is not None
        return self._moved(task, move) + self._go_on()

    def fail(self, error: Exception) -> list[str]:
        """Take what the task's bot has raised and return the lines to send."""
        task, self.task = self.task, None
        assert task is not None
        return self._failed(task, sentence(error, task.bot.name)) + self._go_on()

    def _go_on(self) -> list[str]:
        """Hear what has waited, until there is something to think about again."""
        lines: list[str] = []
        while self._waiting and self.task is None:
            lines += self.feed(self._waiting.popleft())
        return lines

    def _hear(self, line: str) -> list[str]:
        """Take a line that is not empty, while no bot thinks."""
        raise NotImplementedError

    def _moved(self, task: Think, move: Move) -> list[str]:
        """Take the move of the bot."""
        raise NotImplementedError

    def _failed(self, task: Think, reason: str) -> list[str]:
        """Take the sentence that says why the bot has no move."""
        raise NotImplementedError


def sentence(error: Exception, owner: str) -> str:
    """Return what went wrong as one line for people."""
    text = str(error) if isinstance(error, TengenError) else f"{owner} failed: {error!r}"
    text = " ".join(text.split())[:_LONGEST_SENTENCE]
    return "".join(letter if letter.isprintable() else "?" for letter in text)
