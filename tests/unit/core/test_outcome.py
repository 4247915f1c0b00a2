"""How games end: fives everywhere, what closes and breaks them, draws, and the sentence for it."""

import pytest

from boards import board
from tengen.core.board import Board
from tengen.core.geometry import PASS, Color, Direction, Point
from tengen.core.outcome import Outcome, Reason, find_outcome, winning_rows
from tengen.core.rules import RULES, Rule

CORNERED = [
    (size, direction, start)
    for size in (5, 8, 26)
    for direction in Direction
    for start in (
        [(0, size - 1), (0, 4), (size - 5, size - 1), (size - 5, 4)]
        if direction is Direction.RISING
        else [
            (x, y)
            for x in {0, size - (1 if direction is Direction.COLUMN else 5)}
            for y in {0, size - (1 if direction is Direction.ROW else 5)}
        ]
    )
]


def outcome_of(diagram: str, rule: str) -> Outcome | None:
    return find_outcome(board(diagram), RULES[rule])


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
@pytest.mark.parametrize(("size", "direction", "start"), CORNERED)
def test_five_wins_in_every_corner_and_direction(
    size: int, direction: Direction, start: tuple[int, int], rule: Rule
) -> None:
    dx, dy = direction.step
    five = tuple(Point(start[0] + i * dx, start[1] + i * dy) for i in range(5))
    for color in Color:
        for last in five:
            made = Board(size)
            for point in five:
                if point != last:
                    made.put(point, color)
            made.turn = color
            assert find_outcome(made, rule) is None
            made.push(last)
            assert find_outcome(made, rule) == Outcome(color, Reason.FIVE, five, size)


@pytest.mark.parametrize("size", [5, 6, 7, 8])
def test_four_across_a_small_board_do_not_win(size: int) -> None:
    for direction in Direction:
        made = Board(size)
        dx, dy = direction.step
        for i in range(4):
            made.put(Point(i * dx, (size - 1 if dy < 0 else 0) + i * dy), Color.BLACK)
        for rule in RULES.values():
            assert find_outcome(made, rule) is None


def test_five_does_not_continue_round_the_edge() -> None:
    # The end of one row and the start of the next are neighbours in memory only.
    made = board("""
        . . . X X X
        X X . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
    """)
    for rule in RULES.values():
        assert find_outcome(made, rule) is None


SIX = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    X X X X X X .
    . . . . . . .
    . . . . . . .
    . . . . . . .
"""


@pytest.mark.parametrize(
    ("rule", "black", "white"),
    [
        ("freestyle", True, True),
        ("standard", False, False),
        ("renju", False, True),
        ("caro", False, False),
        ("caro-open", True, True),
    ],
)
def test_six_win_where_the_rule_says_so(rule: str, black: bool, white: bool) -> None:
    assert (outcome_of(SIX, rule) is not None) is black
    assert (outcome_of(SIX.replace("X", "O"), rule) is not None) is white


def test_six_by_the_last_stone_win_in_freestyle_with_the_whole_row_as_line() -> None:
    made = board(SIX.replace("X X X X X X", "X X . X X X"))
    made.push(Point(2, 3))
    outcome = find_outcome(made, RULES["freestyle"])
    assert outcome is not None
    assert outcome.line == tuple(Point(x, 3) for x in range(6))
    assert find_outcome(made, RULES["standard"]) is None


CLOSED = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    O X X X X X O
    . . . . . . .
    . . . . . . .
    . . . . . . .
"""


@pytest.mark.parametrize(
    ("ends", "wins"),
    [("OO", False), ("O.", True), ("..", True), ("##", True), ("#O", True), ("O*", True)],
)
@pytest.mark.parametrize("rule", ["caro", "caro-open"])
def test_only_stones_at_both_ends_close_a_caro_five(rule: str, ends: str, wins: bool) -> None:
    diagram = CLOSED.replace("O X X X X X O", f"{ends[0]} X X X X X {ends[1]}")
    assert (outcome_of(diagram, rule) is not None) is wins


def test_a_caro_five_between_stone_and_edge_wins() -> None:
    diagram = CLOSED.replace("O X X X X X O", "X X X X X O .")
    assert outcome_of(diagram, "caro") is not None


def test_a_closed_five_wins_everywhere_else() -> None:
    for rule in ("freestyle", "standard", "renju"):
        assert outcome_of(CLOSED, rule) is not None


def test_a_closed_six_wins_in_caro_open_only() -> None:
    diagram = """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        O X X X X X X O
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    """
    assert outcome_of(diagram, "caro-open") is not None
    assert outcome_of(diagram, "caro") is None


def test_white_closing_a_caro_five_too_late_does_not_matter_to_a_game() -> None:
    # The five won when it was made; a set-up in which it is closed has no winner.
    open_five = CLOSED.replace("O X X X X X O", "O X X X X X .")
    assert outcome_of(open_five, "caro") is not None
    assert outcome_of(CLOSED, "caro") is None


@pytest.mark.parametrize("wall", "#*")
def test_a_blocked_point_or_trap_breaks_a_row(wall: str) -> None:
    diagram = SIX.replace("X X X X X X .", f"X X X {wall} X X X")
    for rule in RULES:
        assert outcome_of(diagram, rule) is None


def test_black_in_renju_wins_by_five_even_if_six_stand_beside_it() -> None:
    # The last stone makes exactly five in the row and six in the column.
    made = board("""
        . . . . X . . .
        . . . . X . . .
        . . . . X . . .
        . . X X . X X .
        . . . . X . . .
        . . . . X . . .
        . . . . . . . .
        . . . . . . . .
    """)
    made.push(Point(4, 3))
    outcome = find_outcome(made, RULES["renju"])
    assert outcome is not None
    assert outcome.line == tuple(Point(x, 3) for x in range(2, 7))


def test_of_two_fives_at_once_one_is_named() -> None:
    made = board("""
        . . . . . X
        . . . . . X
        . . . . . X
        . . . . . X
        . X X X X .
        . . . . . .
    """)
    made.push(Point(5, 4))
    outcome = find_outcome(made, RULES["standard"])
    assert outcome is not None
    assert outcome.line in winning_rows(made, RULES["standard"], Color.BLACK)
    assert len(winning_rows(made, RULES["standard"], Color.BLACK)) == 2


def test_a_setup_with_five_on_the_board_is_over_whoever_is_to_move() -> None:
    for turn in Color:
        made = board("X X X X X\n" + ". . . . .\n" * 4, turn=turn)
        outcome = find_outcome(made, RULES["renju"])
        assert outcome is not None
        assert outcome.winner is Color.BLACK


FULL = """
    X X O X O
    X X O X X
    O O X O O
    X X O X X
    X X O X O
"""


def test_a_full_board_without_five_is_a_draw() -> None:
    for rule in RULES:
        assert outcome_of(FULL, rule) == Outcome(None, Reason.FULL_BOARD, size=5)


def test_blocked_points_count_as_full() -> None:
    assert outcome_of(FULL.replace("O", "#"), "standard") == Outcome(
        None, Reason.FULL_BOARD, size=5
    )


def test_a_board_with_one_empty_point_goes_on() -> None:
    assert outcome_of(FULL.replace("O", ".", 1), "standard") is None


def test_five_by_the_last_stone_of_a_full_board_wins() -> None:
    made = board("""
        X X X X .
        X X O X X
        O O X O O
        X X O X X
        X X O X O
    """)
    made.push(Point(4, 0))
    outcome = find_outcome(made, RULES["freestyle"])
    assert outcome is not None
    assert outcome.reason is Reason.FIVE


def test_two_passes_are_a_draw_and_one_is_not() -> None:
    made = Board(5)
    made.push(PASS)
    assert find_outcome(made, RULES["renju"]) is None
    made.push(PASS)
    assert find_outcome(made, RULES["renju"]) == Outcome(None, Reason.PASSES, size=5)


def test_two_passes_with_a_move_between_are_no_draw() -> None:
    made = Board(5)
    for move in (PASS, Point(0, 0), PASS):
        made.push(move)
    assert find_outcome(made, RULES["renju"]) is None


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        (
            Outcome(Color.BLACK, Reason.FIVE, tuple(Point(x, 7) for x in range(4, 9)), 15),
            "black wins: five in a row e8-i8",
        ),
        (
            Outcome(Color.BLACK, Reason.FIVE, tuple(Point(7, y) for y in range(5, 10)), 15),
            "black wins: five in a row h6-h10",
        ),
        (
            Outcome(Color.WHITE, Reason.LONGEST_LINE, (Point(0, 4), Point(1, 3)), 5),
            "white wins: the longest line a1-b2",
        ),
        (
            Outcome(Color.WHITE, Reason.LONGEST_LINE, (Point(2, 2),), 5),
            "white wins: the longest line c3",
        ),
        (Outcome(None, Reason.FULL_BOARD, size=5), "draw: the board is full"),
        (Outcome(None, Reason.PASSES, size=5), "draw: both sides passed"),
        (Outcome(None, Reason.EQUAL_LINES, size=5), "draw: equal longest lines"),
    ],
)
def test_an_outcome_reads_as_a_sentence(outcome: Outcome, text: str) -> None:
    assert str(outcome) == text
