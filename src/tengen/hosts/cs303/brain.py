"""A bot of ours behind the wire of CS303: candidates while it thinks, and then that it is done."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from tengen.core.game import Game, Move
from tengen.core.geometry import Point
from tengen.core.limits import Limit
from tengen.errors import InvalidText, TengenError
from tengen.hosts._host import MakeBot, Think
from tengen.hosts._turns import TurnBrain, sentence
from tengen.hosts.cs303 import ai, wire
from tengen.options import Option

FLAGS: Final[Mapping[str, Option]] = {
    "--limit": Option("limit", str, None, help="what a move may take, instead of time_out"),
}


class Brain(TurnBrain):
    """A bot behind tengen's wire for CS303; see `tengen.hosts._host.Brain`."""

    longest_line = 16 * 1024  # A board of 26 lines with wide numbers.

    def __init__(
        self,
        make_bot: MakeBot,
        options: Iterable[Option] = (),  # noqa: ARG002
        notes: Iterable[str] = (),  # noqa: ARG002
        *,
        limit: str | None = None,
    ) -> None:
        super().__init__()
        self.bot = make_bot()
        self._limit = None if limit is None else Limit.parse(limit)
        self._new: wire.New | None = None
        self._limits: Iterator[Limit] = iter(())
        self._said: Point | None = None  # The last candidate.

    def _hear(self, line: str) -> list[str]:
        try:
            value = wire.parse(line)
            if isinstance(value, dict) and "new" in value:
                self._new = wire.read_new(value["new"])
                return [wire.write(ready=True)]
            if isinstance(value, dict) and "go" in value:
                return self._go(value["go"])
            raise InvalidText("unknown", "{line!r} is neither new nor go", line=line[:40])
        except TengenError as error:
            return [wire.write(error=sentence(error, self.bot.name))]

    def _go(self, value: object) -> list[str]:
        if self._new is None:
            raise InvalidText("no-game", "there is no game yet; send new first")
        game = ai.read_board(wire.read_rows(value, self._new.chessboard_size), self._new.color)
        self.bot.check_setup(game.setup)
        given = self._limit
        self._limits = ai.limits(self.bot, self._new.time_out) if given is None else iter([given])
        self._said = None
        first = [said for point in ai.first_candidates(game) for said in self._candidate(point)]
        return first + (self._think(game) if game.outcome() is None else self._done())

    def _think(self, game: Game) -> list[str]:
        limit = next(self._limits, None)
        if limit is None:
            return self._done()
        self.task = Think(self.bot, game, limit)
        return []

    def _moved(self, task: Think, move: Move) -> list[str]:
        assert isinstance(move, Point)
        return self._candidate(move) + self._think(task.game)

    def _failed(self, task: Think, reason: str) -> list[str]:  # noqa: ARG002
        return [wire.write(error=reason)]

    def _candidate(self, point: Point) -> list[str]:
        """Return the line that says a candidate, if it is another than the last."""
        before, self._said = self._said, point
        return [] if point == before else [wire.write(candidate=[point.y, point.x])]

    def _done(self) -> list[str]:
        return [wire.write(done=True)]
