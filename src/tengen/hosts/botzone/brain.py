"""A bot of ours as a program on Botzone: in a new process each turn, or one that keeps running.

What cannot be read is answered, too, with a point off the board and the reason under `debug`: so
the game is lost with an explanation, and not by a timeout. A line that begins with a number is the
platform's simplified form, which Gomoku did not allow when it was last seen.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from tengen.core.game import Game, Move
from tengen.core.geometry import Point
from tengen.core.limits import Limit
from tengen.core.setup import Setup
from tengen.errors import IllegalMove, InvalidText, TengenError
from tengen.hosts._host import MakeBot, Think
from tengen.hosts._turns import TurnBrain, sentence
from tengen.hosts.botzone import wire
from tengen.options import Option

FLAGS: Final[Mapping[str, Option]] = {
    "--keep-running": Option("keep_running", bool, False, help="ask to stay for the whole game"),
    "--limit": Option("limit", str, "2s", help="what a move may take, such as 2s or 20000n"),
}

_MOST_REQUESTS: Final = wire.SIZE * wire.SIZE
_COUNT: Final = re.compile("[0-9]{1,3}")


class Brain(TurnBrain):
    """A bot that speaks Botzone's JSON; see `tengen.hosts._host.Brain`."""

    longest_line = 300 * 1024  # A whole game, and 100 KB each of data and globaldata.
    patience = 60.0  # The platform may close the input at once: the move is wanted all the same.

    def __init__(
        self,
        make_bot: MakeBot,
        options: Iterable[Option] = (),  # noqa: ARG002
        notes: Iterable[str] = (),
        *,
        keep_running: bool = False,
        limit: str = "2s",
    ) -> None:
        super().__init__()
        self.bot = make_bot()
        self.game: Game | None = None
        """The game so far, once the first request has come."""
        self._keep_running = keep_running
        self._limit = Limit.parse(limit)
        self._notes = "; ".join(notes)
        self._is_simple = False
        self._lines: list[str] = []  # Of a simplified input, until it is complete.

    def _hear(self, line: str) -> list[str]:
        try:
            return self._take(line)
        except (TengenError, OverflowError) as error:
            self._lines = []
            return self._say(wire.NO_MOVE, sentence(error, self.bot.name))

    def _take(self, line: str) -> list[str]:
        if self._lines or (self.game is None and line[0] in "0123456789"):
            return self._take_simple(line)
        if self.game is None:
            self._is_simple = False
            return self._ask(wire.replay(*wire.parse_history(wire.parse_json(line))))
        point = wire.parse_pair(line) if self._is_simple else self._later_point(line)
        wire.play(self.game, point)
        return self._ask(self.game)

    def _later_point(self, line: str) -> Point:
        """Return the point of a later request, which is bare; the whole input is understood too."""
        value = wire.parse_json(line)
        if isinstance(value, dict) and "requests" in value:
            requests, _ = wire.parse_history(value)
            return requests[-1] if requests else wire.NO_MOVE
        return wire.parse_point(value)

    def _take_simple(self, line: str) -> list[str]:
        """Gather `n`, then n requests with n - 1 responses between them, a line each."""
        self._is_simple = True
        self._lines.append(line)
        count = int(self._lines[0]) if _COUNT.fullmatch(self._lines[0]) else 0
        if not 0 < count <= _MOST_REQUESTS:
            raise InvalidText("bad-count", "{text!r} is no number of turns", text=line[:40])
        if len(self._lines) < 2 * count:
            return []
        points = [wire.parse_pair(text) for text in self._lines[1:]]
        self._lines = []
        return self._ask(wire.replay(points[0::2], points[1::2]))

    def _ask(self, game: Game) -> list[str]:
        self.bot.check_setup(Setup(wire.SIZE))
        if (outcome := game.outcome()) is not None:
            raise IllegalMove("game-over", "the game is over: {outcome}", outcome=str(outcome))
        self.game = game
        self.task = Think(self.bot, game, self._limit)
        return []

    def _moved(self, task: Think, move: Move) -> list[str]:
        assert isinstance(move, Point)
        task.game.push(move)
        return self._say(move, self._notes)

    def _failed(self, task: Think, reason: str) -> list[str]:  # noqa: ARG002
        return self._say(wire.NO_MOVE, reason)

    def _say(self, point: Point, debug: str) -> list[str]:
        """Return a response; in a process for one turn it is the last word."""
        self.is_done = not self._keep_running
        response = f"{point.x} {point.y}" if self._is_simple else wire.format_response(point, debug)
        return [response, wire.KEEP_RUNNING] if self._keep_running else [response]
