"""Play in the terminal, line by line: a board in letters, a prompt, and words to type."""

import sys

from tengen.bots import Bot
from tengen.core.game import Game
from tengen.core.openings import Seat
from tengen.ui.terminal._stdio import converse, wants_color
from tengen.ui.terminal.line import LineSession

__all__ = ["LineSession", "run"]


def run(game: Game, bot: Bot, seat: Seat) -> None:
    """Play `game` on standard input and output until the person leaves or the input ends."""
    session = LineSession(game, bot, seat, color=wants_color(sys.stdout))
    converse(session, sys.stdin, sys.stdout)
