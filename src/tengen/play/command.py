"""What can be asked of the referee. In JSON a command says under `do` which one it is."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Self, get_args

from tengen.core.openings import Seat
from tengen.errors import BotFault
from tengen.play._plain import Plain, read_tagged, tagged
from tengen.play.ending import Ending, ending_of


class OfferKind(StrEnum):
    """What one player may offer to the other."""

    UNDO = "undo"
    DRAW = "draw"
    REMATCH = "rematch"


class _Command(Plain):
    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the command as values that JSON knows."""
        return tagged("do", self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read what `to_dict` has written, or raise InvalidText."""
        return read_tagged("do", [cls], data)


@dataclass(frozen=True, slots=True)
class Move(_Command):
    """Play a point, pass, or make a choice of the opening procedure."""

    seat: Seat
    move: str
    """As `Game.parse_move` reads it: `h8`, `pass`, `take-black`."""
    strict: bool = False
    """A program's answer: if it is no legal move the game is lost, and not just refused."""
    seconds: float | None = None
    """What the move really took, where the host has measured nearer to the player than `now`.
    What is left of the time since the turn began, in a queue or a pipe, is charged to nobody."""
    info: dict[str, Any] = field(default_factory=dict)
    """What the player said about it, such as depth and nodes: kept with the move, never read."""


@dataclass(frozen=True, slots=True)
class Place(_Command):
    """Put all stones that an opening procedure asks of the seat now, at once or not at all."""

    seat: Seat
    points: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sit(_Command):
    """Take a seat that the terms have left open; who may do so is the host's business."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class Undo(_Command):
    """Take back to the seat's own last turn; only where the terms ask for no consent."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Offer(_Command):
    """Offer something; to offer what the other player has offered is to accept it."""

    seat: Seat
    kind: OfferKind


@dataclass(frozen=True, slots=True)
class Answer(_Command):
    """Accept or decline the offer that stands; to decline one's own takes it back."""

    seat: Seat
    accept: bool


@dataclass(frozen=True, slots=True)
class Resign(_Command):
    """Lose."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Pause(_Command):
    """Stop the clock. The host, who has no seat, may do so always: an engine is not free yet."""

    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Resume(_Command):
    """Let the clock run again."""

    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Fault(_Command):
    """The host says that a player failed in some other way than by a move."""

    seat: Seat
    ending: Ending
    detail: str
    """One sentence."""
    code: str = ""
    """The code of the BotFault: it tells apart what has the same ending."""

    @classmethod
    def of(cls, seat: Seat, fault: BotFault) -> "Fault":
        """Return the command for what the player's program did."""
        return cls(seat, ending_of(fault), str(fault), fault.code)


@dataclass(frozen=True, slots=True)
class Abort(_Command):
    """End the game for nobody: a player before the second move, the host at any time."""

    seat: Seat | None = None
    detail: str = ""
    """One sentence, or nothing."""


@dataclass(frozen=True, slots=True)
class Recover(_Command):
    """The host is back after a stop; what its clock missed is charged to nobody."""


@dataclass(frozen=True, slots=True)
class Follow(_Command):
    """The host has begun the next game of the same players, and says where it is."""

    next: str


@dataclass(frozen=True, slots=True)
class Tick(_Command):
    """Time has passed; sent at the referee's deadline."""


Command = (
    Move
    | Place
    | Sit
    | Undo
    | Offer
    | Answer
    | Resign
    | Pause
    | Resume
    | Fault
    | Abort
    | Recover
    | Follow
    | Tick
)


def command_from_dict(data: object) -> Command:
    """Read any command as its `to_dict` has written it, or raise InvalidText."""
    command: Command = read_tagged("do", get_args(Command), data)
    return command
