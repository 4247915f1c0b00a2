"""What wins and what is forbidden, as rows of traits. To add a rule, add a row.

Nothing in tengen compares rule names: core, native and the wire formats read the traits.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from tengen.core.geometry import Color
from tengen.errors import InvalidText
from tengen.registry import nearest


class Overline(IntEnum):
    """What six or more stones in a row are to the side that makes them."""

    WINS = 0
    NOTHING = 1
    FORBIDDEN = 2


@dataclass(frozen=True, slots=True)
class SideRule:
    """What counts for one side."""

    overline: Overline
    needs_open_end: bool = False
    """A row of exactly five with opposing stones at both ends does not win; edges do not close."""
    no_double_three: bool = False
    """Making two threes at once is forbidden."""
    no_double_four: bool = False
    """Making two fours at once is forbidden."""

    @property
    def has_forbidden(self) -> bool:
        """Whether some points may be forbidden to this side."""
        return self.overline is Overline.FORBIDDEN or self.no_double_three or self.no_double_four


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the game: its name and what counts for Black and for White."""

    name: str
    title: str
    """One sentence for people."""
    black: SideRule
    white: SideRule

    def side(self, color: Color) -> SideRule:
        """Return what counts for `color`."""
        return self.black if color is Color.BLACK else self.white

    def __str__(self) -> str:
        return self.name


_FREE: Final = SideRule(Overline.WINS)
_EXACT: Final = SideRule(Overline.NOTHING)
_RENJU_BLACK: Final = SideRule(Overline.FORBIDDEN, no_double_three=True, no_double_four=True)
_CARO: Final = SideRule(Overline.NOTHING, needs_open_end=True)
_CARO_OPEN: Final = SideRule(Overline.WINS, needs_open_end=True)

_ROWS: Final = (
    Rule("freestyle", "Five or more in a row win.", _FREE, _FREE),
    Rule("standard", "Exactly five in a row win; six are nothing.", _EXACT, _EXACT),
    Rule(
        "renju",
        "Black needs exactly five and may not make 3-3, 4-4 or six; White is free.",
        _RENJU_BLACK,
        _FREE,
    ),
    Rule("caro", "Exactly five win, unless closed by stones at both ends.", _CARO, _CARO),
    Rule(
        "caro-open",
        "Five win unless closed by stones at both ends; six or more always win.",
        _CARO_OPEN,
        _CARO_OPEN,
    ),
)

RULES: Final = {rule.name: rule for rule in _ROWS}


def find_rule(name: str | Rule) -> Rule:
    """Return the rule called `name`, or raise InvalidText naming the nearest ones."""
    if isinstance(name, Rule):
        return name
    if name in RULES:
        return RULES[name]
    raise InvalidText(
        "unknown-rule",
        "there is no rule {name!r}; did you mean {near}?",
        name=name,
        near=nearest(name, RULES),
    )
