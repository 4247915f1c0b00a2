"""`pos` strings: points run together in the order of play, `h8i9g7`."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tengen.core.game import Move
from tengen.core.geometry import PASS, Point, check_size, format_point, parse_point
from tengen.core.openings import Choice
from tengen.errors import InvalidText
from tengen.notation._text import excerpt, located, lowered
from tengen.notation.coordinates import find_dialect

POS_DIALECTS: Final = ("house", "pos-top")
"""The dialects whose points can be run together."""

_POINT: Final = re.compile("[a-z][1-9][0-9]?")
_MOVE: Final = re.compile(
    "|".join(["pass", *(re.escape(choice) for choice in Choice), _POINT.pattern])
)


def parse_pos(text: str, size: int, dialect: str = "house") -> list[Point]:
    """Read points run together, all in small letters or all in capitals.

    Each point may come once; whether the moves are legal is not asked.
    """
    _check_dialect(dialect)
    longest = 3 * check_size(size) ** 2
    if len(text) > longest:
        raise InvalidText(
            "too-long",
            "{text!r} has {length} characters; all points of a {size}x{size} board need less",
            text=excerpt(text),
            length=len(text),
            size=size,
        )
    points: dict[Point, None] = {}
    for place, part in _parts(text, _POINT):
        try:
            point = find_dialect(dialect).parse(part, size)
        except InvalidText as error:
            raise located(error, _PLACE, within=excerpt(text), place=place) from None
        if point in points:
            raise InvalidText(
                "repeated-point",
                _PLACE + ": {part!r} comes a second time; give each point once",
                within=excerpt(text),
                place=place,
                part=part,
            )
        points[point] = None
    return list(points)


def format_pos(points: Iterable[Point], size: int, dialect: str = "house") -> str:
    """Write points as `parse_pos` reads them."""
    _check_dialect(dialect)
    return "".join(find_dialect(dialect).format(point, size) for point in points)


def parse_moves(text: str, size: int) -> list[Move]:
    """Read the moves of a game: as `parse_pos`, with `pass`, choices, and points that come again.

    A point comes again where it is a trap, so only the game can say whether it may.
    """
    moves: list[Move] = []
    for place, part in _parts(text, _MOVE):
        if part == "pass":
            moves.append(PASS)
        elif part in list(Choice):
            moves.append(Choice(part))
        else:
            try:
                moves.append(parse_point(part, size))
            except InvalidText as error:
                raise located(error, _PLACE, within=excerpt(text), place=place) from None
    return moves


def format_moves(moves: Sequence[Move], size: int) -> str:
    """Write moves as `parse_moves` reads them."""
    return "".join(
        str(move) if isinstance(move, Choice) else format_point(move, size) for move in moves
    )


_PLACE: Final = "in {within!r} at character {place}"


def _check_dialect(dialect: str) -> None:
    if dialect not in POS_DIALECTS:
        raise InvalidText(
            "pos-dialect",
            "pos strings are not written in the dialect {dialect!r}; use {known}",
            dialect=excerpt(dialect),
            known=" or ".join(map(repr, POS_DIALECTS)),
        )


def _parts(text: str, pattern: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    """Yield the words of `text`, which must follow each other, with their places from 1."""
    small, place = lowered(text), 0
    while place < len(text):
        match = pattern.match(small, place)
        if match is None:
            good = pattern.search(small, place)
            junk = text[place : good.start() if good else len(text)]
            raise InvalidText(
                "bad-point",
                _PLACE + ": {junk!r} is not a point; write points like 'h8' run together: 'h8i9g7'",
                within=excerpt(text),
                place=place + 1,
                junk=excerpt(junk, 16),
            )
        yield place + 1, match[0]
        place = match.end()
