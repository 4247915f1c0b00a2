"""What both ends of the Gomocup wire agree on: words, rule codes, coordinates and milliseconds.

A point on this wire is `x,y`: column and row, both from 0, from the top left corner.
"""

import re
from collections.abc import Iterable
from enum import IntEnum, StrEnum
from typing import Final

from tengen.core.geometry import Point, is_on_board
from tengen.core.rules import RULES, Overline, Rule, SideRule
from tengen.errors import InvalidText

UNLIMITED_MS: Final = 2147483647
"""`INFO time_left` with this value means that there is no limit on the game."""

FIRST_POINT: Final = re.compile(r"\s*(-?[0-9]{1,9})\s*,\s*(-?[0-9]{1,9})(?![0-9])", re.ASCII)
"""Two numbers at the start of a line. Managers differ in what they tolerate behind them."""

_EXACTLY_FIVE: Final = 1
_RENJU: Final = 4
_CARO: Final = 8

_RENJU_BLACK: Final = SideRule(Overline.FORBIDDEN, no_double_three=True, no_double_four=True)
_FREE: Final = SideRule(Overline.WINS)

_QUOTED: Final = 40


class Word(StrEnum):
    """The words with which a brain's line begins, when it is not a point."""

    OK = "OK"
    SWAP = "SWAP"
    MESSAGE = "MESSAGE"
    """Text for people."""
    DEBUG = "DEBUG"
    """Text for the brain's author."""
    SUGGEST = "SUGGEST"
    """A point that the manager confirms with PLAY."""
    FORBID = "FORBID"
    """The answer to YXSHOWFORBID."""
    ERROR = "ERROR"
    """A command that is known, but cannot be obeyed."""
    UNKNOWN = "UNKNOWN"
    """A command that is not known."""


class Key(StrEnum):
    """The keys of INFO, the last four of them Yixin's. There may be others: they are ignored."""

    TIMEOUT_TURN = "timeout_turn"
    """Milliseconds for a move; 0 is as fast as possible, and while thinking: move now."""
    TIMEOUT_MATCH = "timeout_match"
    """Milliseconds for a game; 0 is no limit."""
    TIME_LEFT = "time_left"
    """Milliseconds left of the game; may be negative, and see UNLIMITED_MS."""
    MAX_MEMORY = "max_memory"
    """Bytes; 0 is no limit."""
    GAME_TYPE = "game_type"
    """0 against a person, 1 against a brain, 2 a tournament, 3 a tournament over the network."""
    RULE = "rule"
    """See `code_of`."""
    EVALUATE = "evaluate"
    """A point that a person looks at; never answered on the wire."""
    FOLDER = "folder"
    """A folder for files that shall last."""
    MAX_NODE = "max_node"
    MAX_DEPTH = "max_depth"
    THREAD_NUM = "thread_num"
    HASH_SIZE = "hash_size"
    """Kilobytes."""


class Field(IntEnum):
    """The third number of a line of BOARD."""

    OWN = 1
    """A stone of the brain that is asked."""
    OTHER = 2
    """A stone of its opponent."""
    SPECIAL = 3
    """Part of a line that has already won in a continuous game, or forbidden in renju."""


def code_of(rule: Rule) -> int:
    """Return the code of a rule: the sum of 1 for exactly five, 4 for renju and 8 for caro.

    Raise InvalidText for traits that no code can say.
    """
    code = _code(rule)
    if code is not None:
        return code
    raise InvalidText(
        "no-rule-code",
        "the Gomocup protocol has no code for the rule {rule!r}; it has {known}",
        rule=str(rule),
        known=known_codes(),
    )


def rule_of(code: int) -> Rule:
    """Return the rule with this code, or raise InvalidText.

    2 is refused: to Gomocup it means that a game goes on after five, to Yixin it means renju.
    """
    rule = _rules().get(code)
    if rule is not None:
        return rule
    raise InvalidText(
        "unknown-rule-code",
        "there is no rule {code}; give {known}",
        code=code,
        known=known_codes(),
    )


def known_codes() -> str:
    """Return every code with its rule, for people: `0 (freestyle), 1 (standard), ...`."""
    return ", ".join(f"{code} ({rule})" for code, rule in sorted(_rules().items()))


def parse_point(text: str, size: int) -> Point:
    """Read `7,8`, with or without blanks; raise InvalidText for anything else or off the board."""
    match = FIRST_POINT.match(text)
    if match is None or text[match.end() :].strip():
        raise InvalidText(
            "bad-point",
            "{text!r} is not a point; write column and row from 0, like '7,8'",
            text=text[:_QUOTED],
        )
    point = Point(int(match[1]), int(match[2]))
    if not is_on_board(point, size):
        raise InvalidText(
            "off-board",
            "{text!r} is off the board; {size}x{size} has columns and rows 0 to {last}",
            text=text[:_QUOTED],
            size=size,
            last=size - 1,
        )
    return point


def format_point(point: Point) -> str:
    """Write a point of the board as `7,8`."""
    return f"{point.x},{point.y}"


def parse_points(text: str, size: int) -> list[Point]:
    """Read `7,7 8,7 9,9`, as SWAP2BOARD is answered; no blanks within a point."""
    return [parse_point(word, size) for word in text.split()]


def format_points(points: Iterable[Point]) -> str:
    """Write points with a blank between them."""
    return " ".join(map(format_point, points))


def parse_stone(text: str, size: int) -> tuple[Point, Field]:
    """Read a line of BOARD: `7,8,1`."""
    place, _, field = text.rpartition(",")
    if field.strip() not in ("1", "2", "3") or "," not in place:
        raise InvalidText(
            "bad-stone",
            "{text!r} is not a stone; write column, row and 1 (own), 2 (other) or 3, like '7,8,1'",
            text=text[:_QUOTED],
        )
    return parse_point(place, size), Field(int(field))


def format_stone(point: Point, field: Field) -> str:
    """Write a line of BOARD."""
    return f"{point.x},{point.y},{int(field)}"


def format_ms(seconds: float | None) -> str:
    """Write seconds as whole milliseconds, never more than they are; None is UNLIMITED_MS."""
    if seconds is None or seconds * 1000 >= UNLIMITED_MS:
        return str(UNLIMITED_MS)
    # Half a microsecond more, because 0.3 is a little less than three tenths to a computer.
    return str(int((seconds + 5e-7) * 1000 // 1))


def parse_ms(text: str) -> float | None:
    """Read milliseconds as seconds; None from UNLIMITED_MS on. Raise InvalidText for no number."""
    number = parse_number(text)
    return None if number >= UNLIMITED_MS else number / 1000


def parse_number(text: str) -> int:
    """Read a whole number, perhaps negative, of at most 18 digits."""
    if re.fullmatch(r"\s*[+-]?[0-9]{1,18}\s*", text, re.ASCII) is None:
        raise InvalidText(
            "bad-number", "{text!r} is not a number; write up to 18 digits", text=text[:_QUOTED]
        )
    return int(text)


def _code(rule: Rule) -> int | None:
    if rule.black == rule.white and not rule.black.has_forbidden:
        exactly = rule.black.overline is Overline.NOTHING
        return _EXACTLY_FIVE * exactly + _CARO * rule.black.needs_open_end
    return _RENJU if (rule.black, rule.white) == (_RENJU_BLACK, _FREE) else None


def _rules() -> dict[int, Rule]:
    """Return the rules that have a code. A rule without one can be played, but not here."""
    coded = ((_code(rule), rule) for rule in RULES.values())
    return {code: rule for code, rule in coded if code is not None}
