"""What the native evaluation sees of a position, for those who fit its weights."""

from typing import TYPE_CHECKING, Any, Final

from tengen.core.geometry import Point
from tengen.core.rules import Rule
from tengen.engine._module import native as _native
from tengen.engine.board import NativeBoard, to_traits

if TYPE_CHECKING:
    from numpy.typing import NDArray

CODES: Final[int] = _native.CODES
"""How many combinations of four line patterns there are."""
THREAT_MASKS: Final[int] = _native.THREAT_MASKS
"""How many sets of threats the evaluation tells apart."""

COUNTS: Final[int] = _native.COUNTS
"""How many pairs of a class of points and a count of them there are."""


def features(
    board: NativeBoard,
) -> "tuple[int, list[int], NDArray[Any], NDArray[Any], NDArray[Any]]":
    """Return threat mask, count indices, the mover's codes with counts, the foe's, and the moves.

    Codes come as rows (code, count), moves as rows (point index, own code, foe's code).
    """
    import numpy as np  # Only those who train have it.

    mask, counts, mine, theirs, moves = _native.features(board._board)
    return (
        mask,
        counts,
        np.frombuffer(mine, np.uint16).reshape(-1, 2),
        np.frombuffer(theirs, np.uint16).reshape(-1, 2),
        np.frombuffer(moves, np.uint16).reshape(-1, 3),
    )


def formula_numbers(rule: Rule) -> bytes:
    """Return the numbers that the formulas give, in the order of a weight file."""
    return _native.Weights(to_traits(rule.black), to_traits(rule.white), None).numbers()


def weight_file(rule: Rule, numbers: bytes, network: bytes = b"") -> bytes:
    """Return the bytes of a weight file: the patterns' numbers, and a network if there is one."""
    return _native.save_weights(to_traits(rule.black), to_traits(rule.white), numbers, network)


def judge(board: NativeBoard, weights: "_native.Weights") -> tuple[int, list[tuple[Point, int]]]:
    """Return the value of a position without any search, and the score of every candidate."""
    value, scores = _native.judge(board._board, weights)
    return value, [(Point(*point), score) for point, score in scores]
