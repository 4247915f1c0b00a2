"""Points, colours, directions, and the eight symmetries of the square.

A point is `(x, y)`: x is the column from the left, y the row from the top, both from 0. Its text
is a letter for the column and a number counted from the *bottom*: `h8`. Other dialects are in
`tengen.notation`.
"""

import re
from collections.abc import Callable
from enum import IntEnum
from typing import Final, NamedTuple

from tengen.errors import InvalidText

MIN_SIZE: Final = 5
MAX_SIZE: Final = 26


class Point(NamedTuple):
    """An intersection of the board: column from the left, row from the top, from 0."""

    x: int
    y: int


PASS: Final = Point(-1, -1)
"""The move that puts no stone."""


class Color(IntEnum):
    """The two colours. Black moves first unless a set-up says otherwise."""

    BLACK = 0
    WHITE = 1

    @property
    def other(self) -> "Color":
        """The opposing colour."""
        return Color.WHITE if self is Color.BLACK else Color.BLACK

    def __str__(self) -> str:
        return self.name.lower()


class Direction(IntEnum):
    """The four directions of a line, each read towards larger x (or, upright, larger y)."""

    ROW = 0
    """Left to right."""
    COLUMN = 1
    """Top to bottom."""
    FALLING = 2
    """Top left to bottom right."""
    RISING = 3
    """Bottom left to top right."""

    @property
    def step(self) -> Point:
        """What one step along this direction adds to a point."""
        return _STEPS[self]


_STEPS: Final = (Point(1, 0), Point(0, 1), Point(1, 1), Point(1, -1))

_POINT_TEXT: Final = re.compile(r"([a-z])([1-9][0-9]?)", re.ASCII)


def check_size(size: int) -> int:
    """Return `size` if a board can have it, else raise InvalidText."""
    if not isinstance(size, int) or isinstance(size, bool) or not MIN_SIZE <= size <= MAX_SIZE:
        raise InvalidText(
            "size-range",
            "size {size!r} is not possible; boards have 5 to 26 lines a side",
            size=size,
        )
    return size


def parse_point(text: str, size: int) -> Point:
    """Read `h8` (or `H8`) on a board of `size` lines; `pass` is a move, not a point."""
    match = _POINT_TEXT.fullmatch(_lowered(text))
    if match is None:
        raise InvalidText(
            "bad-point",
            "{text!r} is not a point; write a letter and a number, like 'h8'",
            text=text,
        )
    point = Point(ord(match[1]) - ord("a"), size - int(match[2]))
    if not is_on_board(point, size):
        raise InvalidText(
            "off-board",
            "{text!r} is off the board; {size}x{size} has a1 to {last}",
            text=text,
            size=size,
            last=format_point(Point(size - 1, 0), size),
        )
    return point


def format_point(point: Point, size: int) -> str:
    """Write a point as `h8`, PASS as `pass`, and what is off the board as `(99, -3)`."""
    if point == PASS:
        return "pass"
    if not is_on_board(point, size):
        return f"({point[0]}, {point[1]})"
    return f"{chr(ord('a') + point.x)}{size - point.y}"


def is_on_board(point: Point, size: int) -> bool:
    """Say whether `point` is an intersection of a board of `size` lines."""
    return 0 <= point.x < size and 0 <= point.y < size


def row_order(point: Point) -> tuple[int, int]:
    """Sort key: top row first, each row from the left."""
    return point.y, point.x


def _lowered(text: str) -> str:
    """Lower the case of text in capitals; leave mixed case, which no dialect writes, alone."""
    return text.lower() if text.isascii() and text == text.upper() else text


class Symmetry(NamedTuple):
    """One of the eight ways to lay a square on itself: transpose first, then mirror."""

    transpose: bool
    mirror_x: bool
    mirror_y: bool

    def apply(self, point: Point, size: int) -> Point:
        """Return where `point` goes; PASS stays."""
        if point == PASS:
            return point
        x, y = (point.y, point.x) if self.transpose else point
        return Point(size - 1 - x if self.mirror_x else x, size - 1 - y if self.mirror_y else y)

    @property
    def inverse(self) -> "Symmetry":
        """The symmetry that takes everything back."""
        if not self.transpose:
            return self
        return Symmetry(True, self.mirror_y, self.mirror_x)

    def bound(self, size: int) -> Callable[[Point], Point]:
        """Return `apply` with the size filled in."""
        return lambda point: self.apply(point, size)


SYMMETRIES: Final = tuple(
    Symmetry(transpose, mirror_x, mirror_y)
    for transpose in (False, True)
    for mirror_x in (False, True)
    for mirror_y in (False, True)
)
"""All eight, the identity first."""
