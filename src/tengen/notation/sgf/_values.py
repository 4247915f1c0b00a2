"""The values of SGF properties: points, lists of points, and texts."""

from collections.abc import Iterable
from string import ascii_lowercase
from typing import Final

from sgfmill import sgf_grammar

from tengen.core.geometry import PASS, Point, is_on_board
from tengen.core.tree import Shape
from tengen.errors import InvalidText
from tengen.notation._text import excerpt

SHAPES: Final = {
    "TR": Shape.TRIANGLE,
    "SQ": Shape.SQUARE,
    "CR": Shape.CIRCLE,
    "MA": Shape.CROSS,
    "LB": Shape.LABEL,
}


def read_point(raw: bytes, size: int) -> Point:
    """Return the point of two letters: column from the left, row from the top."""
    text = raw.decode("utf-8", "replace").strip()
    point = PASS
    if len(text) == 2 and all(letter in ascii_lowercase for letter in text):
        point = Point(*(ascii_lowercase.index(letter) for letter in text))
    if point == PASS or not is_on_board(point, size):
        raise InvalidText(
            "bad-sgf-point",
            "{text!r} is not a point of a {size}x{size} board in SGF; "
            "it has 'aa' at the top left to {last!r}",
            text=excerpt(text, 12),
            size=size,
            last=ascii_lowercase[size - 1] * 2,
        )
    return point


def read_move(raw: bytes, size: int) -> Point:
    """Return the point of a move; nothing, and on boards of up to 19 lines `tt`, is a pass."""
    text = raw.decode("utf-8", "replace").strip()
    if not text or (text == "tt" and size <= 19):
        return PASS
    return read_point(raw, size)


def read_points(raws: Iterable[bytes], size: int) -> list[Point]:
    """Return a list of points, in which `aa:cc` is a whole rectangle."""
    points: list[Point] = []
    for raw in raws:
        first, last = sgf_grammar.parse_compose(raw)
        start = read_point(first, size)
        end = start if last is None else read_point(last, size)
        points += [
            Point(x, y)
            for y in range(min(start.y, end.y), max(start.y, end.y) + 1)
            for x in range(min(start.x, end.x), max(start.x, end.x) + 1)
        ]
    return points


def read_text(raw: bytes, *, one_line: bool = False) -> str:
    """Return what a text says, without its escapes."""
    value = sgf_grammar.simpletext_value(raw) if one_line else sgf_grammar.text_value(raw)
    return str(value.decode("utf-8", "replace"))


def write_point(point: Point) -> bytes:
    """Write a point, and a pass as nothing."""
    if point == PASS:
        return b""
    return (ascii_lowercase[point.x] + ascii_lowercase[point.y]).encode()


def write_text(text: str) -> bytes:
    """Write a text with its escapes."""
    return bytes(sgf_grammar.escape_text(text.encode("utf-8", "replace")))


def write_label(point: Point, text: str) -> bytes:
    """Write a point with its label, in which a colon is escaped too."""
    return write_point(point) + b":" + write_text(text).replace(b":", b"\\:")
