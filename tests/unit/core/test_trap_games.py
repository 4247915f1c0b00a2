"""Games with traps: the stone vanishes, the turn is spent, and at the end the longest line wins."""

import pytest

from boards import board, draw, snapshot
from tengen.core.game import Game
from tengen.core.geometry import PASS, Color, Point, parse_point
from tengen.core.legality import is_legal, legal_points, may_pass
from tengen.core.outcome import Outcome, Reason, find_outcome
from tengen.core.rules import RULES
from tengen.errors import IllegalMove

FREE = RULES["freestyle"]


def outcome_of(diagram: str, rule: str = "freestyle") -> Outcome | None:
    return find_outcome(board(diagram), RULES[rule])


def test_a_stone_played_on_a_trap_vanishes_and_the_turn_is_spent() -> None:
    game = Game(5, traps=["c3"])
    before = draw(game.board)
    game.play("c3")
    assert draw(game.board) == before
    assert game.turn is Color.WHITE
    assert game.moves == (parse_point("c3", 5),)


def test_a_trap_stays_and_may_be_played_again_and_again() -> None:
    game = Game(5, traps=["c3"])
    for _ in range(6):
        game.play("c3")
    assert game.board.move_count == 6
    assert game.board[parse_point("c3", 5)] == "*"


def test_undo_of_a_trap_move_takes_back_the_turn_only() -> None:
    game = Game(5, traps=["c3"])
    game.play("a1")
    before = snapshot(game.board)
    game.play("c3")
    assert game.undo() == parse_point("c3", 5)
    assert snapshot(game.board) == before


def test_traps_are_legal_points_in_row_order() -> None:
    made = board("""
        X O X O X
        O * X O X
        X O . O *
        X O X X O
        O X O O X
    """)
    assert legal_points(made, FREE) == [Point(1, 1), Point(2, 2), Point(4, 2)]
    assert is_legal(made, FREE, Point(1, 1))


def test_black_in_renju_may_step_on_a_trap_when_all_else_is_forbidden() -> None:
    # The only free point would make six; the trap is the way out, and no pass is needed.
    made = board("""
        X X X . X X
        # # # # # #
        # # # # # #
        # # # # # #
        # # # # # #
        # # # # # *
    """)
    assert legal_points(made, RULES["renju"]) == [Point(5, 5)]
    assert not may_pass(made, RULES["renju"])
    assert not is_legal(made, RULES["renju"], PASS)


def test_five_wins_at_once_among_traps() -> None:
    outcome = outcome_of("""
        X X X X X
        . . . . .
        . * . . .
        . . . . .
        . . . . .
    """)
    assert outcome is not None
    assert outcome.reason is Reason.FIVE


def test_the_game_goes_on_while_another_point_is_free() -> None:
    assert (
        outcome_of("""
        X X O X X
        O O X O O
        X X * X X
        O O X O O
        X X O X .
        """)
        is None
    )


def test_when_only_traps_are_left_the_longest_line_wins() -> None:
    outcome = outcome_of("""
        X X X X O
        O O X O O
        X O * O X
        O X O O X
        X X O X O
    """)
    assert outcome == Outcome(
        Color.BLACK, Reason.LONGEST_LINE, tuple(Point(x, 0) for x in range(4)), 5
    )


def test_equal_longest_lines_are_a_draw() -> None:
    outcome = outcome_of("""
        # # # # #
        X X X # #
        # # # # *
        # O # # #
        O # O O O
    """)
    assert outcome == Outcome(None, Reason.EQUAL_LINES, size=5)


def test_a_short_diagonal_in_the_corner_counts_for_the_longest_line() -> None:
    # White's four lie on a diagonal that could never hold five.
    outcome = outcome_of("""
        # # # O #
        # # O # #
        # O # # *
        O # # # #
        # # X X X
    """)
    assert outcome is not None
    assert outcome.winner is Color.WHITE
    assert set(outcome.line) == {Point(3, 0), Point(2, 1), Point(1, 2), Point(0, 3)}


def test_a_single_stone_beats_none() -> None:
    outcome = outcome_of("""
        # # # # O
        # # # # #
        # # * # #
        # # # # #
        # # # # #
    """)
    assert str(outcome) == "white wins: the longest line e5"


def test_six_that_do_not_win_in_standard_are_still_the_longest_line() -> None:
    outcome = outcome_of(
        """
        X X X X X X
        # # # # # #
        O O O O # #
        # # # # # #
        # # # # # *
        # # # # # #
        """,
        "standard",
    )
    assert outcome is not None
    assert (outcome.winner, outcome.reason, len(outcome.line)) == (
        Color.BLACK,
        Reason.LONGEST_LINE,
        6,
    )


def test_a_trap_breaks_the_longest_line() -> None:
    outcome = outcome_of("""
        X X * X X
        # # # # #
        O O O # #
        # # # # #
        # # # # #
    """)
    assert outcome is not None
    assert outcome.winner is Color.WHITE


def test_the_game_ends_after_as_many_moves_as_points() -> None:
    game = Game(5, traps=["c3"])
    game.play("a1")
    for _ in range(23):
        game.play("c3")
        assert game.outcome() is None
    game.play("c3")
    assert game.board.move_count == 25
    assert str(game.outcome()) == "black wins: the longest line a1"
    with pytest.raises(IllegalMove) as caught:
        game.play("a2")
    assert caught.value.code == "game-over"


def test_a_game_of_nothing_but_trap_moves_is_a_draw() -> None:
    game = Game(5, traps=["c3"])
    for _ in range(25):
        game.play("c3")
    assert str(game.outcome()) == "draw: equal longest lines"
    assert game.legal_points() == []


def test_nobody_may_pass_in_a_trap_game() -> None:
    game = Game(5, traps=["c3"])
    with pytest.raises(IllegalMove) as caught:
        game.play("pass")
    assert caught.value.code == "pass"


def test_stones_of_the_setup_are_not_moves_of_the_game() -> None:
    # Twenty stones stand already; the limit of twenty-five moves counts what is played.
    made = board("""
        X X O X X
        O O X O O
        X X * X X
        O O X O O
        . . . . .
    """)
    assert find_outcome(made, FREE) is None
    for _ in range(24):
        made.push(Point(2, 2))
    assert find_outcome(made, FREE) is None
    made.push(Point(2, 2))
    assert find_outcome(made, FREE) is not None
