"""Moves from the empty board, `h8i9g7` or `h8 i9 g7`; rows count from the bottom."""

import re

from tengen.core.game import Game
from tengen.core.rules import Rule
from tengen.notation.pos import parse_pos
from tengen.notation.readers import empty, play_all

ACCEPTS = "moves like 'h8i9g7'"


def fits(text: str) -> bool:
    """Say whether `text` begins with a point and has nothing in it that file names have."""
    return re.fullmatch(r"[A-Za-z][0-9][^./\\:\n]*", text) is not None


def read(text: str, size: int | None, rule: str | Rule | None) -> Game:
    """Return the game after these moves."""
    game = empty.read("", size, rule)
    return play_all(game, [*parse_pos("".join(text.split(" ")), game.size)])
