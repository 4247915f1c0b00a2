"""What both ends of CS165A agree on: how a move is written and how it is announced.

A move is a column letter and a row number counted from the top, `c3`. Every move that is played,
one's own as well as the other side's, is announced on a line that *begins* with `Move played:`.
"""

import re

from tengen.core.game import Game
from tengen.core.geometry import Color, Point
from tengen.errors import InvalidText

MIN_SIZE, MAX_SIZE, USUAL_SIZE = 5, 26, 11
TURN_SECONDS, MATCH_SECONDS = 30.0, 120.0
"""What the course allows; its referee waits one second longer for each."""

SIDES = ("Dark", "Light")
STONES = {"X": "D", "O": "L", ".": "."}

_MOVE = re.compile(r"([a-z])([1-9][0-9]?)")


def parse_move(text: str, size: int) -> Point:
    """Read `c3`: the third column, the third row from the top."""
    match = _MOVE.fullmatch(text)
    if match is None:
        raise InvalidText(
            "bad-point", "{text!r} is not a move; write a column and a row, like 'c3'", text=text
        )
    point = Point(ord(match[1]) - ord("a"), int(match[2]) - 1)
    if point.x >= size or point.y >= size:
        raise InvalidText(
            "off-board",
            "{text!r} is off the board, which goes from a1 to {last}",
            text=text,
            last=format_move(Point(size - 1, size - 1)),
        )
    return point


def format_move(point: Point) -> str:
    """Write a point as `parse_move` reads it."""
    return f"{chr(ord('a') + point.x)}{point.y + 1}"


def announce(point: Point) -> str:
    """Return the line that announces a move; the referee looks for just this."""
    return f"Move played: {format_move(point)}"


def side(color: Color) -> str:
    """Return what the course calls a colour."""
    return SIDES[color]


def draw(game: Game) -> list[str]:
    """Draw the board for people: `D` dark, `L` light, the last stone in brackets."""
    size, last = game.size, game.board.last
    lines = ["     " + " ".join(chr(ord("a") + x) for x in range(size))]
    for y in range(size):
        row = f"{y + 1:3} "
        for x in range(size):
            is_last = last == Point(x, y)
            was_last = last is not None and last == Point(x - 1, y)
            row += "(" if is_last else ")" if was_last else " "
            row += STONES[game.board[Point(x, y)]]
        lines.append(row + (")" if last == Point(size - 1, y) else ""))
    return lines
