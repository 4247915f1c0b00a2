"""A RIF file of RenjuNet: the position at the end of its first game."""

from tengen.core.game import Game
from tengen.core.rules import Rule
from tengen.core.tree import Tree
from tengen.notation.readers import check_asked
from tengen.notation.rif import looks_like_rif, parse_rif

ACCEPTS = "a RIF file of RenjuNet"


def fits(text: str) -> bool:
    """Say whether `text` begins as RIF does."""
    return looks_like_rif(text)


def read(text: str, size: int | None, rule: str | Rule | None) -> Game:
    """Return the first game."""
    return read_tree(text, size, rule, []).game()


def read_tree(
    text: str, size: int | None, rule: str | Rule | None, problems: list[str] | None = None
) -> Tree:
    """Return all games."""
    tree = parse_rif(text, rule=rule, problems=problems)
    check_asked(tree.setup, size, None)
    return tree
