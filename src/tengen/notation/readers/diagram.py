"""A diagram, as the terminal draws it."""

import re

from tengen.core.game import Game
from tengen.core.rules import Rule
from tengen.notation.diagram import looks_like_diagram, parse_diagram
from tengen.notation.readers import check_asked

ACCEPTS = "a diagram in X, O and dots"


def fits(text: str) -> bool:
    """Say whether `text` is drawn; a record may have a drawing in its comments."""
    return re.match(r"\(\s*;", text) is None and looks_like_diagram(text)


def read(text: str, size: int | None, rule: str | Rule | None) -> Game:
    """Return a game that starts from the picture."""
    return Game(setup=check_asked(parse_diagram(text, rule=rule), size, rule))
