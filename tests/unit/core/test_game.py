"""A game from its first move to its last, with undo and redo, and every move it refuses."""

from collections.abc import Callable

import pytest

from boards import Snapshot, board, draw, snapshot
from tengen.core.game import Game
from tengen.core.geometry import PASS, Color, Point, parse_point
from tengen.core.openings import Choice, Seat
from tengen.core.setup import Setup
from tengen.errors import IllegalMove, InvalidText, TengenError


def played(text: str, size: int = 15, rule: str = "freestyle", opening: str = "free") -> Game:
    game = Game(size, rule, opening=opening)
    for move in text.split():
        game.play(move)
    return game


def state(game: Game) -> tuple[Snapshot, tuple[object, ...], object, object]:
    """Everything that a refused move must leave alone."""
    return snapshot(game.board), game.moves, game.stage, game.outcome()


def refusal(game: Game, call: Callable[[], object]) -> TengenError:
    """Return the error of a call that must fail and must not change the game."""
    before = state(game)
    with pytest.raises(TengenError) as caught:
        call()
    assert state(game) == before
    return caught.value


def test_a_won_game_says_who_won_and_how() -> None:
    game = played("h8 h9 i8 i9 g8 g9 f8 f9 e8", rule="renju")
    assert str(game.outcome()) == "black wins: five in a row e8-i8"
    assert game.legal_points() == []
    assert not game.may_pass()


def test_white_can_win() -> None:
    game = played("a1 h9 c1 i9 e1 g9 g1 f9 i1 e9")
    assert str(game.outcome()) == "white wins: five in a row e9-i9"


def test_a_game_begins_with_black_on_an_empty_board() -> None:
    game = Game(5, "standard")
    assert (game.size, str(game.rule), game.turn, game.moves) == (5, "standard", Color.BLACK, ())
    assert (game.seat, game.black, game.choices) == (Seat.FIRST, Seat.FIRST, ())
    assert len(game.legal_points()) == 25


def test_seats_take_turns() -> None:
    game = played("h8")
    assert (game.seat, game.turn) == (Seat.SECOND, Color.WHITE)


def test_special_points_may_be_given_as_text_or_points() -> None:
    game = Game(5, blocked=["a1", Point(1, 0)], traps=["E5"])
    assert game.board.blocked == {Point(0, 4), Point(1, 0)}
    assert game.board.traps == {Point(4, 0)}


def test_a_full_board_is_a_draw() -> None:
    # Fill by rows in pairs of columns, so that nobody gets five.
    game = Game(5)
    order = "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 b3 a3 d3 c3 a4 e3 c4 b4 e4 d4 b5 a5 d5 c5 e5"
    for move in order.split():
        game.play(move)
    assert str(game.outcome()) == "draw: the board is full"


def test_a_setup_may_begin_with_white() -> None:
    game = Game(setup=Setup(5, black=[Point(0, 0)], white=[Point(1, 1)], turn=Color.WHITE))
    game.play("c3")
    assert draw(game.board).splitlines()[2] == ". . O . ."
    assert game.turn is Color.BLACK


def test_a_setup_with_five_is_over_before_the_first_move() -> None:
    game = Game(setup=Setup(5, white=[Point(x, 2) for x in range(5)], turn=Color.BLACK))
    assert str(game.outcome()) == "white wins: five in a row a3-e3"
    error = refusal(game, lambda: game.play("a1"))
    assert error.code == "game-over"


def test_a_setup_with_no_free_point_is_a_draw_at_once() -> None:
    game = Game(5, blocked=[Point(x, y) for x in range(5) for y in range(5)])
    assert str(game.outcome()) == "draw: the board is full"


# Moves as text.


@pytest.mark.parametrize("text", ["h8", "H8", " h8 ", "h8\n"])
def test_moves_are_read_in_either_case_with_space_around(text: str) -> None:
    game = Game()
    game.play(text)
    assert game.moves == (parse_point("h8", 15),)


@pytest.mark.parametrize(
    "text", ["", "8h", "h8i9", "h8 i9", "tengen", "ｈ8", "һ8", "h８", "take black", "--", "h8;"]
)
def test_garbage_is_refused_and_quoted(text: str) -> None:
    game = played("a1")
    error = refusal(game, lambda: game.play(text))
    assert isinstance(error, InvalidText)
    assert error.code == "bad-point"
    assert repr(text) in str(error)


def test_look_alikes_of_choices_are_no_choices() -> None:
    game = played("h8 h9 i9", opening="swap")
    error = refusal(game, lambda: game.play("take-blac\u212a"))
    assert isinstance(error, InvalidText)


def test_moves_are_written_as_they_are_read() -> None:
    game = Game(opening="swap")
    assert game.format_move(Choice.TAKE_WHITE) == "take-white"
    assert game.format_move(PASS) == "pass"
    assert game.format_move(Point(7, 7)) == "h8"
    assert game.parse_move("TAKE-WHITE") is Choice.TAKE_WHITE
    assert game.parse_move("Pass") == PASS


# Refused moves.


def test_a_point_off_the_board_is_refused() -> None:
    game = played("a1", size=5)
    error = refusal(game, lambda: game.play("f1"))
    assert (type(error), error.code) == (InvalidText, "off-board")
    assert "'f1'" in str(error)
    for point in (Point(5, 0), Point(-1, 0), Point(0, 10**9)):
        error = refusal(game, lambda point=point: game.push(point))  # type: ignore[misc]
        assert error.code == "off-board"


def test_an_occupied_point_is_refused() -> None:
    game = played("c3", size=5)
    error = refusal(game, lambda: game.play("C3"))
    assert (type(error), error.code) == (IllegalMove, "occupied")
    assert str(error) == "c3 is occupied by a black stone; choose an empty point"


def test_a_blocked_point_is_refused() -> None:
    game = Game(5, blocked=["c3"])
    error = refusal(game, lambda: game.play("c3"))
    assert (type(error), error.code) == (IllegalMove, "blocked")
    assert "c3" in str(error)


def test_a_forbidden_point_is_refused_with_its_reason() -> None:
    game = played("h8 a1 i8 a3 j9 a5 j10 a7", rule="renju")
    error = refusal(game, lambda: game.play("j8"))
    assert (type(error), error.code) == (IllegalMove, "forbidden")
    assert str(error) == "j8 is forbidden to black: 3-3"
    assert error.arguments == {"point": "j8", "side": "black", "reason": "3-3"}


def test_a_move_after_the_end_is_refused() -> None:
    game = played("h8 h9 i8 i9 g8 g9 f8 f9 e8")
    for move in ("a1", "h8", "pass", "take-black"):
        error = refusal(game, lambda move=move: game.play(move))  # type: ignore[misc]
        assert (type(error), error.code) == (IllegalMove, "game-over")
        assert "black wins: five in a row e8-i8" in str(error)


def test_a_pass_is_refused_while_there_is_a_point_to_play() -> None:
    game = Game(rule="renju")
    error = refusal(game, lambda: game.play("pass"))
    assert (type(error), error.code) == (IllegalMove, "pass")
    assert "black" in str(error)


def test_a_choice_is_refused_when_none_is_due() -> None:
    game = Game()
    error = refusal(game, lambda: game.play("take-black"))
    assert (type(error), error.code) == (IllegalMove, "no-choice-due")
    assert "'take-black'" in str(error)


@pytest.mark.parametrize("move", ["a1", "pass", "place-two"])
def test_anything_but_a_choice_is_refused_when_one_is_due(move: str) -> None:
    game = played("h8 h9 i9", opening="swap")
    error = refusal(game, lambda: game.play(move))
    assert (type(error), error.code) == (IllegalMove, "choice-due")
    assert repr(move) in str(error)
    assert "take-black or take-white" in str(error)


@pytest.mark.parametrize("point", [Point(10**9, 3), Point(-500, 3)])
def test_a_point_from_nowhere_is_refused_when_a_choice_is_due(point: Point) -> None:
    game = played("h8 h9 i9", opening="swap")
    error = refusal(game, lambda: game.push(point))
    assert error.code == "choice-due"


def test_undo_and_redo_with_nothing_left_are_refused() -> None:
    game = Game()
    assert refusal(game, game.undo).code == "nothing-to-undo"
    assert refusal(game, game.redo).code == "nothing-to-redo"


# Undo and redo.


def test_redo_after_undo_gives_the_same_game() -> None:
    game = played("h8 h9 i8")
    after = state(game)
    assert game.undo() == parse_point("i8", 15)
    assert game.undo() == parse_point("h9", 15)
    assert game.turn is Color.WHITE
    game.redo()
    assert game.redo() == parse_point("i8", 15)
    assert state(game) == after


def test_undo_takes_back_the_end_of_a_game() -> None:
    game = played("h8 h9 i8 i9 g8 g9 f8 f9 e8")
    game.undo()
    assert game.outcome() is None
    assert parse_point("e8", 15) in game.legal_points()
    game.redo()
    assert game.outcome() is not None


def test_a_new_move_forgets_what_was_undone() -> None:
    game = played("h8 h9")
    game.undo()
    game.play("i9")
    assert refusal(game, game.redo).code == "nothing-to-redo"


def test_a_refused_move_keeps_what_was_undone() -> None:
    game = played("h8 h9")
    game.undo()
    refusal(game, lambda: game.play("h8"))
    assert game.redo() == parse_point("h9", 15)


def test_undo_stops_at_the_setup() -> None:
    game = Game(setup=Setup(5, black=[Point(2, 2)], turn=Color.WHITE))
    game.play("a1")
    game.undo()
    assert refusal(game, game.undo).code == "nothing-to-undo"
    assert game.board.stones(Color.BLACK) == [Point(2, 2)]


def test_a_copy_goes_its_own_way() -> None:
    game = played("h8 h9")
    copy = game.copy()
    copy.play("i8")
    assert (len(game.moves), len(copy.moves)) == (2, 3)
    assert draw(game.board) != draw(copy.board)


# What a game can be asked.


def test_a_game_answers_for_its_board() -> None:
    game = played("h8 a1 i8 a3 j9 a5 j10 a7", rule="renju")
    assert {str(game.format_move(p)): str(why) for p, why in game.forbidden().items()} == {
        "j8": "3-3"
    }
    assert game.threats(Color.BLACK) == []
    assert len(game.legal_points()) == 225 - 8 - 1


def test_a_game_says_what_it_is() -> None:
    game = played("h8", rule="renju")
    assert repr(game) == "<Game 15x15 renju, 1 moves, white to move>"
    over = played("h8 h9 i8 i9 g8 g9 f8 f9 e8")
    assert "black wins" in repr(over)


@pytest.mark.parametrize("size", [0, 4, 27, 10**9, True, "15"])
@pytest.mark.parametrize("blocked", [[], ["a1"]])
def test_an_impossible_size_is_refused_before_anything_else(
    size: object, blocked: list[str]
) -> None:
    with pytest.raises(InvalidText) as caught:
        Game(size, blocked=blocked)  # type: ignore[arg-type]
    assert caught.value.code == "size-range"
    assert repr(size) in str(caught.value)


def test_unknown_rules_and_openings_are_refused_with_the_nearest_names() -> None:
    with pytest.raises(InvalidText) as caught:
        Game(rule="Renjuu")
    assert str(caught.value) == "there is no rule 'Renjuu'; did you mean renju?"
    with pytest.raises(InvalidText) as caught:
        Game(opening="swapp")
    assert caught.value.code == "unknown-opening"
    assert "swap" in str(caught.value)


def test_a_special_point_that_is_no_point_is_refused() -> None:
    for blocked in (["zz"], ["f1"], [Point(9, 9)]):
        with pytest.raises(InvalidText):
            Game(5, blocked=blocked)


def test_the_diagram_of_a_game_is_what_was_played() -> None:
    game = played("a1 b2 c3 d4", size=5)
    expected = board("""
        . . . . .
        . . . O .
        . . X . .
        . O . . .
        X . . . .
    """)
    assert draw(game.board) == draw(expected)


def test_a_move_can_be_played_as_itself_or_as_text() -> None:
    game = Game(opening="swap")
    for move in ("h8", Point(0, 0), "i9", Choice.TAKE_WHITE):
        game.play(move)
    assert game.moves == (Point(7, 7), Point(0, 0), Point(8, 6), Choice.TAKE_WHITE)


def test_a_board_draws_itself() -> None:
    game = Game(5, blocked=["a5"], traps=["e1"])
    game.play("c3")
    assert str(game.board).splitlines()[0] == "# . . . ."
    assert str(game.board).splitlines()[2] == ". . X . ."
    assert str(game.board).splitlines()[4] == ". . . . *"
