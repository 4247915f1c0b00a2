"""A game of this screen, and what the store has of it."""

from dataclasses import dataclass, field

from tengen.core.openings import Seat
from tengen.play.live import Live, Sitter


@dataclass(slots=True, eq=False)
class Record:
    """A game and what the store has of it; only the archive's thread touches the latter."""

    live: Live
    game_id: int | None = None
    stored: int = 0
    """How many events the store has."""
    seated: dict[Seat, Sitter] = field(default_factory=dict)
    """Who sits where, as the store has it."""
