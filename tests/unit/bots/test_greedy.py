"""What the greedy bot sees."""

import pytest

from tengen import Color, Game, Kind, Limit, Point, Setup, parse_point
from tengen.bots import find_bot
from tengen.core.geometry import SYMMETRIES, Symmetry


def points(text: str, size: int = 15) -> list[Point]:
    return [parse_point(word, size) for word in text.split()]


def position(
    black: str, white: str, *, turn: Color = Color.BLACK, rule: str = "freestyle", blocked: str = ""
) -> Game:
    return Game(
        setup=Setup(
            15,
            rule,
            black=points(black),
            white=points(white),
            blocked=points(blocked),
            turn=turn,
        )
    )


def answer(game: Game) -> str:
    return game.format_move(find_bot("greedy").choose(game, Limit()))


def test_it_opens_in_the_middle() -> None:
    assert answer(Game(15)) == "h8"


def test_it_opens_beside_a_blocked_middle() -> None:
    assert answer(Game(15, blocked=["h8"])) in ("h7", "h9", "g8", "i8")


def test_it_answers_next_to_the_first_stone() -> None:
    game = Game(15)
    game.play("c4")
    assert answer(game) in {column + row for column in "bcd" for row in "345"}


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_it_wins_in_every_direction_rather_than_stop_a_five(symmetry: Symmetry) -> None:
    setup = Setup(
        15,
        black=points("c3 d4 e5 g7"),
        white=points("a10 b10 c10 d10 k2 k3 k4"),
        turn=Color.BLACK,
    ).transformed(symmetry)
    game = Game(setup=setup)
    game.push(find_bot("greedy").choose(game))
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winner is Color.BLACK


def test_it_stops_a_five_rather_than_make_an_open_four() -> None:
    assert answer(position("a10 b10 c10 d10", "h8 i8 j8", turn=Color.WHITE)) == "e10"


def test_it_makes_an_open_four() -> None:
    assert answer(position("h8 i8 j8", "a1 b3 c12")) in ("g8", "k8")


def test_it_makes_two_fours_at_once() -> None:
    game = position("h8 i8 j8 k9 k10 k11", "g8 k12 l7 a1 b1 o15")
    assert answer(game) == "k8"


def test_it_makes_a_four_with_a_three() -> None:
    game = position("h8 i8 j8 k9 k10", "g8 a1 a3 o14")
    assert answer(game) == "k8"


def test_it_makes_two_threes_at_once() -> None:
    assert answer(position("h7 h9 i8 j8", "a1 c1 o15 m1")) == "h8"


@pytest.mark.parametrize("three", ["h8 i8 j8", "h8 j8 k8", "h8 i9 j10", "h8 g9 e11", "h8 h9 h11"])
def test_it_stops_an_open_three_of_any_form(three: str) -> None:
    game = position(three, "a1 o15", turn=Color.WHITE)
    game.push(find_bot("greedy").choose(game))
    assert not game.threats(Color.BLACK)


def test_it_stops_two_threes_in_the_making() -> None:
    game = position("g8 i8 h7 h9", "a1 a15 o1", turn=Color.WHITE)
    assert answer(game) == "h8"


def test_it_stops_a_four_with_a_three_before_making_two_threes() -> None:
    game = position("b2 b3 b4 c5 d5", "b1 h7 h9 i8 j8", turn=Color.WHITE)
    assert answer(game) == "b5"


def test_it_leaves_alone_what_has_no_room_for_five() -> None:
    # Between the edge and a white stone there are only four points.
    game = position("b1 c1 d1", "e1 h8 i9", turn=Color.WHITE)
    assert answer(game) != "a1"


def test_it_makes_a_three_when_nothing_is_urgent() -> None:
    game = position("h8 i8", "a1 a3", turn=Color.BLACK)
    game.push(find_bot("greedy").choose(game))
    assert [threat.kind for threat in game.threats(Color.BLACK)] == [Kind.THREE]


def test_in_standard_it_does_not_take_six_for_five() -> None:
    game = position("c8 d8 e8 g8 h8 k2 l3 m4 n5", "a1 a2 b5 o6", rule="standard")
    assert answer(game) == "j1"


def test_in_caro_it_ignores_a_four_closed_at_both_ends() -> None:
    # O X X X X . O can become five, but closed at both ends it does not win.
    closed = position("c8 d8 e8 f8", "b8 h8 m3 n4", turn=Color.WHITE, rule="caro")
    assert answer(closed) != "g8"
    free = position("c8 d8 e8 f8", "b8 n9 m3 n4", turn=Color.WHITE, rule="caro")
    assert answer(free) in ("g8", "h8")


def test_renju_black_does_not_play_the_two_threes_that_white_would() -> None:
    black = position("h7 h9 i8 j8", "a1 c1 o15 m1", rule="renju")
    assert answer(black) != "h8"
    white = position("a1 c1 o15 m1", "h7 h9 i8 j8", turn=Color.WHITE, rule="renju")
    assert answer(white) == "h8"


def test_renju_white_does_not_stop_what_is_forbidden_to_black() -> None:
    game = position("h7 h9 i8 j8", "b2 b3 a9 c13", turn=Color.WHITE, rule="renju")
    assert answer(game) != "h8"


def test_it_plays_no_trap_while_a_point_is_free() -> None:
    size = 5
    board = [Point(x, y) for y in range(size) for x in range(size)]
    setup = Setup(size, blocked=board[:20], traps=board[20:24])
    game = Game(setup=setup)
    assert find_bot("greedy").choose(game) == board[24]


def test_without_a_seed_it_always_answers_alike() -> None:
    game = position("h8 i9", "g7 h7")
    assert len({answer(game) for _ in range(5)}) == 1


def test_seeds_vary_the_answer_among_good_points() -> None:
    game = position("h8", "")
    answers = {game.format_move(find_bot("greedy", seed=seed).choose(game)) for seed in range(20)}
    assert len(answers) > 2
    assert answers <= {column + row for column in "ghi" for row in "789"}


def test_a_seed_does_not_make_it_miss_a_win() -> None:
    game = position("h8 i8 j8 k8", "a1 b2 c3 d4")
    answers = {game.format_move(find_bot("greedy", seed=s).choose(game)) for s in range(20)}
    assert answers <= {"g8", "l8"}


@pytest.mark.parametrize("rule", ["freestyle", "renju"])
def test_it_beats_random_with_either_colour(rule: str) -> None:
    for number in range(6):
        seats = [find_bot("greedy", seed=number), find_bot("random", seed=number)]
        mine = Color(number % 2)
        game = Game(15, rule)
        while (outcome := game.outcome()) is None:
            game.push(seats[game.turn != mine].choose(game))
        assert outcome.winner is mine
