"""Black's double threes, false and real, by the RIF definition.

The point in question is `p`; `a` is where a doubtful three would become a straight four. Diagrams
lie in the middle of a 15x15 board, so that their edges are not the board's.
"""

from boards import board, snapshot, the_point
from tengen.core.board import Board
from tengen.core.geometry import Color, Point, parse_point
from tengen.core.legality import Forbidden, forbidden_points, forbidden_reason
from tengen.core.rules import RULES

RENJU = RULES["renju"]


def verdict(diagram: str, mark: str = "p") -> str:
    """Why Black may not play the point with this mark, or `legal`."""
    point = the_point(diagram, mark, size=15)
    return str(forbidden_reason(board(diagram, size=15), RENJU, point, Color.BLACK) or "legal")


def verdict_after(diagram: str, first: str, then: str) -> str:
    """The verdict on the point `then` once Black has a stone on the point `first`."""
    made = board(diagram, size=15)
    made.put(the_point(diagram, first, size=15), Color.BLACK)
    point = the_point(diagram, then, size=15)
    return str(forbidden_reason(made, RENJU, point, Color.BLACK) or "legal")


def test_two_solid_threes_are_forbidden() -> None:
    # The row and the column are threes with room on both sides.
    assert (
        verdict("""
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . p X X .
        . . . X . . .
        . . . X . . .
        . . . . . . .
        """)
        == "3-3"
    )


def test_two_broken_threes_are_forbidden() -> None:
    # X.XX in the row and X.XX in the column: each gap makes a straight four.
    assert (
        verdict("""
        . . . . . . .
        . . . X . . .
        . . . . . . .
        . X . p X . .
        . . . X . . .
        . . . . . . .
        . . . . . . .
        """)
        == "3-3"
    )


def test_two_threes_on_the_diagonals_are_forbidden() -> None:
    # Both diagonals pass through p with two more stones and free ends.
    assert (
        verdict("""
        . . . . . . .
        . . . . . . .
        . . X . X . .
        . . . p . . .
        . . X . X . .
        . . . . . . .
        . . . . . . .
        """)
        == "3-3"
    )


def test_three_threes_are_forbidden() -> None:
    # Row, column and diagonal: more than one three is too many.
    assert (
        verdict("""
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . p X X .
        . . . X X . .
        . . . X . X .
        . . . . . . .
        """)
        == "3-3"
    )


def test_a_four_and_two_threes_are_forbidden() -> None:
    # The four does not excuse the two threes.
    assert (
        verdict("""
        . . . . . . . . .
        . . . . . . . . .
        . . . . X . X . .
        . . . . X X . . .
        O X X X p . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """)
        == "3-3"
    )


def test_a_three_closed_at_one_end_does_not_count() -> None:
    # OXXX can become OXXXX, which has only one way to five.
    assert (
        verdict("""
        . . . . . . .
        . . . . . . .
        . . . . . . .
        O X X p . . .
        . . . X . . .
        . . . X . . .
        . . . . . . .
        """)
        == "legal"
    )


def test_a_three_with_white_one_step_away_on_both_sides_does_not_count() -> None:
    # O.XXX.O: whichever side grows, the four is closed there.
    assert (
        verdict("""
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . O . X p X . O .
        . . . . X . . . .
        . . . . X . . . .
        . . . . . . . . .
        . . . . . . . . .
        """)
        == "legal"
    )


def test_a_three_with_white_one_step_away_on_one_side_counts() -> None:
    # O.XXX..: growing away from White leaves one free point at either end.
    assert (
        verdict("""
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . O . X p X . . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . . . . . .
        . . . . . . . . .
        """)
        == "3-3"
    )


def test_a_three_that_can_only_grow_into_six_does_not_count() -> None:
    # X..XXX..X: a straight four on either side would have an end that makes six.
    assert (
        verdict("""
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        X . . X p X . . X
        . . . . X . . . .
        . . . . X . . . .
        . . . . . . . . .
        . . . . . . . . .
        """)
        == "legal"
    )


def test_a_three_closed_on_one_side_and_too_long_on_the_other_does_not_count() -> None:
    # O.XXX..X: growing left is closed by White, growing right ends in six.
    assert (
        verdict("""
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . O . X p X . . X
        . . . . X . . . .
        . . . . X . . . .
        . . . . . . . . .
        . . . . . . . . .
        """)
        == "legal"
    )


def test_stones_two_gaps_apart_are_no_three() -> None:
    # X..XX needs two more stones for a row of four, let alone a straight one.
    assert (
        verdict("""
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . X . . p X . . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . . . . . .
        . . . . . . . . .
        """)
        == "legal"
    )


def test_a_three_with_two_gaps_is_no_three() -> None:
    # X.X.X becomes a four with a gap at best.
    assert (
        verdict("""
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . X . p . X . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . . . . . .
        . . . . . . . . .
        """)
        == "legal"
    )


def test_a_three_at_the_edge_of_the_board_does_not_count() -> None:
    # The row touches the edge, so its four has one end only.
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        X p X . . . .
        . X . . . . .
        . X . . . . .
        . . . . . . .
    """
    found = forbidden_reason(board(diagram), RENJU, the_point(diagram), Color.BLACK)
    assert found is None


def test_a_three_one_step_from_the_edge_counts() -> None:
    # .XXX.. from the edge grows away from it and keeps the edge point free.
    diagram = """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . X p X . . . .
        . . X . . . . .
        . . X . . . . .
        . . . . . . . .
        . . . . . . . .
    """
    found = forbidden_reason(board(diagram), RENJU, the_point(diagram), Color.BLACK)
    assert found is Forbidden.DOUBLE_THREE


def test_a_blocked_point_closes_a_three_like_the_edge() -> None:
    # The row is closed on its left, so it is no three.
    assert (
        verdict("""
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . # X p X . .
        . . . X . . .
        . . . X . . .
        . . . . . . .
        """)
        == "legal"
    )


def test_a_trap_closes_a_three_like_the_edge() -> None:
    # No stone stays on a trap, so *XXX is no three.
    assert (
        verdict("""
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . * X p X . .
        . . . X . . .
        . . . X . . .
        . . . . . . .
        """)
        == "legal"
    )


OVERLINE_AT_THE_GAP = """
    . . . . . . . . . .
    . . . X . . . . . .
    . . . X . . . . . .
    . . . X . . . . . .
    . X X a p . . . . .
    . . . X X . . . . .
    . . . X X . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
"""


def test_a_three_whose_fourth_stone_would_make_six_does_not_count() -> None:
    # XX.X can only grow at a, where the column would be six: the row is a false three.
    assert verdict(OVERLINE_AT_THE_GAP, "a") == "overline"
    assert verdict(OVERLINE_AT_THE_GAP) == "legal"


FOUR_AT_THE_GAP = """
    . . . . . . . . . .
    . . . . . . . . . .
    . . . X . . . . . .
    . . . X . . . . . .
    . . . X . . . . . .
    . X X a p . . . . .
    . . . w X . . . . .
    . . . O X . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
"""


def test_a_three_whose_fourth_stone_would_make_two_fours_does_not_count() -> None:
    # At a the row would be a straight four and the column a four too: the row is a false three.
    assert verdict_after(FOUR_AT_THE_GAP, "p", "a") == "4-4"
    assert verdict(FOUR_AT_THE_GAP) == "legal"


def test_a_white_stone_can_make_a_false_double_three_real() -> None:
    # With White below the column too, its four at a lives from the point on top alone; once White
    # is there as well, a is allowed and the row of p is a real three.
    diagram = FOUR_AT_THE_GAP.replace("w", "O")
    made = board(diagram, size=15)
    point, fourth = (the_point(diagram, mark, size=15) for mark in "pa")
    assert forbidden_reason(made, RENJU, point, Color.BLACK) is None
    made.put(Point(fourth.x, fourth.y - 4), Color.WHITE)
    assert forbidden_reason(made, RENJU, point, Color.BLACK) is Forbidden.DOUBLE_THREE


THREES_AT_THE_GAP = """
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . X . . X . .
    . . . . . X . X . . .
    . . . X X a p . . . .
    . . . . . . X . . . .
    . . . . . . . X . . .
    . . . . . . . . w . .
    . . . . . . . . . . .
    . . . . . . . . . . .
"""


def test_a_three_whose_fourth_stone_would_make_two_threes_does_not_count() -> None:
    # At a the column and the falling diagonal would be threes, so a is forbidden, the row of p
    # cannot become a straight four, and only p's rising diagonal is a three.
    assert verdict_after(THREES_AT_THE_GAP, "p", "a") == "3-3"
    assert verdict(THREES_AT_THE_GAP) == "legal"


def test_when_the_fourth_stone_makes_one_three_only_the_double_three_is_real() -> None:
    # White on w closes the falling diagonal, so a makes a single three and is allowed.
    diagram = THREES_AT_THE_GAP.replace("w", "O")
    assert verdict_after(diagram, "p", "a") == "legal"
    assert verdict(diagram) == "3-3"


def test_the_definition_is_followed_three_stones_deep() -> None:
    # p needs a for its row. At a the column is a three, and the falling diagonal would be one if
    # b were allowed. But b makes two fours, with the row of three below: so a makes one three
    # only and is allowed, and p is forbidden.
    diagram = """
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . X . . . . .
        . . . . . X . . X . .
        . . . . . . . X . . .
        . . . X X a p . . . .
        . . . . . . b X X X .
        . . . . . . . X . . .
        . . . . . . . . X . .
        . . . . . . . . . . .
        . . . . . . . . . . .
    """
    made = board(diagram, size=15)
    for mark, expected in (("p", "3-3"), ("a", None), ("b", "4-4")):
        point = the_point(diagram, mark, size=15)
        assert forbidden_reason(made, RENJU, point, Color.BLACK) == expected
        made.put(point, Color.BLACK)


def test_a_three_whose_fourth_stone_makes_five_elsewhere_does_not_count() -> None:
    # g8 would make the row f8-i8 a straight four, but also five with g4 to g7: by the text a
    # three must grow without five being made at the same time. So only the column is a three.
    made = Board(15)
    for text in ("f8", "i8", "h9", "h10", "g4", "g5", "g6", "g7"):
        made.put(parse_point(text, 15), Color.BLACK)
    made.put(parse_point("g3", 15), Color.WHITE)
    assert forbidden_reason(made, RENJU, parse_point("h8", 15), Color.BLACK) is None


def test_without_that_five_the_same_double_three_is_forbidden() -> None:
    # g4 and g5 are gone, so g8 makes no five and no second four: the row is a three again.
    made = Board(15)
    for text in ("f8", "i8", "h9", "h10", "g6", "g7"):
        made.put(parse_point(text, 15), Color.BLACK)
    point = parse_point("h8", 15)
    assert forbidden_reason(made, RENJU, point, Color.BLACK) is Forbidden.DOUBLE_THREE


def test_all_forbidden_points_are_listed_with_their_reasons_in_row_order() -> None:
    # p: 3-3 of row and column; q: six in the bottom row; the rest of the board is free.
    diagram = """
        . . . . . . . . .
        . . . p X X . . .
        . . . X . . . . .
        . . . X . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        O X X X q X X O .
    """
    assert forbidden_points(board(diagram), RENJU, Color.BLACK) == {
        the_point(diagram, "p"): Forbidden.DOUBLE_THREE,
        the_point(diagram, "q"): Forbidden.OVERLINE,
    }
    assert forbidden_points(board(diagram), RENJU, Color.WHITE) == {}


def test_nothing_is_forbidden_outside_renju() -> None:
    # The same double three under the other rules.
    diagram = """
        . . . . . . .
        . . . p X X .
        . . . X . . .
        . . . X . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """
    for rule in RULES.values():
        found = forbidden_reason(board(diagram), rule, the_point(diagram), Color.BLACK)
        assert found == ("3-3" if rule is RENJU else None)


def test_asking_leaves_the_board_as_it_was() -> None:
    # The recursion sets and lifts stones; none may stay.
    made = board(THREES_AT_THE_GAP, size=15)
    before = snapshot(made)
    forbidden_points(made, RENJU, Color.BLACK)
    assert snapshot(made) == before
