"""The ways in which the Gomoku world writes a point. To add a dialect, add a row."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tengen.core.geometry import (
    MAX_SIZE,
    MIN_SIZE,
    Point,
    check_size,
    format_point,
    is_on_board,
    parse_point,
)
from tengen.errors import InvalidText
from tengen.notation._text import excerpt, lowered
from tengen.registry import nearest

Read = Callable[[str, int], Point | None]
Write = Callable[[Point, int], str]

_LONGEST: Final = 16


@dataclass(frozen=True, slots=True)
class Dialect:
    """One way to write a point. Use `parse` and `format`, which check what they are given."""

    name: str
    description: str
    """One sentence for people."""
    read: Read
    """Return the point of a text, perhaps off the board, or None if the text is malformed."""
    write: Write
    """Return the text of a point that is on the board."""
    sizes: range = range(MIN_SIZE, MAX_SIZE + 1)
    """The boards it can write."""

    def parse(self, text: str, size: int) -> Point:
        """Read a point on a board of `size` lines; nothing but exactly what is written is read."""
        self._check_size(size)
        point = self.read(text, size) if len(text) <= _LONGEST else None
        if point is None or not is_on_board(point, size):
            raise InvalidText(
                "bad-point" if point is None else "off-board",
                "{text!r} is not a point in the dialect {dialect!r}; {size}x{size} has {first!r} "
                "in the top left corner to {last!r} in the bottom right one",
                text=excerpt(text),
                dialect=self.name,
                size=size,
                first=self.write(Point(0, 0), size),
                last=self.write(Point(size - 1, size - 1), size),
            )
        return point

    def format(self, point: Point, size: int) -> str:
        """Write a point on a board of `size` lines; PASS has no text."""
        self._check_size(size)
        if not is_on_board(point, size):
            raise InvalidText(
                "off-board",
                "({x}, {y}) is no point of a {size}x{size} board; columns and rows are 0 to {last}",
                x=point.x,
                y=point.y,
                size=size,
                last=size - 1,
            )
        return self.write(point, size)

    def _check_size(self, size: int) -> None:
        if check_size(size) not in self.sizes:
            raise InvalidText(
                "dialect-size",
                "the dialect {dialect!r} cannot write a board of size {size}; "
                "it knows {smallest} to {largest}",
                dialect=self.name,
                size=size,
                smallest=self.sizes[0],
                largest=self.sizes[-1],
            )


def _numbers(separator: str, point: Callable[[int, int, int], Point]) -> Read:
    """Return a reader of two numbers; `point` makes a point of them and the size."""
    number = "(0|-?[1-9][0-9]?)"
    pattern = re.compile(number + re.escape(separator) + number)

    def read(text: str, size: int) -> Point | None:
        match = pattern.fullmatch(text)
        return point(int(match[1]), int(match[2]), size) if match else None

    return read


def _upside_down(point: Point, size: int) -> Point:
    return Point(point.x, size - 1 - point.y)


def _read_sgf(text: str, _size: int) -> Point | None:
    if re.fullmatch("[a-z][a-z]", text) is None:
        return None
    return Point(ord(text[0]) - ord("a"), ord(text[1]) - ord("a"))


def _read_renlib(text: str, _size: int) -> Point | None:
    text = lowered(text)
    if re.fullmatch("[0-9a-f][0-9a-f]", text) is None:
        return None
    row, column = divmod(int(text, 16), 16)
    return Point(column - 1, row)


_ROWS: Final = (
    Dialect(
        "house",
        "Column letter, then row number from the bottom: tengen, Renju, Gomocalc, Yixin, RIF.",
        parse_point,
        format_point,
    ),
    Dialect(
        "pos-top",
        "Column letter, then row number from the top: c-gomoku-cli, GomocupJudge, CS165A.",
        lambda text, size: _upside_down(parse_point(text, size), size),
        lambda point, size: format_point(_upside_down(point, size), size),
    ),
    Dialect(
        "gomocup",
        "Column, comma, row, from 0 at the top left: the Gomocup protocol.",
        _numbers(",", lambda x, y, _: Point(x, y)),
        lambda point, _: f"{point.x},{point.y}",
    ),
    Dialect(
        "psq",
        "Column, comma, row, from 1 at the top left: Piskvork's PSQ files.",
        _numbers(",", lambda x, y, _: Point(x - 1, y - 1)),
        lambda point, _: f"{point.x + 1},{point.y + 1}",
    ),
    Dialect(
        "offset",
        "Steps right, comma, steps down, from the centre: Gomocup's opening files.",
        _numbers(",", lambda x, y, size: Point(size // 2 + x, size // 2 + y)),
        lambda point, size: f"{point.x - size // 2},{point.y - size // 2}",
    ),
    Dialect(
        "sgf",
        "Column letter, then row letter from the top: SGF files.",
        _read_sgf,
        lambda point, _: chr(ord("a") + point.x) + chr(ord("a") + point.y),
    ),
    Dialect(
        "row-col",
        "Row, comma, column, from 0 at the top left: the hosts CS303 and CS4386.",
        _numbers(",", lambda row, column, _: Point(column, row)),
        lambda point, _: f"{point.y},{point.x}",
    ),
    Dialect(
        "yixin-sav",
        "Row, space, column, from 0 at the top left: the .sav files of Yixin-Board.",
        _numbers(" ", lambda row, column, _: Point(column, row)),
        lambda point, _: f"{point.y} {point.x}",
    ),
    Dialect(
        "renlib",
        "Row from 0 at the top, then column from 1, one hexadecimal digit each: RenLib, 15x15.",
        _read_renlib,
        lambda point, _: f"{point.y:x}{point.x + 1:x}",
        sizes=range(15, 16),
    ),
)

DIALECTS: Final = {dialect.name: dialect for dialect in _ROWS}


def find_dialect(name: str) -> Dialect:
    """Return the dialect called `name`, or raise InvalidText naming the nearest ones."""
    if name in DIALECTS:
        return DIALECTS[name]
    raise InvalidText(
        "unknown-dialect",
        "there is no dialect {name!r}; did you mean {near}?",
        name=excerpt(name),
        near=nearest(excerpt(name), DIALECTS),
    )
