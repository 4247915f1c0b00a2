"""What a host's brain is: it talks in lines, and says when it wants a bot to think."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Final, Protocol

from tengen.bots import Bot
from tengen.core.game import Game, Move
from tengen.core.limits import Limit
from tengen.core.score import Info

MakeBot = Callable[..., Bot]
"""Makes a bot from options by name, as `find_bot` does once it knows the bot's name."""


_INSTANT: Final = 0.001

LONGEST_LINE: Final = 1024
"""Bytes of a line that most hosts need at most."""

GRACE: Final = 0.08
"""Seconds that a bot still gets when the input has ended, so that a short session can be piped, and
once more after it was told to stop."""

AT_ONCE: Final = Limit(turn=_INSTANT)
"""For a move that must be made now; a limit of nothing is not possible."""


@dataclass(slots=True, eq=False)
class Think:
    """A question that a brain wants answered. No two are equal, so an old one can be told."""

    bot: Bot
    game: Game
    limit: Limit
    lines: int = 1
    """How many best moves to tell, of bots that can."""
    found: Info | None = field(default=None, init=False)
    """What the bot told, once it has answered."""
    is_stopped: bool = field(default=False, init=False)
    asked_at: float | None = field(default=None, init=False)
    """When the host asked, by `perf_counter`, if that is known: its clock runs since then."""

    def choose(self) -> Move:
        """Ask the bot; may block, and may raise whatever the bot raises."""
        # A stop may come before the bot has begun, when it cannot hear it.
        limit = AT_ONCE if self.is_stopped else self._limit_left()
        if self.bot.search is None or self.game.choices:
            return self.bot.choose(self.game, limit)
        self.bot.check_open(self.game)
        self.found = self.bot.search(self.game, limit, self.lines)
        assert self.found.best is not None
        return self.found.best

    def _limit_left(self) -> Limit:
        if self.asked_at is None:
            return self.limit
        spent = perf_counter() - self.asked_at
        turn, match = (
            None if seconds is None else max(seconds - spent, _INSTANT)
            for seconds in (self.limit.turn, self.limit.match)
        )
        return replace(self.limit, turn=turn, match=match)

    def stop(self) -> None:
        """Ask for the answer now, from any thread."""
        self.is_stopped = True
        self.bot.stop()


class Brain(Protocol):
    """One end of a conversation with a host. It neither reads nor writes, and is not thread-safe.

    It is made with `make_bot`, the options that this accepts, notes (sentences for people, to be
    said where the host has a place for them), and the host's own flags by name.

    While `task` is set, somebody must ask its bot, on any thread, and give the move to `answer` or
    what was raised to `fail`. Lines may be fed meanwhile. When one of them makes the brain give up
    the question, `task` changes: the old question's move is then nobody's.
    """

    task: Think | None
    """What the brain wants to know, or None."""
    is_done: bool
    """Whether the host has said that this is the end."""
    longest_line: int
    """Bytes of a line that are looked at; the rest is dropped, however long it is."""
    patience: float
    """Seconds that a bot still gets when the input has ended."""

    def start(self) -> list[str]:
        """Return what is said before the host has said anything; there may be a task then."""

    def feed(self, line: str) -> list[str]:
        """Take one line from the host and return the lines to send."""

    def answer(self, move: Move) -> list[str]:
        """Take the move that the task's bot has chosen and return the lines to send."""

    def fail(self, error: Exception) -> list[str]:
        """Take what the task's bot has raised and return the lines to send."""
