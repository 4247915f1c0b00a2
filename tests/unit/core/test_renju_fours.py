"""Black's overlines and double fours, and five above them all, by the RIF definition.

The point in question is `p`. Diagrams lie in the middle of a 15x15 board, so that their edges are
not the board's.
"""

from boards import board, the_point
from tengen.core.geometry import Color
from tengen.core.legality import forbidden_reason
from tengen.core.rules import RULES


def verdict(diagram: str, color: Color = Color.BLACK) -> str:
    """Why `p` is forbidden, or `legal`."""
    point = the_point(diagram, size=15)
    return str(forbidden_reason(board(diagram, size=15), RULES["renju"], point, color) or "legal")


def row_verdict(row: str) -> str:
    """The verdict on `p` in a single row with nothing else on the board."""
    cells = row.split()
    empty = " ".join("." * len(cells))
    return verdict("\n".join([row, *[empty] * (len(cells) - 1)]))


def test_six_in_a_row_are_forbidden() -> None:
    # The stone joins three and two: six, and no five anywhere.
    assert row_verdict(". . X X X p X X . .") == "overline"


def test_nine_in_a_row_are_forbidden() -> None:
    # Four on either side: nine.
    assert row_verdict(". X X X X p X X X X .") == "overline"


def test_six_closed_by_white_are_forbidden_all_the_same() -> None:
    # An overline is unbroken stones; what stands at its ends is not asked.
    assert row_verdict("O X X X p X X O .") == "overline"


def test_five_wins_and_is_legal() -> None:
    # Exactly five.
    assert row_verdict(". . X X p X X . .") == "legal"


def test_five_beats_an_overline_made_by_the_same_stone() -> None:
    # The row is exactly five; the column is six, but five comes first.
    assert (
        verdict("""
        . . . . . . . . .
        . . . . X . . . .
        . . . . X . . . .
        . . X X p X X . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . . . . . .
        . . . . . . . . .
        """)
        == "legal"
    )


def test_five_beats_a_double_four_made_by_the_same_stone() -> None:
    # The row is five; the column and the diagonal would be two fours.
    assert (
        verdict("""
        . . . . . . . . .
        . X . . X . . . .
        . . X . X . . . .
        . . . X X . . . .
        . . X X p X X . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """)
        == "legal"
    )


def test_five_beats_a_double_three_made_by_the_same_stone() -> None:
    # The row is five; the column and the diagonal would be two threes.
    assert (
        verdict("""
        . . . . . . . . .
        . . . . . . . . .
        . . X . X . . . .
        . . . X X . . . .
        . . X X p X X . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """)
        == "legal"
    )


def test_two_straight_fours_are_forbidden() -> None:
    # The row and the column each have four, free at both ends.
    assert (
        verdict("""
        . . . . . . .
        . p X X X . .
        . X . . . . .
        . X . . . . .
        . X . . . . .
        . . . . . . .
        . . . . . . .
        """)
        == "4-4"
    )


def test_two_fours_closed_at_one_end_are_forbidden() -> None:
    # Each four has one point left for five; that is enough to be a four.
    assert (
        verdict("""
        O X X X p . .
        . . . . X . .
        . . . . X . .
        . . . . X . .
        . . . . O . .
        . . . . . . .
        . . . . . . .
        """)
        == "4-4"
    )


def test_two_broken_fours_are_forbidden() -> None:
    # X.XX with p is XX.XX in the row and X.XXX on the diagonal: a five point in each gap.
    assert (
        verdict("""
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . X X . p X . . .
        . . . X . . . . .
        . . X . . . . . .
        . . . . . . . . .
        X . . . . . . . .
        . . . . . . . . .
        """)
        == "4-4"
    )


def test_two_fours_in_one_row_with_one_stone_between_are_forbidden() -> None:
    # X.XXX.X: each gap makes exactly five with the three in the middle.
    assert row_verdict(". X . X p X . X . .") == "4-4"


def test_two_fours_in_one_row_with_pairs_are_forbidden() -> None:
    # XX.XX.XX: each gap makes exactly five.
    assert row_verdict(". X X . p X . X X .") == "4-4"


def test_two_fours_in_one_row_round_a_single_stone_are_forbidden() -> None:
    # Three, one and three with a gap between: each gap makes exactly five.
    assert row_verdict(". X X X . p . X X X .") == "4-4"


def test_the_far_stone_of_two_fours_in_one_row_makes_only_one() -> None:
    # After p the row is X.XXX.X, but the four at the other end was there before.
    assert row_verdict(". p . X X X . X . .") == "legal"


def test_a_straight_four_is_one_four_though_two_points_make_five() -> None:
    # The same four stones, twice completed, are one four.
    assert row_verdict(". . X X p X . . .") == "legal"


def test_a_row_that_only_becomes_six_is_no_four() -> None:
    # The row after p is XX.XXX, whose gap makes six; the column is the only four.
    assert (
        verdict("""
        . . . . . . . . .
        . . . . . . X . .
        . . . . . . X . .
        . . . . . . X . .
        . X X . X X p . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """)
        == "legal"
    )


def test_four_stones_closed_at_both_ends_are_no_four() -> None:
    # OXXXXO can never be five, so only the column is a four.
    assert (
        verdict("""
        . . . . . . . . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . X . . . .
        O X X X p O . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """)
        == "legal"
    )


def test_a_four_and_a_three_are_legal() -> None:
    # One four and one three: the way Black is meant to win.
    assert (
        verdict("""
        . . . . . . . . .
        . . . . . . . . .
        . . . . X . . . .
        . . . . X . . . .
        O X X X p . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """)
        == "legal"
    )


def test_two_fours_and_a_three_are_forbidden() -> None:
    # The row and the column are fours; the three on the diagonal changes nothing.
    assert (
        verdict("""
        . . . . O . . . .
        . . . . X . X . .
        . . . . X X . . .
        . . . . X . . . .
        O X X X p . . . .
        . . . X . . . . .
        . . X . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """)
        == "4-4"
    )


def test_white_may_make_six() -> None:
    # Nothing is forbidden to White.
    assert verdict("O O O p O O\n" + ". . . . . .\n" * 5, Color.WHITE) == "legal"


def test_white_may_make_two_fours_and_two_threes() -> None:
    # Nothing is forbidden to White.
    assert (
        verdict(
            """
        . . . . . . . . .
        . O . . O . . . .
        . . O . O . O . .
        . . . O O O . . .
        . . O O p . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
            Color.WHITE,
        )
        == "legal"
    )
