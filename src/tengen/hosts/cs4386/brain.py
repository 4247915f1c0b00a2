"""A bot of ours behind the wire of CS4386: a step in, a decision out."""

from collections.abc import Iterable, Mapping
from typing import Final

from tengen.core.game import Move
from tengen.core.geometry import Point
from tengen.core.limits import Limit
from tengen.errors import IllegalMove, TengenError
from tengen.hosts._host import MakeBot, Think
from tengen.hosts._turns import TurnBrain, sentence
from tengen.hosts.cs4386 import player, wire
from tengen.options import Option

FLAGS: Final[Mapping[str, Option]] = {
    "--limit": Option("limit", str, f"{player.SECONDS}s", help="what a move may take"),
}


class Brain(TurnBrain):
    """A bot behind tengen's wire for CS4386; see `tengen.hosts._host.Brain`."""

    longest_line = 128 * 1024  # Every board of a whole game.

    def __init__(
        self,
        make_bot: MakeBot,
        options: Iterable[Option] = (),  # noqa: ARG002
        notes: Iterable[str] = (),  # noqa: ARG002
        *,
        limit: str = f"{player.SECONDS}s",
    ) -> None:
        super().__init__()
        self.bot = make_bot()
        self._limit = Limit.parse(limit)
        self._note = ""

    def _hear(self, line: str) -> list[str]:
        try:
            request = wire.parse_request(line)
            game = player.read_board(request.board, request.step)
            if (outcome := game.outcome()) is not None:
                raise IllegalMove("game-over", "the game is over: {outcome}", outcome=str(outcome))
            self.bot.check_setup(game.setup)
        except TengenError as error:
            return [wire.write(error=sentence(error, self.bot.name))]
        self._note = player.objection(request.board, request.step, request.rival)
        self.task = Think(self.bot, game, self._limit)
        return []

    def _moved(self, task: Think, move: Move) -> list[str]:  # noqa: ARG002
        assert isinstance(move, Point)
        note = {"note": self._note} if self._note else {}
        return [wire.write(decision=[move.y, move.x], **note)]

    def _failed(self, task: Think, reason: str) -> list[str]:  # noqa: ARG002
        return [wire.write(error=reason)]
