"""The engine as a bot: searches deep, knows what is forced, and plays every rule and size."""

from pathlib import Path
from typing import Final

from tengen.bots._bot import Bot
from tengen.core.game import Game
from tengen.core.geometry import PASS, Point
from tengen.core.limits import Limit
from tengen.core.openings import Choice, Place
from tengen.core.score import Info
from tengen.core.setup import Setup
from tengen.engine.analysis import Analysis
from tengen.engine.engine import LEAST_MEMORY, Engine
from tengen.engine.openings import Opener
from tengen.engine.parameters import set_parameters
from tengen.engine.time import RESERVE
from tengen.errors import InvalidText
from tengen.options import Option

_WITHOUT_TABLE: Final = 49 << 20
_FOR_A_THREAD: Final = 4 << 20
"""Bytes that the process has beside the table, Python included: measured 51 MB together under the
rule that needs most, by `benchmarks/limits.py`."""

OPTIONS = (
    Option("threads", int, 1, 1, 256, help="how many threads search together"),
    Option("memory", int, 350 << 20, 1, 1 << 44, help="bytes for the whole process"),
    Option("hash_size", int, None, 1, 1 << 44, help="bytes for the table, if fewer than fit"),
    Option("weights", str, None, help="a file of weights instead of those of the package"),
    Option("network", bool, True, help="judge by the network too, where a rule has one"),
    Option("parameters", str, None, help="constants of the search, as in 'name:3/other:5'"),
    Option("reserve", float, RESERVE, 0, 10, help="seconds kept back for the answer's way"),
    Option("ponder", bool, False, help="think on in the opponent's time"),
    Option("can_pass", bool, True, help="no: who has no legal point has lost, as on most hosts"),
    Option("seed", int, None, 0, 2**32 - 1, help="the same seed offers the same stones to swap"),
)

_UNHURRIED: Final = Limit(turn=1.0)
"""For moves without any limit: an engine would think about some of them for ever."""


def make(
    *,
    threads: int,
    memory: int,
    hash_size: int | None,
    weights: str | None,
    network: bool,
    parameters: str | None,
    reserve: float,
    ponder: bool,
    can_pass: bool,
    seed: int | None,
) -> Bot:
    """Make the bot with an engine of its own, whose memory it keeps for a whole game."""
    if parameters:
        set_parameters(parameters)
    file = None if weights is None else Path(weights)
    table = _table(memory, hash_size, threads)
    engine = Engine(
        memory=table,
        threads=threads,
        weights=file,
        network=network,
        reserve=reserve,
        can_pass=can_pass,
    )
    player = _Player(engine, seed)
    player.ponders = ponder
    return Bot(
        "tengen",
        "The engine: searches deep, and knows what is forced.",
        player.choose_point,
        choose_choice=player.choose_choice,
        search=player.search,
        new_game=player.new_game,
        stop=player.stop,
        version=2,
        story=(
            "The engine of this project, written in C++ with weights fitted to its own games. "
            "It proves forced wins, searches what is not forced, and uses all the time it gets."
        ),
    )


def _table(memory: int, hash_size: int | None, threads: int) -> int:
    """Return the bytes for the table, so that the whole process stays below `memory`."""
    beside = _WITHOUT_TABLE + threads * _FOR_A_THREAD
    room = memory - beside
    if room < LEAST_MEMORY:
        raise InvalidText(
            "memory-too-small",
            "a memory of {memory} bytes is too small for {threads} threads; give {least} or more",
            memory=memory,
            threads=threads,
            least=beside + LEAST_MEMORY,
        )
    return room if hash_size is None else max(LEAST_MEMORY, min(hash_size, room))


class _Player:
    """One engine in one game, with what it does while the opponent thinks."""

    def __init__(self, engine: Engine, seed: int | None) -> None:
        self.ponders = False
        self._engine = engine
        self._opener = Opener(engine, seed)
        self._pondering: Analysis | None = None

    def choose_point(self, game: Game, limit: Limit) -> Point:
        """Return the best move found."""
        info = self.search(game, limit, 1)
        assert info.best is not None
        return info.best

    def search(self, game: Game, limit: Limit, lines: int) -> Info:
        """Return what was found; stones of the opening and first moves come without a score."""
        limit = _UNHURRIED if limit == Limit() else limit
        is_quick = lines == 1 or isinstance(game.stage, Place)
        if is_quick and (stone := self._opener.stone(game, limit)) is not None:
            return Info.of_move(stone)
        info = self._engine.search(game, limit, multipv=lines)
        if self.ponders:
            self._ponder(game, info)
        return info

    def choose_choice(self, game: Game, limit: Limit) -> Choice:
        """Return what the search says of the colours."""
        return self._opener.choice(game, _UNHURRIED if limit == Limit() else limit)

    def new_game(self, setup: Setup, seed: int | None) -> None:  # noqa: ARG002
        """Forget the last game and be ready for this one."""
        self._engine.prepare(setup.rule)

    def stop(self) -> None:
        """End the search that runs."""
        self._engine.stop()

    def _ponder(self, game: Game, info: Info) -> None:
        """Think about the expected reply until the engine is asked again."""
        expected = info.lines[0].moves[:2]
        if len(expected) == 2 and PASS not in expected:
            after = game.copy()
            for point in expected:
                if after.outcome() is None:
                    after.push(point)
            if after.outcome() is None:
                self._pondering = self._engine.analyse(after, multipv=1)
