"""One person at one screen against a bot: what the window and the terminal have in common.

`session` the game with its engine processes · `archive` the game kept for next time · `opponents`
who can be played · `words` what can be typed · `saving` a game as a file · `start` how a user
interface is started.
"""

from tengen.session.opponents import Opponent, label_of, opponents
from tengen.session.session import Session, Wishes
from tengen.session.start import STONES, Start
from tengen.session.words import WORDS, obey

__all__ = [
    "STONES",
    "WORDS",
    "Opponent",
    "Session",
    "Start",
    "Wishes",
    "label_of",
    "obey",
    "opponents",
]
