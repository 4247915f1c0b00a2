"""Which points a side may play: the forbidden points of renju, by the RIF definition.

A point that makes five is never forbidden. Otherwise it is forbidden when it makes six or more
(`overline`), two fours (`4-4`) or two threes (`3-3`). A three counts only if one more stone can
really make it a straight four: a stone that does not make five at the same time and is itself
allowed, which asks the same question again with one stone more on the board.
"""

from enum import StrEnum

from tengen.core.board import TRAP, Board, board_lines, lines_through
from tengen.core.geometry import PASS, Color, Point, is_on_board, row_order
from tengen.core.rules import Overline, Rule
from tengen.core.shapes import (
    fours_made,
    makes_five,
    put,
    restless_points,
    run,
    straight_four_points,
)


class Forbidden(StrEnum):
    """Why a point is forbidden."""

    OVERLINE = "overline"
    DOUBLE_FOUR = "4-4"
    DOUBLE_THREE = "3-3"


def forbidden_reason(board: Board, rule: Rule, point: Point, color: Color) -> Forbidden | None:
    """Return why `color` may not play the empty `point`, or None if the rule allows it."""
    side = rule.side(color)
    if not side.has_forbidden:
        return None
    # Whatever forbids takes two stones on each of two lines, or four on one: this saves time.
    near = [at for at in lines_through(board.size, point) if board.count(at[0], color) >= 2]
    if len(near) < 2 and all(board.count(line, color) < 4 for line, _ in near):
        return None
    seen = [(board.line_text(line, color), place) for line, place in near]
    if any(makes_five(text, place, side) for text, place in seen):
        return None
    if side.overline is Overline.FORBIDDEN and any(_makes_overline(*at) for at in seen):
        return Forbidden.OVERLINE
    if side.no_double_four and sum(fours_made(*at, side) for at in seen) >= 2:
        return Forbidden.DOUBLE_FOUR
    if side.no_double_three and _makes_double_three(board, rule, point, color):
        return Forbidden.DOUBLE_THREE
    return None


def forbidden_points(board: Board, rule: Rule, color: Color) -> dict[Point, Forbidden]:
    """Return every empty point forbidden to `color` with the reason, in row order."""
    side = rule.side(color)
    if not side.has_forbidden:
        return {}
    restless = {
        line.points[place]
        for line in board_lines(board.size)
        for place in restless_points(board.line_text(line, color), side)
    }
    reasons = (
        (point, forbidden_reason(board, rule, point, color))
        for point in sorted(restless, key=row_order)
    )
    return {point: reason for point, reason in reasons if reason is not None}


def is_legal(board: Board, rule: Rule, point: Point) -> bool:
    """Say whether the side to move may play `point` while the game goes on."""
    if point == PASS:
        return may_pass(board, rule)
    if not is_on_board(point, board.size) or not board.can_take(point):
        return False
    return board[point] == TRAP or forbidden_reason(board, rule, point, board.turn) is None


def legal_points(board: Board, rule: Rule) -> list[Point]:
    """Return what the side to move may play, in row order; PASS is not a point."""
    forbidden = forbidden_points(board, rule, board.turn)
    points = [point for point in board.empty_points() if point not in forbidden]
    return sorted([*points, *board.traps], key=row_order) if board.traps else points


def may_pass(board: Board, rule: Rule) -> bool:
    """Say whether the side to move may pass: it has no point to play, or answers a pass."""
    if board.last == PASS:
        return True
    if board.traps or not rule.side(board.turn).has_forbidden:
        return False
    return not legal_points(board, rule)


def allows_open_four(board: Board, rule: Rule, point: Point, color: Color) -> bool:
    """Say whether `color` may play `point` to make an open four that is not five already.

    The RIF text counts a three only if its fourth stone makes no five at the same time, in any
    direction. Sides without forbidden points may always.
    """
    side = rule.side(color)
    if not side.has_forbidden:
        return True
    if any(
        makes_five(board.line_text(line, color), place, side)
        for line, place in lines_through(board.size, point)
    ):
        return False
    return forbidden_reason(board, rule, point, color) is None


def _makes_overline(text: str, place: int) -> bool:
    return len(run(put(text, place, "X"), place)) > 5


def _makes_double_three(board: Board, rule: Rule, point: Point, color: Color) -> bool:
    side = rule.side(color)
    threes = []
    for line, place in lines_through(board.size, point):
        if board.count(line, color) < 2:
            continue  # A three takes two stones more: this only saves time.
        after = put(board.line_text(line, color), place, "X")
        if fourths := straight_four_points(after, place, side):
            threes.append([line.points[at] for at in fourths])
    if len(threes) < 2:
        return False
    board.put(point, color)
    try:
        real = sum(
            any(allows_open_four(board, rule, fourth, color) for fourth in fourths)
            for fourths in threes
        )
    finally:
        board.lift(point)
    return real >= 2
