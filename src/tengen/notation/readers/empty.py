"""Nothing at all: the empty board."""

from tengen.core.game import Game
from tengen.core.rules import RULES, Rule

ACCEPTS = "nothing for the empty board"


def fits(text: str) -> bool:
    """Say whether there is no text."""
    return not text


def read(_text: str, size: int | None, rule: str | Rule | None) -> Game:
    """Return a game without moves."""
    return Game(15 if size is None else size, RULES["freestyle"] if rule is None else rule)
