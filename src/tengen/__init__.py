"""tengen (天元, the centre of the board): the complete Gomoku laboratory."""

from tengen.core.board import Board
from tengen.core.game import Game, Move
from tengen.core.geometry import PASS, Color, Point, format_point, parse_point
from tengen.core.legality import Forbidden
from tengen.core.limits import Clock, Limit
from tengen.core.openings import Choice, Seat
from tengen.core.outcome import Outcome, Reason
from tengen.core.rules import RULES, Rule
from tengen.core.score import Info, Score
from tengen.core.setup import Setup
from tengen.core.shapes import Kind
from tengen.core.threats import Threat
from tengen.errors import BotFault, IllegalMove, InvalidText, NotAvailable, StoreError, TengenError

__version__ = "0.1.0"

__all__ = [
    "PASS",
    "RULES",
    "Board",
    "BotFault",
    "Choice",
    "Clock",
    "Color",
    "Forbidden",
    "Game",
    "IllegalMove",
    "Info",
    "InvalidText",
    "Kind",
    "Limit",
    "Move",
    "NotAvailable",
    "Outcome",
    "Point",
    "Reason",
    "Rule",
    "Score",
    "Seat",
    "Setup",
    "StoreError",
    "TengenError",
    "Threat",
    "__version__",
    "format_point",
    "parse_point",
]
