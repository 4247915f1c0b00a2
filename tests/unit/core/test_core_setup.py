"""Set-up positions: what they hold, what makes two equal, and what contradicts itself."""

import pickle

import pytest

from boards import board, draw
from tengen.core.board import Board
from tengen.core.geometry import SYMMETRIES, Color, Point
from tengen.core.rules import RULES
from tengen.core.setup import Setup
from tengen.errors import IllegalMove, InvalidText

ROW = [Point(x, 0) for x in range(5)]
BELOW = [Point(x, 1) for x in range(5)]


def setup_of(diagram: str, rule: str = "freestyle", turn: Color = Color.BLACK) -> Setup:
    made = board(diagram)
    return Setup(
        made.size,
        rule,
        black=made.stones(Color.BLACK),
        white=made.stones(Color.WHITE),
        blocked=made.blocked,
        traps=made.traps,
        turn=turn,
    )


def test_a_setup_lays_out_its_board() -> None:
    diagram = """
        X . . . O
        . # . . .
        . . X . .
        . . . * .
        . . . . .
    """
    setup = setup_of(diagram, turn=Color.WHITE)
    made = setup.board()
    assert draw(made) == draw(board(diagram))
    assert (made.turn, made.moves) == (Color.WHITE, ())
    assert setup.has_stones
    assert not Setup(5, blocked=ROW).has_stones


def test_boards_of_a_setup_are_independent() -> None:
    setup = Setup(5)
    setup.board().push(Point(0, 0))
    assert draw(setup.board()) == draw(Board(5))


def test_equal_setups_are_equal_in_whatever_order_the_points_came() -> None:
    one = Setup(5, "renju", black=ROW[:3], white=BELOW[:2])
    two = Setup(5, RULES["renju"], black=reversed(ROW[:3]), white=iter(BELOW[:2]))
    assert one == two
    assert hash(one) == hash(two)
    assert one.black == tuple(ROW[:3])


@pytest.mark.parametrize(
    "other",
    [
        Setup(6, black=ROW[:1]),
        Setup(5, "renju", black=ROW[:1]),
        Setup(5, white=ROW[:1]),
        Setup(5, black=ROW[:1], turn=Color.WHITE),
        Setup(5, black=ROW[:1], blocked=BELOW[:1]),
        Setup(5, black=ROW[:1], traps=BELOW[:1]),
    ],
)
def test_setups_that_differ_in_anything_are_unequal(other: Setup) -> None:
    assert other != Setup(5, black=ROW[:1])


def test_a_setup_survives_pickling() -> None:
    setup = Setup(5, "caro", black=ROW[:2], traps=BELOW[:1], turn=Color.WHITE)
    assert pickle.loads(pickle.dumps(setup)) == setup


def test_a_setup_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Setup(5).size = 6  # type: ignore[misc]


def test_five_for_one_side_is_a_setup_and_five_for_both_is_none() -> None:
    assert Setup(5, black=ROW).has_stones
    with pytest.raises(IllegalMove) as caught:
        Setup(5, black=ROW, white=BELOW)
    assert caught.value.code == "both-won"
    assert "both sides have five in a row" in str(caught.value)


def test_rows_that_do_not_win_under_the_rule_are_no_contradiction() -> None:
    six = [Point(x, 0) for x in range(6)]
    below = [Point(x, 1) for x in range(6)]
    assert Setup(6, "standard", black=six, white=below).has_stones
    with pytest.raises(IllegalMove):
        Setup(6, "freestyle", black=six, white=below)


def test_more_stones_than_points_are_refused_with_both_numbers() -> None:
    everywhere = [Point(x, y) for x in range(5) for y in range(5)]
    with pytest.raises(IllegalMove) as caught:
        Setup(5, black=everywhere, white=[Point(0, 0)])
    assert caught.value.code == "too-many-stones"
    assert "26 stones" in str(caught.value)
    assert "25 free points" in str(caught.value)


def test_special_points_take_room_from_stones() -> None:
    everywhere = [Point(x, y) for x in range(5) for y in range(5)]
    with pytest.raises(IllegalMove) as caught:
        Setup(5, black=everywhere, blocked=ROW[:2], traps=BELOW[:1])
    assert caught.value.arguments == {"stones": 25, "room": 22, "size": 5}


def test_two_stones_on_one_point_are_refused() -> None:
    for black, white in (([Point(1, 1)] * 2, []), ([Point(1, 1)], [Point(1, 1)])):
        with pytest.raises(IllegalMove) as caught:
            Setup(5, black=black, white=white)
        assert caught.value.code == "occupied"
        assert "b4" in str(caught.value)


@pytest.mark.parametrize("name", ["blocked", "traps"])
def test_a_special_point_given_twice_is_refused(name: str) -> None:
    twice = [Point(1, 1), Point(3, 3), Point(1, 1)]
    with pytest.raises(InvalidText) as caught:
        Setup(5, blocked=twice if name == "blocked" else (), traps=twice if name == "traps" else ())
    assert caught.value.code == "repeated-point"
    assert "b4" in str(caught.value)


@pytest.mark.parametrize(("name", "code"), [("blocked", "blocked"), ("traps", "trap")])
def test_a_stone_on_a_special_point_is_refused(name: str, code: str) -> None:
    at = [Point(1, 1)]
    with pytest.raises(IllegalMove) as caught:
        Setup(
            5,
            black=at,
            blocked=at if name == "blocked" else (),
            traps=at if name == "traps" else (),
        )
    assert caught.value.code == code
    assert "b4" in str(caught.value)


@pytest.mark.parametrize("name", ["black", "white", "blocked", "traps"])
def test_points_off_the_board_are_refused_whatever_they_hold(name: str) -> None:
    at = {name: [Point(5, 0)]}
    with pytest.raises(InvalidText) as caught:
        Setup(
            5,
            black=at.get("black", ()),
            white=at.get("white", ()),
            blocked=at.get("blocked", ()),
            traps=at.get("traps", ()),
        )
    assert caught.value.code == "off-board"
    assert "(5, 0)" in str(caught.value)


@pytest.mark.parametrize("size", [0, 4, 27, 10**9, True, "15"])
@pytest.mark.parametrize("blocked", [(), [Point(1, 1)], [Point(1, 1), Point(1, 1)]])
def test_an_impossible_size_is_what_is_wrong(size: object, blocked: list[Point]) -> None:
    with pytest.raises(InvalidText) as caught:
        Setup(size, blocked=blocked)  # type: ignore[arg-type]
    assert caught.value.code == "size-range"


def test_a_point_far_off_the_board_given_twice_is_refused() -> None:
    with pytest.raises(InvalidText):
        Setup(5, blocked=[Point(10**9, 1)] * 2)


@pytest.mark.parametrize("turn", [2, -1, "black", None])
def test_a_turn_that_is_no_colour_is_refused(turn: object) -> None:
    with pytest.raises(InvalidText) as caught:
        Setup(5, turn=turn)  # type: ignore[arg-type]
    assert caught.value.code == "bad-turn"
    assert repr(turn) in str(caught.value)


def test_an_unknown_rule_is_refused() -> None:
    with pytest.raises(InvalidText) as caught:
        Setup(5, "go")
    assert caught.value.code == "unknown-rule"
    assert "'go'" in str(caught.value)


def test_turning_a_setup_four_times_gives_it_back() -> None:
    setup = setup_of("""
        X O . . .
        . # . . .
        . . X . .
        . . . * .
        . . . . .
    """)
    quarter = next(s for s in SYMMETRIES if s.inverse != s)
    turned = setup
    for _ in range(3):
        turned = turned.transformed(quarter)
        assert turned != setup
    assert turned.transformed(quarter) == setup


def test_a_black_row_of_six_is_no_renju_position() -> None:
    row = [Point(x, 3) for x in range(6)]
    with pytest.raises(IllegalMove) as caught:
        Setup(15, "renju", black=row)
    assert caught.value.code == "overline-set-up"
    assert Setup(15, "renju", white=row).white == tuple(row)
    assert Setup(15, "standard", black=row).black == tuple(row)
