"""What a judge is: it seats two programs, asks them for moves, and tells games as its host does."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from tengen.core.game import Game
from tengen.core.geometry import Point
from tengen.core.openings import Seat
from tengen.judges._entrant import Entrant
from tengen.play.event import Event
from tengen.play.referee import Referee


class Answer(NamedTuple):
    """A move of a program."""

    point: Point
    """On the board, perhaps not a legal one."""
    seconds: float


class Player(Protocol):
    """A program on a seat, in one game. Every fault of it is raised as a BotFault."""

    notes: list[str]
    """Sentences for the program's author that have not been shown yet."""

    def begin(self, game: Game) -> None:
        """Get ready, before the first move of either side."""

    def choose(self, game: Game) -> Answer:
        """Ask for the next move of `game`; blocks no longer than the host's limits."""

    def end(self, game: Game) -> None:
        """Tell the program how the game ended, if the host does so."""

    def close(self) -> None:
        """End its process; it may be called often."""


@dataclass(slots=True)
class Outcome:
    """What came out of something that a judge tries before it lets a program play."""

    name: str
    problem: str = ""
    """One sentence; empty if all is well."""


@dataclass(slots=True)
class Table:
    """Where one game is played: what a judge needs to know to seat a player."""

    number: int
    """The first game is 1."""
    folder: Path | None = None
    """Where files of the game go, or None."""
    kept: dict[str, Any] = field(default_factory=dict)
    """What players keep from game to game; the judge's own."""


class Judge(Protocol):
    """A replica of a host."""

    title: str
    """The host, for people; the event's name if nobody gives one."""
    games: int
    """How many games a pairing has there."""
    limits: dict[str, Any]
    """What programs may spend, for the record."""
    writes_files: bool
    """Whether the host leaves files in the folder where it was called."""

    def position(self, number: int) -> str:
        """Return where game `number` starts, as `format_position` writes it."""

    def first(self, number: int) -> int:
        """Return which of the two programs, 0 or 1, moves first in game `number`."""

    def examine(self, entrant: Entrant) -> Iterator[Outcome]:
        """Try a program before it may play; most hosts try nothing."""

    def seat(self, entrant: Entrant, seat: Seat, table: Table) -> Player:
        """Return a player for one game; nothing is started yet."""

    def board(self, game: Game) -> list[str]:
        """Draw the board with the coordinates of the host."""

    def tell(self, event: Event, referee: Referee) -> list[str]:
        """Return what the host prints when this has happened."""

    def record(self, referee: Referee) -> tuple[str, str]:
        """Return the name and the text of the file in which the host keeps a finished game."""

    def status(self, referee: Referee) -> int | None:
        """Return the exit status by which the host tells a game's end, or None if it does not."""
