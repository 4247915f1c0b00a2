"""No procedure: the first seat has Black and plays at once."""

from tengen.core.openings._stages import Play, Seat

START = Play(black=Seat.FIRST)
