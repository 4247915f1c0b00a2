"""What is agreed before a game begins: the position, the limits, and how the players behave."""

import math
from dataclasses import dataclass

from tengen.core.limits import Limit
from tengen.core.openings import Seat
from tengen.errors import InvalidText
from tengen.play._plain import Plain

_NO_LIMIT = Limit()


@dataclass(frozen=True, slots=True)
class Terms(Plain):
    """The terms of one game. Whose clock is whose goes by seats, since colours may be swapped."""

    position: str = ""
    """Where the game starts, as `tengen.notation.format_position` writes it: size, rule, opening
    procedure, set-up, and moves that are already played."""
    first: Limit = _NO_LIMIT
    second: Limit = _NO_LIMIT
    tolerance: float = 1.0
    """Seconds by which a limit may be overrun; Piskvork forgives one, too."""
    max_moves: int | None = None
    """The game is drawn after so many moves, those of `position` included."""
    consent: bool = False
    """Two people, each at their own screen: undo only by agreement, and nobody may pause."""
    open: tuple[Seat, ...] = ()
    """Seats that somebody may still take: until then no clock runs and no move is taken."""

    def __post_init__(self) -> None:
        if not 0 <= self.tolerance < math.inf:
            raise InvalidText(
                "tolerance-range",
                "a tolerance of {seconds} seconds is not possible; give 0 or more",
                seconds=self.tolerance,
            )
        if self.max_moves is not None and self.max_moves < 1:
            raise InvalidText(
                "max-moves-range",
                "a draw after {moves} moves is not possible; give 1 or more",
                moves=self.max_moves,
            )

    def limit(self, seat: Seat) -> Limit:
        """Return what `seat` may spend."""
        return self.first if seat is Seat.FIRST else self.second
