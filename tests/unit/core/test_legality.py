"""Which moves are legal, and Black's passes in renju when no point is."""

import pytest

from boards import board, the_point
from tengen.core.board import Board
from tengen.core.game import Game
from tengen.core.geometry import PASS, Color, Point, parse_point
from tengen.core.legality import (
    Forbidden,
    allows_open_four,
    forbidden_reason,
    is_legal,
    legal_points,
    may_pass,
)
from tengen.core.rules import RULES
from tengen.core.setup import Setup
from tengen.core.shapes import Kind
from tengen.core.threats import threats
from tengen.errors import IllegalMove

RENJU = RULES["renju"]

TWO_GAPS = """
    X X X . X X
    # # # # # #
    # # # # # #
    # # # # # #
    # # # # # #
    X X X . X X
"""


def stuck_game(turn: Color = Color.BLACK) -> Game:
    """A game in which each of the two free points would make six."""
    made = board(TWO_GAPS)
    return Game(
        setup=Setup(
            6,
            "renju",
            black=made.stones(Color.BLACK),
            blocked=made.blocked,
            turn=turn,
        )
    )


def test_every_empty_point_is_legal_where_nothing_is_forbidden() -> None:
    made = Board(5, blocked=[Point(2, 2)])
    made.push(Point(0, 0))
    assert legal_points(made, RULES["freestyle"]) == made.empty_points()
    assert len(made.empty_points()) == 23


def test_legal_points_leave_out_what_is_forbidden_to_the_side_to_move() -> None:
    diagram = """
        . . . . . . .
        . . . p X X .
        . . . X . . .
        . . . X . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """
    point = the_point(diagram)
    assert point not in legal_points(board(diagram), RENJU)
    assert point in legal_points(board(diagram, turn=Color.WHITE), RENJU)
    assert point in legal_points(board(diagram), RULES["standard"])


def test_what_cannot_take_a_stone_is_not_legal() -> None:
    made = Board(5, blocked=[Point(2, 2)])
    made.push(Point(0, 0))
    for point in (Point(2, 2), Point(0, 0), Point(5, 0), Point(0, -1), Point(-1, 3), PASS):
        assert not is_legal(made, RULES["freestyle"], point)
    assert is_legal(made, RULES["freestyle"], Point(4, 4))


def test_a_white_four_whose_only_block_is_forbidden_stands() -> None:
    # White has g3 to g6 and needs g7, where Black would make two threes.
    game = Game(rule="renju")
    for move in ["h8", "g6", "f6", "g5", "f7", "g4", "h7", "g3", "g2", "a1"]:
        game.play(move)
    block = parse_point("g7", 15)
    assert game.forbidden() == {block: Forbidden.DOUBLE_THREE}
    (four,) = game.threats(Color.WHITE)
    assert (four.kind, four.keys) == (Kind.FOUR, (block,))
    with pytest.raises(IllegalMove) as caught:
        game.play("g7")
    assert caught.value.code == "forbidden"
    game.play("o15")
    game.play("g7")
    assert str(game.outcome()) == "white wins: five in a row g3-g7"


def test_black_without_a_legal_point_passes() -> None:
    game = stuck_game()
    assert game.legal_points() == []
    assert game.may_pass()
    game.play("pass")
    assert (game.turn, game.outcome()) == (Color.WHITE, None)


def test_white_may_not_begin_with_a_pass() -> None:
    game = stuck_game(turn=Color.WHITE)
    assert not game.may_pass()
    with pytest.raises(IllegalMove) as caught:
        game.play("pass")
    assert caught.value.code == "pass"


def test_black_with_a_legal_point_may_not_pass() -> None:
    assert not may_pass(Board(5), RENJU)
    assert not is_legal(Board(5), RENJU, PASS)


def test_white_may_answer_a_pass_with_a_pass_and_the_game_is_drawn() -> None:
    game = stuck_game()
    game.play("pass")
    assert game.may_pass()
    game.play("pass")
    assert str(game.outcome()) == "draw: both sides passed"
    assert not game.may_pass()


def test_white_may_answer_a_pass_with_a_stone_and_black_passes_again() -> None:
    game = stuck_game()
    game.play("pass")
    game.play("d1")
    assert game.legal_points() == []
    game.play("pass")
    game.play("d6")
    assert str(game.outcome()) == "draw: the board is full"


def test_a_pass_after_a_stone_is_not_an_answer_to_an_earlier_pass() -> None:
    game = stuck_game()
    for move in ("pass", "d1", "pass"):
        game.play(move)
    assert game.outcome() is None


def test_passes_are_undone_like_other_moves() -> None:
    game = stuck_game()
    game.play("pass")
    game.play("pass")
    assert (game.undo(), game.outcome(), game.turn) == (PASS, None, Color.WHITE)
    assert (game.undo(), game.turn) == (PASS, Color.BLACK)
    assert (game.redo(), game.turn) == (PASS, Color.WHITE)


def test_the_fourth_stone_of_a_three_must_be_allowed_to_black_only() -> None:
    # The middle makes six for Black.
    made = board(TWO_GAPS)
    gap = Point(3, 0)
    assert not allows_open_four(made, RENJU, gap, Color.BLACK)
    assert allows_open_four(made, RENJU, gap, Color.WHITE)
    assert forbidden_reason(made, RENJU, gap, Color.BLACK) is Forbidden.OVERLINE
    assert threats(made, RENJU, Color.BLACK) == []
