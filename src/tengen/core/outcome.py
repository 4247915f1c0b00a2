"""How a game ends: who won, why, and with which line."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from tengen.core.board import Board, board_lines, lines_through
from tengen.core.geometry import PASS, Color, Point, format_point
from tengen.core.rules import Rule
from tengen.core.shapes import is_five, run


class Reason(StrEnum):
    """Why a game is over; each value is part of a sentence."""

    FIVE = "five in a row"
    LONGEST_LINE = "the longest line"
    EQUAL_LINES = "equal longest lines"
    FULL_BOARD = "the board is full"
    PASSES = "both sides passed"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished game."""

    winner: Color | None
    reason: Reason
    line: tuple[Point, ...] = ()
    """The winner's row, end to end; empty in a draw."""
    size: int = 15
    """Lines a side, so that the points can be written."""

    def __str__(self) -> str:
        if self.winner is None:
            return f"draw: {self.reason}"
        ends = sorted({self.line[0], self.line[-1]}, key=lambda point: (point.x, -point.y))
        names = "-".join(format_point(point, self.size) for point in ends)
        return f"{self.winner} wins: {self.reason} {names}"


def find_outcome(board: Board, rule: Rule) -> Outcome | None:
    """Return how the game has ended, or None while it goes on.

    With moves on the stack only the last stone's lines are asked for five, since an earlier five
    would have ended the game; without, the whole board is.
    """
    if (won := _winning_row(board, rule)) is not None:
        return Outcome(won[0], Reason.FIVE, won[1], board.size)
    if board.moves[-2:] == (PASS, PASS):
        return Outcome(None, Reason.PASSES, size=board.size)
    if not board.traps:
        return Outcome(None, Reason.FULL_BOARD, size=board.size) if board.is_full else None
    if board.is_full or board.move_count >= board.size * board.size:
        return _by_longest_line(board)
    return None


def winning_rows(board: Board, rule: Rule, color: Color) -> list[tuple[Point, ...]]:
    """Return every row on the board that wins for `color`, in the order of the lines."""
    side = rule.side(color)
    texts = ((line, board.line_text(line, color)) for line in board_lines(board.size))
    return [
        tuple(line.points[place] for place in row)
        for line, text in texts
        for row in _rows(text)
        if is_five(text, row, side)
    ]


def all_rows(board: Board, color: Color) -> Iterator[tuple[Point, ...]]:
    """Yield every unbroken row of `color`, single stones included, in the order of the lines."""
    for line in board_lines(board.size, shortest=1):
        for row in _rows(board.line_text(line, color)):
            yield tuple(line.points[place] for place in row)


def _winning_row(board: Board, rule: Rule) -> tuple[Color, tuple[Point, ...]] | None:
    last = board.last
    if last is None:
        for color in Color:
            if rows := winning_rows(board, rule, color):
                return color, rows[0]
        return None
    color = board.turn.other
    if last == PASS or last in board.traps:
        return None
    for line, place in lines_through(board.size, last):
        if board.count(line, color) < 5:
            continue  # This only saves time.
        text = board.line_text(line, color)
        row = run(text, place)
        if is_five(text, row, rule.side(color)):
            return color, tuple(line.points[at] for at in row)
    return None


def _by_longest_line(board: Board) -> Outcome:
    black, white = (_longest_row(board, color) for color in Color)
    if len(black) == len(white):
        return Outcome(None, Reason.EQUAL_LINES, size=board.size)
    winner = Color.BLACK if len(black) > len(white) else Color.WHITE
    return Outcome(winner, Reason.LONGEST_LINE, max(black, white, key=len), board.size)


def _longest_row(board: Board, color: Color) -> tuple[Point, ...]:
    """Return the longest row of `color`, the first in the order of the lines among equals."""
    return max(all_rows(board, color), key=len, default=())


def _rows(text: str) -> list[range]:
    """Return the unbroken rows of `X` in a line, from its start."""
    rows, place = [], 0
    for cell, cells in groupby(text):
        length = len(list(cells))
        if cell == "X":
            rows.append(range(place, place + length))
        place += length
    return rows
