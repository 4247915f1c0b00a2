"""A set-up string, with the fields `opening` and `moves` besides those of a set-up."""

import re

from tengen.core.game import Game
from tengen.core.rules import Rule
from tengen.notation._text import excerpt
from tengen.notation.pos import parse_moves
from tengen.notation.readers import check_asked, play_all
from tengen.notation.setup_string import setup_from_fields, split_fields

ACCEPTS = "a set-up like 'rule:renju_black:h8_turn:white'"


def fits(text: str) -> bool:
    """Say whether `text` begins with a field; one letter before a colon is a Windows drive."""
    return re.fullmatch(r"[A-Za-z]{2,}:[^\s/\\]*", text) is not None


def read(text: str, size: int | None, rule: str | Rule | None) -> Game:
    """Return the game after the moves of the field `moves`."""
    fields = split_fields(text)
    opening = fields.pop("opening", "free")
    moves = fields.pop("moves", "")
    setup = check_asked(setup_from_fields(fields, size=size, rule=rule), size, rule)
    game = Game(opening=excerpt(opening), setup=setup)
    return play_all(game, parse_moves(moves, setup.size))
