"""What happens in a game. In JSON an event says under `is` which one it is.

`at` is the instant that came with the command, by the host's own clock: instants of one run of the
host can be compared with one another, and with nothing else.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self, get_args

from tengen.core.geometry import Color
from tengen.core.openings import Seat
from tengen.errors import TengenError
from tengen.play._plain import Plain, read_tagged, tagged
from tengen.play.command import OfferKind
from tengen.play.ending import Ending
from tengen.play.terms import Terms


class _Event(Plain):
    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the event as values that JSON knows."""
        return tagged("is", self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read what `to_dict` has written, or raise InvalidText."""
        return read_tagged("is", [cls], data)


@dataclass(frozen=True, slots=True)
class Started(_Event):
    """The first event of every game."""

    at: float
    terms: Terms


@dataclass(frozen=True, slots=True)
class Seated(_Event):
    """Somebody took an open seat; when none is open any more the first turn begins."""

    at: float
    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class MovePlayed(_Event):
    """A stone, a pass, or a choice; the turn of the next seat begins."""

    at: float
    seat: Seat
    move: str
    color: Color | None
    """The colour of the stone; None for a choice."""
    seconds: float
    """What the move took."""
    over: float
    """By how many of these seconds the limit was overrun, within the tolerance."""
    info: dict[str, Any] = field(default_factory=dict)
    """What the player said about it."""


@dataclass(frozen=True, slots=True)
class Undone(_Event):
    """The last `count` moves were taken back for `seat`, whose turn it is now."""

    at: float
    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class Offered(_Event):
    """An offer stands until it is answered, or until the player who got it moves.

    An offer to undo also falls when its own player moves, and every offer when the game ends or
    moves are taken back.
    """

    at: float
    seat: Seat
    kind: OfferKind


@dataclass(frozen=True, slots=True)
class Answered(_Event):
    """The offer was accepted or declined, or taken back by the player who had made it."""

    at: float
    seat: Seat
    kind: OfferKind
    accepted: bool


@dataclass(frozen=True, slots=True)
class Paused(_Event):
    """No clock runs, and no move is taken."""

    at: float
    seat: Seat | None
    """None for the host."""


@dataclass(frozen=True, slots=True)
class Resumed(_Event):
    """The turn goes on where it was."""

    at: float
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class Recovered(_Event):
    """The host was away, and instants are counted anew."""

    at: float


@dataclass(frozen=True, slots=True)
class Ended(_Event):
    """The result."""

    at: float
    ending: Ending
    winner: Seat | None
    """None if nobody won."""
    color: Color | None
    """The winner's colour; None too while the opening procedure has given out none."""
    detail: str
    """One sentence for people."""
    fault: str = ""
    """The code of what the loser did wrong, finer than the ending; empty if nothing."""
    line: tuple[str, ...] = ()
    """The winning row, end to end."""


@dataclass(frozen=True, slots=True)
class Followed(_Event):
    """The same players have begun another game."""

    at: float
    next: str
    """Where the host has it."""


@dataclass(frozen=True, slots=True)
class Refused(_Event):
    """A command that changed nothing, and why. It is an answer, and no part of the game."""

    at: float
    code: str
    text: str
    """One sentence."""
    arguments: dict[str, Any] = field(default_factory=dict)
    """What fills the sentence in other languages."""

    @classmethod
    def of(cls, error: TengenError, at: float) -> "Refused":
        """Return the refusal that an error stands for."""
        plain = (str, int, float, bool, type(None))
        arguments = {
            name: value if type(value) in plain else str(value)
            for name, value in error.arguments.items()
        }
        return cls(at, error.code, str(error), arguments)


Event = (
    Started
    | Seated
    | MovePlayed
    | Undone
    | Offered
    | Answered
    | Paused
    | Resumed
    | Recovered
    | Ended
    | Followed
    | Refused
)


def event_from_dict(data: object) -> Event:
    """Read any event as its `to_dict` has written it, or raise InvalidText."""
    event: Event = read_tagged("is", get_args(Event), data)
    return event
