"""`counts`: the worked examples, the window, and the plain two-ply search."""

import random

import pytest

from seeds import game, lively_board, points
from tengen import Color, Game, Point, Setup
from tengen.bots import find_bot
from tengen.bots._lines import LineBoard
from tengen.bots.counts import explain, last_move, rows_of, search, value_of, window
from tengen.core.board import Board, board_lines

EXAMPLES = {
    # position, to move, last, rows of x, rows of o, board, move, value
    "F1": ("x –; o –; size 5", "x", None, [0, 0, 0, 0], [0, 0, 0, 0], 0, "(0,0)", None),
    "F2": ("x (2,2); o –; size 5", "o", None, [0, 0, 0, 0], [0, 0, 0, 0], 0, "(0,0)", -1),
    "F3": (
        "x (0,0) (1,0) (2,0); o (0,1) (1,1); size 5",
        "o",
        None,
        [0, 1, 0, 0],
        [1, 0, 0, 0],
        -1,
        "(3,0)",
        -2,
    ),
    "F4": (
        "x (0,0) (1,0) (2,0) (3,0); o (0,1) (1,1) (2,2); size 5",
        "o",
        None,
        [0, 0, 1, 0],
        [2, 0, 0, 0],
        -58,
        "(4,0)",
        -59,
    ),
    "F5": (
        "x (0,0) (1,0) (2,0) (3,0); o (0,1) (1,1) (2,1) (3,1); size 5",
        "x",
        None,
        [0, 0, 1, 0],
        [0, 0, 1, 0],
        -54,
        "(4,0)",
        0,
    ),
    "F6": (
        "x (3,0) (3,1) (3,2) (3,3) (3,4) (3,5); o (0,0); size 7",
        "x",
        None,
        [0, 0, 0, 1],
        [0, 0, 0, 0],
        100,
        None,
        None,
    ),
    "F7": (
        "x (0,3) (1,2) (2,1) (3,0); o (4,4); size 6",
        "o",
        None,
        [0, 0, 0, 0],
        [0, 0, 0, 0],
        0,
        None,
        None,
    ),
    "F8": (
        "x (1,1) (2,2) (3,3); o (4,1) (4,2); size 7",
        "o",
        None,
        [0, 1, 0, 0],
        [1, 0, 0, 0],
        -1,
        "(3,1)",
        -57,
    ),
    "F9": ("x (7,7); o –", "o", "(7,7)", [0, 0, 0, 0], [0, 0, 0, 0], 0, "(2,2)", -1),
    "F10": ("x (7,7) (8,7); o (2,2)", "o", "(2,2)", [1, 0, 0, 0], [0, 0, 0, 0], -1, "(1,1)", -2),
    "F11": (
        "x (12,10) (12,11) (12,12) (12,13); o (2,2) (2,3) (3,2)",
        "o",
        "(3,2)",
        [0, 0, 1, 0],
        [3, 0, 0, 0],
        -57,
        "(3,3)",
        -54,
    ),
}


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_worked_examples(example: str) -> None:
    position, to_move, last, rows_x, rows_o, value, move, searched = EXAMPLES[example]
    start = game(position, to_move)
    board = LineBoard(start.board, 5)
    assert rows_of(board, Color.BLACK) == rows_x
    assert rows_of(board, Color.WHITE) == rows_o
    assert value_of(board, start.turn) == value
    if move is not None:
        why = explain(board, start.turn, points(last)[0] if last else last_move(start))
        assert [why.move] == points(move)
        assert searched is None or why.rows[0][2] == searched


@pytest.mark.parametrize(
    ("centre", "size", "columns", "rows"),
    [
        (Point(3, 2), 26, range(11), range(11)),
        (Point(13, 20), 26, range(8, 19), range(15, 26)),
        (Point(25, 0), 26, range(15, 26), range(11)),
        (Point(7, 7), 15, range(2, 13), range(2, 13)),
        (Point(6, 6), 12, range(1, 12), range(1, 12)),
        (Point(6, 5), 12, range(1, 12), range(11)),
        (Point(0, 9), 11, range(11), range(11)),
    ],
)
def test_the_window_is_eleven_wide(centre: Point, size: int, columns: range, rows: range) -> None:
    assert window(size, centre) == (columns, rows)


def test_the_window_lies_round_the_own_last_move_then_round_his_then_round_the_centre() -> None:
    assert last_move(Game(setup=Setup(26, black=[Point(1, 2)]))) == Point(13, 13)
    start = Game(26)
    start.push(Point(3, 4))
    assert last_move(start) == Point(3, 4)
    start.push(Point(20, 21))
    assert last_move(start) == Point(3, 4)
    start.push(Point(5, 6))
    assert last_move(start) == Point(20, 21)


@pytest.mark.parametrize("size", [5, 11, 12, 15, 26])
def test_an_empty_board_is_begun_in_the_corner(size: int) -> None:
    assert find_bot("counts").choose(Game(size)) == Point(0, 0)


def test_a_full_window_is_left() -> None:
    stones = [Point(x, y) for y in range(11) for x in range(11)]
    black = [p for p in stones if (p.x // 2 + p.y) % 2]
    board = Board(26)
    for point in stones:
        board.put(point, Color.BLACK if point in black else Color.WHITE)
    why = explain(LineBoard(board, 5), Color.BLACK, Point(0, 0))
    assert max(why.move) > 10


def test_a_five_is_stopped() -> None:
    start = game("x (3,3) (4,3) (5,3) (6,3); o (2,3) (2,7) (9,9); size 11", "o")
    assert find_bot("counts").choose(start) == Point(7, 3)


def test_the_claim_that_a_five_is_stopped_rather_than_a_three_does_not_hold() -> None:
    # A four costs 60 and five 100: stopping a three saves 58, stopping the four only 40.
    start = game("x (3,3) (4,3) (5,3) (6,3) (3,7) (4,7) (5,7); o (2,3) (2,7) (9,9); size 11", "o")
    assert find_bot("counts").choose(start) == Point(6, 7)


def plain_value(board: Board, me: Color) -> int:
    """Count the rows of every line of five or more points, stone after stone."""
    weights = {2: (1, 1), 3: (2, 2), 4: (6, 60), 5: (100, 100)}
    total = 0
    for line in board_lines(board.size, 5):
        owner, length = None, 0
        for stone in [*(board.stone(point) for point in line.points), None]:
            if stone is owner and stone is not None:
                length += 1
                continue
            if length >= 2:
                mine, his = weights[min(length, 5)]
                total += mine if owner is me else -his
            owner, length = stone, 1
    return total


def plain_search(board: Board, moves: list[Point]) -> tuple[Point, int]:
    """Return the first move with the highest of lowest values, and that value."""
    me, best = board.turn, (moves[0], -(10**9))
    for move in moves:
        board.push(move)
        values = []
        for reply in moves:
            if reply != move:
                board.push(reply)
                values.append(plain_value(board, me))
                board.pop()
        lowest = min(values, default=plain_value(board, me))
        board.pop()
        if lowest > best[1]:
            best = move, lowest
    return best


@pytest.mark.parametrize("seed", range(12))
def test_moves_and_values_are_those_of_the_plain_search(seed: int) -> None:
    rng = random.Random(seed)
    board = lively_board(rng, rng.choice([5, 6, 7, 12, 15]))
    moves = board.empty_points()
    moves = moves if len(moves) <= 26 else sorted(rng.sample(moves, 26), key=lambda p: (p.y, p.x))
    lines = LineBoard(board, 5)
    assert value_of(lines, board.turn) == plain_value(board, board.turn)
    numbers = [p.y * board.size + p.x for p in moves]
    replies = search(lines, board.turn, numbers)
    best = max(replies, key=lambda found: found.value)
    assert (lines.points[best.move], best.value) == plain_search(board, moves)


@pytest.mark.parametrize("size", range(5, 27))
def test_it_plays_on_every_size(size: int) -> None:
    bot, start = find_bot("counts"), Game(size)
    for _ in range(4):
        start.push(bot.choose(start))
    assert len(start.moves) == 4
