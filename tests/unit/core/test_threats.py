"""Threats on whole boards: side, stones, keys and defences as points, under every rule."""

import pytest

from boards import board, marked, row_board, the_point
from tengen.core.board import Board
from tengen.core.geometry import Color, Direction, Point
from tengen.core.rules import RULES
from tengen.core.shapes import Kind
from tengen.core.threats import Threat, threats


def the_threat(made: Board, rule: str, color: Color = Color.BLACK) -> Threat:
    """Return the only threat of `color`."""
    (threat,) = threats(made, RULES[rule], color)
    return threat


def columns(points: tuple[Point, ...]) -> list[int]:
    return [point.x for point in points]


def test_a_quiet_board_has_no_threats() -> None:
    made = row_board(". . X X . O O . .")
    for rule in RULES.values():
        for color in Color:
            assert threats(made, rule, color) == []


def test_a_threat_names_its_side_stones_keys_and_defences_in_row_order() -> None:
    diagram = """
        . . . . k
        . . . X .
        . . X . .
        . X . . .
        X . . . .
    """
    assert the_threat(board(diagram), "freestyle") == Threat(
        Kind.FOUR,
        Color.BLACK,
        stones=(Point(3, 1), Point(2, 2), Point(1, 3), Point(0, 4)),
        keys=(the_point(diagram, "k"),),
        defences=(the_point(diagram, "k"),),
    )


def test_the_gravest_threats_come_first() -> None:
    made = board("""
        . . X X X . . . .
        . . . . . . . . .
        O X X X X . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . X X X X . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """)
    kinds = [threat.kind for threat in threats(made, RULES["standard"], Color.BLACK)]
    assert kinds[:3] == [Kind.OPEN_FOUR, Kind.FOUR, Kind.THREE]
    assert kinds == sorted(kinds)


def test_a_caro_four_with_two_defences_names_the_point_beyond_its_five() -> None:
    made = row_board("O X X X X . . . .")
    threat = the_threat(made, "caro")
    assert (columns(threat.keys), columns(threat.defences)) == ([5], [5, 6])
    assert columns(the_threat(made, "standard").defences) == [5]


def test_four_beside_a_far_stone_is_open_in_standard_and_not_in_caro() -> None:
    made = row_board("O . X X X X . . .")
    assert the_threat(made, "standard").kind is Kind.OPEN_FOUR
    caro = the_threat(made, "caro")
    assert (caro.kind, columns(caro.keys), columns(caro.defences)) == (Kind.FOUR, [1, 6], [6])


def test_a_caro_four_closed_by_a_blocked_point_or_trap_has_one_defence() -> None:
    for wall in "#*":
        threat = the_threat(row_board(f"{wall} X X X X . . . ."), "caro")
        assert columns(threat.defences) == [5]


def test_renju_sees_white_with_other_eyes_than_black() -> None:
    # X.XXXX closed on the right: six wins for White only.
    black = row_board("X . X X X X O . .")
    white = row_board("O . O O O O X . .")
    assert threats(black, RULES["renju"], Color.BLACK) == []
    assert columns(the_threat(white, "renju", Color.WHITE).keys) == [1]


def test_white_in_renju_may_grow_into_two_fours_on_one_line() -> None:
    white = the_threat(row_board("O . O . O . O . ."), "renju", Color.WHITE)
    assert (white.kind, columns(white.keys)) == (Kind.THREE, [3])
    assert threats(row_board("X . X . X . X . ."), RULES["renju"], Color.BLACK) == []


def test_black_loses_a_three_to_a_forbidden_key_and_white_does_not() -> None:
    # k would make a straight four in the row and a second four in the column.
    diagram = """
        . . . . . . . . .
        . . . . . . . . .
        . . . X . . . . .
        . . . X . . . . .
        . . . X . . . . .
        . . X k X X . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """
    key = the_point(diagram, "k")
    row_of = (Point(2, 5), Point(4, 5), Point(5, 5))

    def has_row_three(text: str, color: Color) -> bool:
        found = threats(board(text), RULES["renju"], color)
        return (Kind.THREE, (key,), row_of) in [(t.kind, t.keys, t.stones) for t in found]

    assert not has_row_three(diagram, Color.BLACK)
    assert has_row_three(diagram.replace("X", "O"), Color.WHITE)


def test_a_black_three_keeps_the_keys_that_are_allowed() -> None:
    # The row may grow at k but not at f, where the column would be a second four.
    diagram = """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . X . .
        . . . . . . X . .
        . . . . . . X . .
        . . k X X X f . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """
    rows = {
        threat.keys
        for threat in threats(board(diagram), RULES["renju"], Color.BLACK)
        if threat.stones == (Point(3, 5), Point(4, 5), Point(5, 5))
    }
    assert rows == {(the_point(diagram, "k"),)}


def test_a_blocked_point_or_trap_breaks_a_line() -> None:
    for wall in "#*":
        for rule in RULES.values():
            assert threats(row_board(f". X X {wall} X X . . ."), rule, Color.BLACK) == []


@pytest.mark.parametrize("size", [5, 6, 7, 8])
def test_four_in_every_direction_is_seen_on_boards_smaller_than_the_window(size: int) -> None:
    for direction in Direction:
        dx, dy = direction.step
        made = Board(size)
        start = Point(0, size - 1 if dy < 0 else 0)
        points = [Point(start.x + i * dx, start.y + i * dy) for i in range(5)]
        for point in points[:4]:
            made.put(point, Color.WHITE)
        threat = the_threat(made, "standard", Color.WHITE)
        assert (threat.kind, threat.keys, threat.defences) == (
            Kind.FOUR,
            (points[4],),
            (points[4],),
        )


@pytest.mark.parametrize(
    ("row", "kind"),
    [
        (". X X X .", None),
        (". X X X . .", Kind.THREE),
        (". X X X X .", Kind.OPEN_FOUR),
        ("X X X X . .", Kind.FOUR),
    ],
)
def test_the_edges_of_small_boards_are_where_they_are(row: str, kind: Kind | None) -> None:
    found = threats(row_board(row), RULES["standard"], Color.BLACK)
    assert [threat.kind for threat in found] == ([] if kind is None else [kind])


def test_lines_too_short_for_five_hold_no_threat() -> None:
    # The diagonal of four in the corner can never be five.
    made = board("""
        . . . X . .
        . . X . . .
        . X . . . .
        X . . . . .
        . . . . . .
        . . . . . .
    """)
    for rule in RULES.values():
        assert threats(made, rule, Color.BLACK) == []


def test_crossing_threats_are_listed_once_for_each_line() -> None:
    diagram = """
        . . . . . . . . .
        . . . . . . . . .
        . . X . . . . . .
        . . X . . . . . .
        . . k X X . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """
    made = board(diagram)
    made.put(marked(diagram, "k")[0], Color.BLACK)
    found = threats(made, RULES["freestyle"], Color.BLACK)
    assert [threat.kind for threat in found] == [Kind.THREE, Kind.THREE]
