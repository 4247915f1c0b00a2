"""What the bots of the five course reports share: what they play, and when they must answer.

The reports are known here by number: seed 000 to seed 004.
"""

import time
from collections.abc import Callable
from typing import Final, NamedTuple

from tengen.bots._bot import Bot
from tengen.bots._why import Why
from tengen.core.game import Game
from tengen.core.geometry import Point
from tengen.core.limits import Limit
from tengen.core.rules import Overline, SideRule
from tengen.core.setup import Setup

_FIVE_OR_MORE: Final = SideRule(Overline.WINS)

MOST_NODES: Final = 60_000
"""Positions that a search may look at. It decides before any usual clock does, so that a move does
not depend on the machine; more than nine of ten searches need less than a third of it."""

_USED: Final = 0.9
"""The part of the allowed seconds that is used: the answer has a way to go."""
_KEPT: Final = 0.01
_MOVES_TO_COME: Final = 20
"""What is left on the clock of a game is taken to be for so many moves."""
_NODES_PER_LOOK: Final = 8
"""Reading the clock costs about as much as a small node."""


class BudgetSpent(Exception):
    """The nodes or the seconds of a search are used up, or somebody wants the move now."""


class Budget:
    """What one move may spend: positions first, and the clock as the last resort."""

    __slots__ = ("_began", "_most", "_seconds", "_stopped", "_until", "nodes")

    def __init__(self, limit: Limit, nodes: int = MOST_NODES, seconds: float | None = None) -> None:
        self._began = time.thread_time()
        self.nodes = 0
        self._most = nodes if limit.nodes is None else min(nodes, limit.nodes)
        self._stopped = False
        allowed = [seconds] if seconds is not None else []
        if limit.turn is not None:
            allowed.append(limit.turn * _USED - _KEPT)
        if limit.match is not None:
            allowed.append(limit.match / _MOVES_TO_COME + limit.increment * _USED - _KEPT)
        self._seconds = min(allowed, default=float("inf"))
        self._until = time.perf_counter() + self._seconds

    def stop(self) -> None:
        """Let the search end at its next node; may be called from any thread."""
        self._stopped = True

    def spend(self) -> None:
        """Count one position, and raise BudgetSpent if that was one too many."""
        self.nodes += 1
        if self.nodes > self._most or (self.nodes % _NODES_PER_LOOK == 0 and self.is_late()):
            raise BudgetSpent

    def is_late(self) -> bool:
        """Say whether the clock, or somebody, asks for the move now."""
        return self._stopped or time.perf_counter() > self._until

    def used(self) -> float:
        """Return the part of the seconds that this thread has worked, 0 where there is no limit.

        For rules such as "begin nothing new after 40 % of the time": a busy machine that lets the
        thread wait should not change the move while there is time.
        """
        if self._seconds <= 0:
            return 1.0
        return (time.thread_time() - self._began) / self._seconds


class Searched(NamedTuple):
    """A first move, with what a search knows of its value."""

    move: int
    value: int
    is_exact: bool
    """Otherwise the move is worth this at most."""


def how_known(is_exact: bool) -> str:
    """Say how well a search knows a value."""
    return "exactly" if is_exact else "at most"


def stones_ahead(depth: int) -> str:
    """Say how far a search looked."""
    return "one stone ahead" if depth == 1 else f"{depth} stones ahead"


def plays(sizes: range) -> Callable[[Setup], str | None]:
    """Return the `supports` of a bot for freestyle on boards of these sizes."""
    low, high = sizes[0], sizes[-1]
    words = f"on {low}x{low} only" if low == high else f"on {low}x{low} to {high}x{high}"

    def supports(setup: Setup) -> str | None:
        if not setup.rule.black == setup.rule.white == _FIVE_OR_MORE:
            return f"it plays freestyle only, not {setup.rule.name}"
        if setup.size not in sizes:
            return f"it plays {words}, not on {setup.size}x{setup.size}"
        return None

    return supports


def make_classic(
    name: str,
    description: str,
    story: str,
    think: Callable[[Game, Limit, Budget], Why],
    *,
    sizes: range,
    seconds: float | None = None,
    version: int = 1,
) -> Bot:
    """Make a bot from a function that finds a move and says why; it remembers nothing."""
    thinking: list[Budget] = []

    def explain(game: Game, limit: Limit) -> Why:
        budget = Budget(limit, seconds=seconds)
        thinking[:] = [budget]
        return think(game, limit, budget)

    def choose_point(game: Game, limit: Limit) -> Point:
        return explain(game, limit).move

    def stop() -> None:
        for budget in thinking:
            budget.stop()

    return Bot(
        name,
        description,
        choose_point,
        supports=plays(sizes),
        stop=stop,
        story=story,
        explain=explain,
        version=version,
    )
