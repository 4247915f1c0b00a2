"""An SGF file: the position at the end of its main line."""

import re

from tengen.core.game import Game
from tengen.core.rules import Rule
from tengen.core.tree import Tree
from tengen.notation.readers import check_asked

ACCEPTS = "an SGF record"


def fits(text: str) -> bool:
    """Say whether `text` begins as SGF does."""
    return re.match(r"\(\s*;", text) is not None


def read(text: str, size: int | None, rule: str | Rule | None) -> Game:
    """Return the game of the main line."""
    return read_tree(text, size, rule).game()


def read_tree(
    text: str, size: int | None, rule: str | Rule | None, problems: list[str] | None = None
) -> Tree:
    """Return the whole tree of the first game."""
    from tengen.notation.sgf import parse_sgf

    tree = parse_sgf(text, size=size, rule=rule, problems=problems)
    check_asked(tree.setup, size, rule)
    return tree
