"""The stages that opening procedures are made of.

A procedure is a tree: somebody places some stones, then somebody chooses, then play begins. Seats
are the two players; which of them has Black is what most procedures are about.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from types import MappingProxyType


class Seat(IntEnum):
    """The two players, whatever colours they will have."""

    FIRST = 0
    SECOND = 1

    @property
    def other(self) -> "Seat":
        """The opposing seat."""
        return Seat.SECOND if self is Seat.FIRST else Seat.FIRST

    def __str__(self) -> str:
        return self.name.lower()


class Choice(StrEnum):
    """What a seat may be asked to choose."""

    TAKE_BLACK = "take-black"
    TAKE_WHITE = "take-white"
    PLACE_TWO = "place-two"
    """Put two more stones, white then black, and let the other seat take a colour."""


@dataclass(frozen=True, slots=True)
class Play:
    """The procedure is over: play goes on by turns."""

    black: Seat


@dataclass(frozen=True, slots=True)
class Place:
    """`seat` puts the next `count` stones, of the colours whose turn it is."""

    seat: Seat
    count: int
    then: "Stage"

    def after_stone(self) -> "Stage":
        """Return the stage after one stone was put."""
        return Place(self.seat, self.count - 1, self.then) if self.count > 1 else self.then


@dataclass(frozen=True, slots=True)
class Choose:
    """`seat` makes one of the choices."""

    seat: Seat
    branches: Mapping[Choice, "Stage"]

    def __post_init__(self) -> None:
        object.__setattr__(self, "branches", MappingProxyType(dict(self.branches)))


Stage = Play | Place | Choose
