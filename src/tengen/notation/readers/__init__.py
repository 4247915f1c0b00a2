"""The texts that `parse_position` recognises, one file each, found by their names.

Of each text at most one reader says that it fits, so that their order does not matter.
"""

from typing import Protocol

from tengen.core.game import Game, Move
from tengen.core.rules import Rule, find_rule
from tengen.core.setup import Setup
from tengen.errors import InvalidText, TengenError
from tengen.notation._text import located
from tengen.registry import modules


class Reader(Protocol):
    """What a file of this folder offers."""

    ACCEPTS: str
    """What it reads, with an example, to end the sentence "write ..."."""

    def fits(self, text: str) -> bool:
        """Say whether `text`, stripped of blanks around it, is meant for this reader."""

    def read(self, text: str, size: int | None, rule: str | Rule | None) -> Game:
        """Return the game; `size` and `rule` count where the text is silent, and must agree."""


def readers() -> dict[str, Reader]:
    """Return all readers by name."""
    return {name: module() for name, module in sorted(modules(__name__).items())}


def check_asked(setup: Setup, size: int | None, rule: str | Rule | None) -> Setup:
    """Return `setup` if it is of the size and rule that the caller asked for, if any."""
    if size not in (None, setup.size):
        raise InvalidText(
            "size-conflict",
            "the position is of size {found}, but size {asked!r} was asked for; "
            "leave one of them out",
            found=setup.size,
            asked=size,
        )
    if rule is not None and find_rule(rule) != setup.rule:
        raise InvalidText(
            "rule-conflict",
            "the position is under the rule {found!r}, but {asked!r} was asked for; "
            "leave one of them out",
            found=setup.rule.name,
            asked=str(rule),
        )
    return setup


def play_all(game: Game, moves: list[Move]) -> Game:
    """Play `moves` and return the game; an error says which move it was."""
    for number, move in enumerate(moves, 1):
        try:
            game.push(move)
        except TengenError as error:
            raise located(error, "move {number}", number=number) from None
    return game
