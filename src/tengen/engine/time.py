"""How much of a limit one move should take, and how much it may take at most."""

from tengen.core.limits import Limit

RESERVE = 0.005
"""Seconds kept back for the way of an answer to the host."""


def budget(limit: Limit, moves: int, reserve: float = RESERVE) -> tuple[float, float]:
    """Return the seconds that a move should take and those that it may; 0 is no limit."""
    if limit.turn is None and limit.match is None:
        return 0.0, 0.0
    turn = limit.turn if limit.turn is not None else float("inf")
    maximum, optimum = turn - reserve, turn - reserve
    if limit.match is not None:
        left = limit.match - reserve
        ahead = max(10, 40 - moves // 2)
        share = left / ahead + 0.75 * limit.increment
        optimum = min(optimum, share)
        maximum = min(maximum, left / 4 + limit.increment / 2, 5 * share, left)
        if limit.turn is not None and left > 60 * turn:
            optimum = turn - reserve
    maximum = max(maximum, 0.001)
    return min(max(optimum, 0.001), maximum), maximum
