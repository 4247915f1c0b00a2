"""Swap2: as swap, but the second seat may instead put two more stones and give the choice back."""

from tengen.core.openings._stages import Choice, Choose, Place, Play, Seat

START = Place(
    Seat.FIRST,
    3,
    then=Choose(
        Seat.SECOND,
        {
            Choice.TAKE_BLACK: Play(black=Seat.SECOND),
            Choice.TAKE_WHITE: Play(black=Seat.FIRST),
            Choice.PLACE_TWO: Place(
                Seat.SECOND,
                2,
                then=Choose(
                    Seat.FIRST,
                    {
                        Choice.TAKE_BLACK: Play(black=Seat.FIRST),
                        Choice.TAKE_WHITE: Play(black=Seat.SECOND),
                    },
                ),
            ),
        },
    ),
)
