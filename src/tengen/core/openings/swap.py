"""Swap: the first seat puts three stones, the second takes a colour."""

from tengen.core.openings._stages import Choice, Choose, Place, Play, Seat

START = Place(
    Seat.FIRST,
    3,
    then=Choose(
        Seat.SECOND,
        {
            Choice.TAKE_BLACK: Play(black=Seat.SECOND),
            Choice.TAKE_WHITE: Play(black=Seat.FIRST),
        },
    ),
)
