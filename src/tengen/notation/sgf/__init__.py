"""SGF files of Gomoku and Renju, `GM[4]`: game trees, both ways; see docs/sgf.md."""

from tengen.notation.sgf.reader import parse_sgf, parse_sgf_games
from tengen.notation.sgf.writer import format_sgf

__all__ = ["format_sgf", "parse_sgf", "parse_sgf_games"]
