"""How much of a limit one move should take, and how much it may take at most."""

from math import inf
from typing import Final

from tengen.core.limits import Limit

RESERVE: Final = 0.005
"""Seconds kept back for the way of an answer to the host."""

_STRETCH: Final = 1.8
"""Time that is lost when it is not used is used whole: a search that finds the same again ends at
0.55 of what it should take, so it is told more than there is."""

_MOST_AHEAD: Final = 32
_LEAST_AHEAD: Final = 12
"""Own moves that a clock must still last for: as many at the start, so many at any time."""

_LONGEST: Final = 0.2
"""No move takes a greater part of what is left on the clock."""


def budget(limit: Limit, moves: int, reserve: float = RESERVE) -> tuple[float, float]:
    """Return the seconds that a move should take and those that it may; 0 is no limit.

    `moves` is how many were made in the game. More time never gives less of either, and what a move
    may take is always less than what is left.
    """
    if limit.turn is None and limit.match is None:
        return 0.0, 0.0
    maximum = inf if limit.turn is None else usable(limit.turn, reserve)
    optimum = maximum * _STRETCH
    if limit.match is not None:
        left = usable(limit.match, reserve)
        share = left / max(_LEAST_AHEAD, _MOST_AHEAD - moves // 4) + 0.75 * limit.increment
        optimum = min(optimum, share, left)
        maximum = min(maximum, left * _LONGEST + limit.increment / 2, 5 * share, left)
    return min(optimum, maximum * _STRETCH), maximum


def usable(seconds: float, reserve: float = RESERVE) -> float:
    """Return what remains of `seconds` without the reserve; half of them where they are few."""
    return max(seconds - reserve, seconds / 2)
