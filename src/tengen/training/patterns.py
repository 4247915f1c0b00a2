"""The numbers of the pattern tables as one side to move reads them, and what they say."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tengen.core.rules import Rule
from tengen.engine.features import CODES, COUNTS, THREAT_MASKS, formula_numbers

VALUES: Final = 2 * CODES + THREAT_MASKS + 2 * COUNTS
"""Of the numbers of a side, so many make the value; behind them are the scores of moves."""
NUMBERS: Final = VALUES + 2 * CODES
SCORE_SCALE: Final = 100
"""A move with so much more score is e times as likely to be the searched one."""

RESOLVED: Final = 0b011
"""Threat bits of positions that need no evaluation: a five to stop, or an open four at hand."""
FORCED: Final = 0b111
"""Threat bits of positions whose move is not a matter of scores."""

Array = NDArray[Any]


def side_numbers(rule: Rule, color: int, numbers: bytes | None = None) -> Array:
    """Return the numbers that count when `color` is to move: those given, or the formulas'.

    The worth of codes to the mover comes first, then to the side that waits, of threat masks, of
    class counts, and the scores of own codes and of the foe's.
    """
    raw = np.frombuffer(numbers or formula_numbers(rule), np.int16)
    own = raw[color * NUMBERS : (color + 1) * NUMBERS].astype(np.float64)
    foe = raw[(1 - color) * NUMBERS : (2 - color) * NUMBERS].astype(np.float64)
    # What waits is the other colour: its worth to wait stands in its own table.
    own[CODES : 2 * CODES] = foe[CODES : 2 * CODES]
    return own


def pattern_value(side: Array, mask: int, counts: list[int], mine: Array, theirs: Array) -> float:
    """Return the value of a position from what `features` says of it."""
    return float(
        side[mine[:, 0]] @ mine[:, 1]
        - side[CODES + theirs[:, 0].astype(np.intp)] @ theirs[:, 1]
        + side[2 * CODES + mask]
        + side[2 * CODES + THREAT_MASKS + np.array(counts)].sum()
    )


def pattern_scores(side: Array, moves: Array) -> Array:
    """Return the scores of moves as `features` gives them."""
    codes = moves.astype(np.intp)
    return np.asarray(side[VALUES + codes[:, 1]] + side[VALUES + CODES + codes[:, 2]])
