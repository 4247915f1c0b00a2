"""The engine as a bot: the strongest player here."""

from pathlib import Path

from tengen.bots._bot import Bot
from tengen.core.game import Game
from tengen.core.geometry import PASS, Point
from tengen.core.limits import Limit
from tengen.engine.engine import Engine
from tengen.engine.parameters import set_parameters
from tengen.options import Option

OPTIONS = (
    Option("threads", int, 1, 1, 256, help="how many threads search together"),
    Option("memory", int, 350 << 20, 16 << 20, 1 << 40, help="bytes for everything"),
    Option("hash", int, None, 1 << 20, 1 << 40, help="bytes for the table, if not by memory"),
    Option("weights", str, None, help="a file of weights instead of those of the package"),
    Option("parameters", str, None, help="constants of the search, as in 'name:3/other:5'"),
)

_WITHOUT_TABLE = 110 << 20


def make(
    threads: int, memory: int, hash: int | None, weights: str | None, parameters: str | None
) -> Bot:
    """Make the bot with an engine of its own."""
    if parameters:
        set_parameters(parameters)
    table = hash if hash is not None else max(4 << 20, min(memory - _WITHOUT_TABLE, 64 << 20))
    engine = Engine(memory=table, threads=threads, weights=Path(weights) if weights else None)

    def choose_point(game: Game, limit: Limit) -> Point:
        if not game.board.moves and not game.setup.has_stones:
            return Point(game.size // 2, game.size // 2)
        return engine.search(game, limit).best or PASS

    return Bot("tengen", "The engine: searches deep, and knows what is forced.", choose_point)
