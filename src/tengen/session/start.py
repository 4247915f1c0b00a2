"""How a user interface is started: what is played first, and what it looks like."""

from dataclasses import dataclass
from typing import Final

from tengen.session.session import Wishes

STONES: Final = ("disc", "letters", "ascii")
"""What stones in a terminal can be drawn with."""


@dataclass(frozen=True, slots=True)
class Start:
    """What the command line says besides the game itself."""

    wishes: Wishes
    is_asked: bool = False
    """Whether the person has said what to play; if not, an unfinished game goes on."""
    store: str | None = None
    plain: bool = False
    """Whether lines of text are wanted, even in a terminal that could do more."""
    stones: str | None = None
