"""A bot of ours as the program of CS165A: `[-n SIZE] [-l]`, moves in, announced moves out.

No prompt is ever printed without a line's end: the referee would read it as the beginning of the
next line, and miss the move that is announced there.
"""

from collections.abc import Iterable, Mapping
from time import perf_counter
from typing import Final

from tengen.core.game import Game, Move
from tengen.core.geometry import Color, Point
from tengen.core.limits import Limit
from tengen.errors import IllegalMove, InvalidText
from tengen.hosts._host import MakeBot, Think
from tengen.hosts._turns import TurnBrain
from tengen.hosts.cs165a import wire
from tengen.options import Option

FLAGS: Final[Mapping[str, Option]] = {
    "-n": Option("size", int, wire.USUAL_SIZE, wire.MIN_SIZE, wire.MAX_SIZE, help="lines a side"),
    "-l": Option("light", bool, False, help="the other side plays light, so the bot begins"),
    "--limit": Option("limit", str, None, help="what a move may take, instead of the course's"),
}

_MARGIN: Final = 1.0
"""Seconds of the course's limits that are left alone."""


class Brain(TurnBrain):
    """A bot on the command line of CS165A; see `tengen.hosts._host.Brain`."""

    patience = 5.0

    def __init__(
        self,
        make_bot: MakeBot,
        options: Iterable[Option] = (),  # noqa: ARG002
        notes: Iterable[str] = (),
        *,
        size: int = wire.USUAL_SIZE,
        light: bool = False,
        limit: str | None = None,
    ) -> None:
        super().__init__()
        self.bot = make_bot()
        self.game = Game(size)
        self.bot.check_setup(self.game.setup)
        self._color = Color.BLACK if light else Color.WHITE
        self._limit = None if limit is None else Limit.parse(limit)
        self._notes = list(notes)
        self._spent = 0.0
        self._asked_at = 0.0

    def start(self) -> list[str]:
        """Show the empty board, and think if the first move is ours."""
        size = self.game.size
        head = f"Gobang on {size}x{size}, {wire.side(self._color)} is {self.bot.name}."
        return [head, *self._notes, *wire.draw(self.game), *self._go_on_playing()]

    def _hear(self, line: str) -> list[str]:
        text = line[:40]
        try:
            self.game.push(wire.parse_move(text, self.game.size))
        except (InvalidText, IllegalMove) as error:
            reason = f"{text!r} is taken" if error.code == "occupied" else str(error)
            return [f"Error: {reason}. Please try again."]
        return self._announce()

    def _moved(self, task: Think, move: Move) -> list[str]:
        self._spent += perf_counter() - self._asked_at
        task.game.push(move)
        return self._announce()

    def _failed(self, task: Think, reason: str) -> list[str]:  # noqa: ARG002
        self.is_done = True
        return [f"Error: {reason}. The game is given up."]

    def _announce(self) -> list[str]:
        last = self.game.board.last
        assert isinstance(last, Point)
        return [*wire.draw(self.game), wire.announce(last), *self._go_on_playing()]

    def _go_on_playing(self) -> list[str]:
        """Say whose turn it is or who has won, and ask the bot if it is its turn."""
        outcome = self.game.outcome()
        if outcome is not None:
            self.is_done = True
            return ["A tie!" if outcome.winner is None else f"{wire.side(outcome.winner)} wins!"]
        turn = self.game.turn
        if turn is not self._color:
            return [f"{wire.side(turn)} to move; type a column and a row, such as c3."]
        self._asked_at = perf_counter()
        self.task = Think(self.bot, self.game, self._limit or self._limit_left())
        return [f"{wire.side(turn)} thinks."]

    def _limit_left(self) -> Limit:
        left = wire.MATCH_SECONDS - _MARGIN - self._spent
        return Limit(turn=wire.TURN_SECONDS - _MARGIN, match=max(left, 0.01))
