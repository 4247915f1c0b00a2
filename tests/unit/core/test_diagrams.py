"""The tests' own diagrams, and what a failed comparison of two boards prints."""

import pytest

from boards import Diagram, board, compared, draw, marked, row_board, the_point
from tengen.core.board import Board
from tengen.core.geometry import Color, Point

SMALL = """
    X O . # *
    . a . a .
    . . b . .
    . . . . .
    . . . . X
"""


def test_a_diagram_is_laid_out_as_it_looks() -> None:
    made = board(SMALL, turn=Color.WHITE)
    assert made.stones(Color.BLACK) == [Point(0, 0), Point(4, 4)]
    assert made.stones(Color.WHITE) == [Point(1, 0)]
    assert made.blocked == {Point(3, 0)}
    assert made.traps == {Point(4, 0)}
    assert (made.size, made.turn) == (5, Color.WHITE)


def test_letters_mark_empty_points() -> None:
    assert marked(SMALL, "a") == [Point(1, 1), Point(3, 1)]
    assert the_point(SMALL, "b") == Point(2, 2)
    assert board(SMALL)[Point(2, 2)] == "."
    with pytest.raises(ValueError, match="too many values"):
        the_point(SMALL, "a")


def test_a_diagram_lies_in_the_middle_of_a_larger_board() -> None:
    assert board(SMALL, size=15).stones(Color.BLACK) == [Point(5, 5), Point(9, 9)]
    assert the_point(SMALL, "b", size=15) == Point(7, 7)


def test_drawing_gives_the_diagram_back() -> None:
    made = board(SMALL)
    assert draw(board(draw(made))) == draw(made)


@pytest.mark.parametrize("diagram", ["X X\nX X X", ". . . . ?\n" * 5, "XXXXX"])
def test_what_is_no_diagram_is_refused(diagram: str) -> None:
    with pytest.raises(AssertionError):
        board(diagram)


def test_a_row_lies_across_the_middle() -> None:
    assert row_board("X . O . . .").stones(Color.BLACK) == [Point(0, 3)]


def test_two_boards_that_differ_are_printed_side_by_side() -> None:
    left, right = Board(5), Board(5)
    right.push(Point(1, 2))
    for one, two in ((left, right), (draw(left), draw(right))):
        lines = compared(one, two)
        assert lines is not None
        assert lines[:1] + lines[3:5] == [
            "the boards differ:",
            ". . . . .    . X . . .",
            "  ^            ^",
        ]


def test_a_failed_comparison_shows_both_boards() -> None:
    left, right = Board(5), Board(5)
    right.push(Point(1, 2))
    with pytest.raises(AssertionError, match=r"the boards differ:"):
        assert draw(left) == draw(right)


def test_comparisons_of_anything_else_are_left_to_pytest() -> None:
    assert compared("X", "O") is None
    assert compared(Diagram("X"), 5) is None
