"""Why a game is over. Every way to lose has its own name."""

from enum import StrEnum
from typing import Final

from tengen.core.outcome import Reason
from tengen.errors import BotFault


class Ending(StrEnum):
    """Why a game is over; the values are what files and wires carry."""

    FIVE = "five"
    LONGEST_LINE = "longest-line"
    EQUAL_LINES = "equal-lines"
    FULL_BOARD = "full-board"
    PASSES = "passes"
    MAX_MOVES = "max-moves"
    """Drawn, because the terms allow no more moves."""
    RESIGNATION = "resignation"
    AGREED_DRAW = "agreed-draw"
    ABORTED = "aborted"
    """Nobody won, and nothing counts."""
    TIMEOUT = "timeout"
    ILLEGAL_MOVE = "illegal-move"
    FORBIDDEN_MOVE = "forbidden-move"
    """The point is forbidden to Black in renju."""
    CRASH = "crash"
    """The player's program ended, or closed its input or output."""
    SILENCE = "silence"
    """The player's program never answered."""
    NONSENSE = "nonsense"
    """The player's program answered what is no move, or far too much."""
    MEMORY = "memory"
    """The player's program took more memory than allowed."""
    FAILED_START = "failed-start"
    """The player's program could not be started, or refused to play."""
    ABANDONED = "abandoned"
    """The player left and did not come back."""

    @property
    def is_fault(self) -> bool:
        """Whether a player lost by something other than the game."""
        return self in FAULTS


FAULTS: Final = frozenset(
    {
        Ending.TIMEOUT,
        Ending.ILLEGAL_MOVE,
        Ending.FORBIDDEN_MOVE,
        Ending.CRASH,
        Ending.SILENCE,
        Ending.NONSENSE,
        Ending.MEMORY,
        Ending.FAILED_START,
        Ending.ABANDONED,
    }
)

BY_REASON: Final = {
    Reason.FIVE: Ending.FIVE,
    Reason.LONGEST_LINE: Ending.LONGEST_LINE,
    Reason.EQUAL_LINES: Ending.EQUAL_LINES,
    Reason.FULL_BOARD: Ending.FULL_BOARD,
    Reason.PASSES: Ending.PASSES,
}
"""What the rules of the game can say, and what it is called here."""

_BY_CODE: Final = {
    "late": Ending.TIMEOUT,
    "silent": Ending.SILENCE,
    "not-reading": Ending.SILENCE,
    "crashed": Ending.CRASH,
    "hung-up": Ending.CRASH,
    "closed": Ending.CRASH,
    "nonsense": Ending.NONSENSE,
    "error": Ending.NONSENSE,
    "flood": Ending.NONSENSE,
    "bad-point": Ending.NONSENSE,
    "no-newline": Ending.NONSENSE,
    "off-board": Ending.ILLEGAL_MOVE,
    "forbidden": Ending.FORBIDDEN_MOVE,
    "memory": Ending.MEMORY,
    "not-found": Ending.FAILED_START,
    "not-executable": Ending.FAILED_START,
    "not-started": Ending.FAILED_START,
    "slow-start": Ending.FAILED_START,
    "error-at-start": Ending.FAILED_START,
    "wrong-size": Ending.FAILED_START,
    "unsupported": Ending.FAILED_START,
}


def ending_of(fault: BotFault) -> Ending:
    """Return the ending that a fault of a player's program leads to."""
    # A code that is not known here comes of a bot that raised: it is as good as dead.
    return _BY_CODE.get(fault.code, Ending.CRASH)


def ending_of_refusal(code: str) -> Ending:
    """Return the ending for a program whose move the rules refuse with this code."""
    return _BY_CODE.get(code, Ending.ILLEGAL_MOVE)
