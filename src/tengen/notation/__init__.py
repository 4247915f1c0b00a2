"""Points, moves and positions as text, in every dialect of the Gomoku world."""

from tengen.notation.coordinates import DIALECTS, Dialect, find_dialect
from tengen.notation.diagram import format_diagram, parse_board, parse_diagram
from tengen.notation.pos import format_pos, parse_pos
from tengen.notation.position import (
    format_position,
    parse_position,
    parse_tree,
    read_position,
    read_tree,
    recognise,
)
from tengen.notation.setup_string import format_setup, parse_setup

__all__ = [
    "DIALECTS",
    "Dialect",
    "find_dialect",
    "format_diagram",
    "format_pos",
    "format_position",
    "format_setup",
    "parse_board",
    "parse_diagram",
    "parse_pos",
    "parse_position",
    "parse_setup",
    "parse_tree",
    "read_position",
    "read_tree",
    "recognise",
]
