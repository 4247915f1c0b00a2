"""A PSQ file of Piskvork: the position at its end."""

from tengen.core.game import Game
from tengen.core.rules import Rule
from tengen.core.tree import Tree
from tengen.notation.psq import looks_like_psq, parse_psq
from tengen.notation.readers import check_asked

ACCEPTS = "a PSQ record"


def fits(text: str) -> bool:
    """Say whether `text` begins as PSQ does."""
    return looks_like_psq(text)


def read(text: str, size: int | None, rule: str | Rule | None) -> Game:
    """Return the game."""
    return read_tree(text, size, rule).game()


def read_tree(
    text: str, size: int | None, rule: str | Rule | None, problems: list[str] | None = None
) -> Tree:
    """Return the game with its times and names."""
    tree = parse_psq(text, rule=rule, problems=problems)
    check_asked(tree.setup, size, None)
    return tree
