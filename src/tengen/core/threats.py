"""Threats as data: who threatens what, with which stones, where, and what stops it."""

from typing import NamedTuple

from tengen.core.board import Board, Line, board_lines
from tengen.core.geometry import Color, Point, row_order
from tengen.core.legality import allows_open_four
from tengen.core.rules import Rule
from tengen.core.shapes import Kind, LineThreat, fours, open_four_points, threes


class Threat(NamedTuple):
    """One threat on the board; points are in row order.

    Fours (threes) on one line that share stones are one threat. `defences` are the single replies
    on the threat's own line after which none of its keys is left; an open four has none. In renju
    a reply that does no more than make a key forbidden stops it too, but is not listed.
    """

    kind: Kind
    side: Color
    stones: tuple[Point, ...]
    keys: tuple[Point, ...]
    """Where it is completed: the points that make five, or an open four."""
    defences: tuple[Point, ...]


def threats(board: Board, rule: Rule, color: Color) -> list[Threat]:
    """Return the threats of `color`, the gravest kind first, then in row order."""
    side = rule.side(color)
    found = []
    for line in board_lines(board.size):
        text = board.line_text(line, color)
        if "X" not in text:
            continue
        keys = tuple(
            place
            for place in open_four_points(text, side)
            if allows_open_four(board, rule, line.points[place], color)
        )
        for threat in (*fours(text, side), *threes(text, side, keys)):
            found.append(_on_board(threat, line, color))
    return sorted(found, key=_order)


def _on_board(threat: LineThreat, line: Line, color: Color) -> Threat:
    stones, keys, defences = (
        tuple(sorted((line.points[place] for place in places), key=row_order))
        for places in threat[1:]
    )
    return Threat(threat.kind, color, stones, keys, defences)


def _order(threat: Threat) -> tuple[object, ...]:
    return threat.kind, [row_order(p) for p in threat.stones], [row_order(p) for p in threat.keys]
