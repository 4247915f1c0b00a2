"""Opening procedures: who places, who chooses, and which seat has which colour afterwards."""

import pytest

from tengen.core.game import Game
from tengen.core.geometry import Color, Point
from tengen.core.openings import Choice, Choose, Place, Play, Seat, find_opening, opening_names
from tengen.core.setup import Setup
from tengen.errors import IllegalMove, InvalidText

THREE_STONES = "h8 h9 i9"


def after(opening: str, moves: str) -> Game:
    game = Game(opening=opening)
    for move in moves.split():
        game.play(move)
    return game


def seats(game: Game, moves: str) -> list[Seat]:
    """Play `moves` and return who had to make each."""
    found = []
    for move in moves.split():
        found.append(game.seat)
        game.play(move)
    return found


def test_the_procedures_are_found_by_their_files() -> None:
    assert {"free", "swap", "swap2"} <= set(opening_names())
    assert not any(name.startswith("_") for name in opening_names())


def test_free_has_the_first_seat_play_black_at_once() -> None:
    game = after("free", "")
    assert (game.seat, game.black, game.turn) == (Seat.FIRST, Seat.FIRST, Color.BLACK)
    assert seats(game, "a1 a2 a3") == [Seat.FIRST, Seat.SECOND, Seat.FIRST]


@pytest.mark.parametrize("opening", ["swap", "swap2"])
def test_the_first_seat_places_three_stones_black_white_black(opening: str) -> None:
    game = after(opening, "")
    assert game.black is None
    assert seats(game, THREE_STONES) == [Seat.FIRST] * 3
    assert len(game.board.stones(Color.BLACK)) == 2
    assert len(game.board.stones(Color.WHITE)) == 1


@pytest.mark.parametrize("opening", ["swap", "swap2"])
def test_then_the_second_seat_must_choose_and_no_point_is_legal(opening: str) -> None:
    game = after(opening, THREE_STONES)
    assert game.seat is Seat.SECOND
    assert Choice.TAKE_BLACK in game.choices
    assert Choice.TAKE_WHITE in game.choices
    assert (Choice.PLACE_TWO in game.choices) == (opening == "swap2")
    assert game.legal_points() == []
    assert not game.may_pass()


@pytest.mark.parametrize("opening", ["swap", "swap2"])
def test_a_second_seat_that_takes_black_lets_the_first_move_as_white(opening: str) -> None:
    game = after(opening, THREE_STONES + " take-black")
    assert (game.black, game.turn, game.seat) == (Seat.SECOND, Color.WHITE, Seat.FIRST)
    assert seats(game, "a1 a2") == [Seat.FIRST, Seat.SECOND]


@pytest.mark.parametrize("opening", ["swap", "swap2"])
def test_a_second_seat_that_takes_white_moves_at_once(opening: str) -> None:
    game = after(opening, THREE_STONES + " take-white")
    assert (game.black, game.turn, game.seat) == (Seat.FIRST, Color.WHITE, Seat.SECOND)
    assert seats(game, "a1 a2") == [Seat.SECOND, Seat.FIRST]


def test_in_swap2_the_second_seat_may_place_two_more_stones() -> None:
    game = after("swap2", THREE_STONES + " place-two")
    assert (game.black, game.choices) == (None, ())
    assert seats(game, "g7 g8") == [Seat.SECOND, Seat.SECOND]
    assert len(game.board.stones(Color.BLACK)) == 3
    assert len(game.board.stones(Color.WHITE)) == 2


@pytest.mark.parametrize(
    ("choice", "black", "next_seat"),
    [("take-black", Seat.FIRST, Seat.SECOND), ("take-white", Seat.SECOND, Seat.FIRST)],
)
def test_after_two_more_stones_the_first_seat_takes_a_colour(
    choice: str, black: Seat, next_seat: Seat
) -> None:
    game = after("swap2", THREE_STONES + " place-two g7 g8")
    assert game.seat is Seat.FIRST
    assert set(game.choices) == {Choice.TAKE_BLACK, Choice.TAKE_WHITE}
    game.play(choice)
    assert (game.black, game.turn, game.seat) == (black, Color.WHITE, next_seat)


def test_the_first_seat_may_not_place_two_more_again() -> None:
    game = after("swap2", THREE_STONES + " place-two g7 g8")
    with pytest.raises(IllegalMove) as caught:
        game.play("place-two")
    assert caught.value.code == "choice-due"


def test_stones_of_the_opening_must_be_put_on_free_points() -> None:
    game = after("swap", "h8")
    with pytest.raises(IllegalMove) as caught:
        game.play("h8")
    assert caught.value.code == "occupied"
    assert game.seat is Seat.FIRST


def test_nobody_may_pass_during_the_opening() -> None:
    game = after("swap", "h8")
    assert not game.may_pass()
    with pytest.raises(IllegalMove) as caught:
        game.play("pass")
    assert caught.value.code == "pass"


def test_undo_and_redo_go_over_choices() -> None:
    game = after("swap2", THREE_STONES + " place-two g7 g8 take-white a1")
    stages = [(game.seat, game.black, game.choices)]
    undone = []
    while game.moves:
        undone.append(game.undo())
        stages.append((game.seat, game.black, game.choices))
    assert undone[1] is Choice.TAKE_WHITE
    assert undone[4] is Choice.PLACE_TWO
    assert (game.seat, game.black, game.board.move_count) == (Seat.FIRST, None, 0)
    for move, stage in zip(reversed(undone), reversed(stages[:-1]), strict=True):
        assert game.redo() == move
        assert (game.seat, game.black, game.choices) == stage


def test_another_choice_after_undo_changes_the_seats() -> None:
    game = after("swap", THREE_STONES + " take-black")
    game.undo()
    game.play("take-white")
    assert (game.black, game.moves[-1]) == (Seat.FIRST, Choice.TAKE_WHITE)


def test_choices_are_moves_of_the_game_but_not_of_the_board() -> None:
    game = after("swap", THREE_STONES + " take-white a1")
    assert len(game.moves) == 5
    assert game.board.move_count == 4


def test_a_procedure_needs_an_empty_board() -> None:
    setup = Setup(15, black=[Point(7, 7)])
    with pytest.raises(InvalidText) as caught:
        Game(opening="swap", setup=setup)
    assert caught.value.code == "opening-with-stones"
    assert "'swap'" in str(caught.value)
    assert Game(opening="free", setup=setup).turn is Color.BLACK


def test_every_procedure_is_a_tree_whose_leaves_are_play() -> None:
    for name in opening_names():
        open_stages = [find_opening(name)]
        while open_stages:
            stage = open_stages.pop()
            if isinstance(stage, Place):
                assert stage.count >= 1
                open_stages.append(stage.then)
            elif isinstance(stage, Choose):
                assert len(stage.branches) >= 2
                open_stages.extend(stage.branches.values())
            else:
                assert isinstance(stage, Play)


def test_the_branches_of_a_choice_cannot_be_changed() -> None:
    stage = after("swap", THREE_STONES).stage
    assert isinstance(stage, Choose)
    with pytest.raises(TypeError):
        stage.branches[Choice.PLACE_TWO] = Play(Seat.FIRST)  # type: ignore[index]


def test_seats_speak_and_have_an_opposite() -> None:
    assert [str(seat) for seat in Seat] == ["first", "second"]
    assert [seat.other for seat in Seat] == [Seat.SECOND, Seat.FIRST]
