"""`ends-easy`, `ends-medium` and `ends-hard`: the worked examples, and the plain minimax."""

import random

import pytest

from seeds import game, game_of, lively_board
from tengen import Color, Game, Limit, Point, Setup
from tengen.bots import find_bot
from tengen.bots._lines import LineBoard
from tengen.bots.ends import LEVELS, value_of
from tengen.core.board import Board

EXAMPLES = {
    "G1": ("x (4,4); o –; size 9", "x", 1, 240, None),
    "G2": ("x (0,0); o –; size 9", "x", 1, 140, None),
    "G3": ("x (4,4) (5,4); o –; size 9", "x", 2, 1560, None),
    "G4": ("x (3,4) (4,4) (5,4); o (2,4); size 9", "x", 2, 12320, None),
    "G5": ("x (3,4) (4,4) (5,4) (6,4); o –; size 9", "x", 4, 240720, None),
    "G6": ("x (7,7); o –", "o", -1, -240, "(6,6) (6,6) (6,6)"),
    "G7": ("x (4,4) (5,4); o (3,3); size 9", "o", -1, -1320, "(2,2) (3,4) (3,4)"),
    "G8": ("x (3,4) (4,4) (5,4); o (3,3) (4,3); size 9", "o", -1, -16980, "(2,2) (2,3) (2,4)"),
    "G9": (
        "x (3,4) (4,4) (5,4) (6,4); o (3,3) (4,3) (7,4); size 9",
        "o",
        -1,
        -158940,
        "(2,4) (2,4) (2,4)",
    ),
    "G10": (
        "x (3,4) (4,4) (5,4) (0,0); o (3,3) (4,3) (5,3) (6,3); size 9",
        "o",
        0,
        222040,
        "(2,3) (1,0) (2,3)",
    ),
    "G11": (
        "x (4,4) (4,5) (5,6); o (3,3) (3,4) (3,5); size 9",
        "o",
        0,
        16040,
        "(2,2) (3,2) (3,2)",
    ),
    "G12": ("x (2,2); o –; size 5", "o", -1, -240, "(1,1) (1,1) (2,1)"),
}


@pytest.mark.parametrize("example", EXAMPLES)
def test_values_are_those_of_the_worked_examples(example: str) -> None:
    position, to_move, stones, ends, _ = EXAMPLES[example]
    start = game(position, to_move)
    board = LineBoard(start.board)
    assert value_of(board, start.turn, counts_ends=False) == stones
    assert value_of(board, start.turn, counts_ends=True) == ends


@pytest.mark.parametrize("name", LEVELS)
@pytest.mark.parametrize("example", [name for name in EXAMPLES if EXAMPLES[name][4]])
def test_moves_are_those_of_the_worked_examples(example: str, name: str) -> None:
    position, to_move, _, _, moves = EXAMPLES[example]
    assert moves is not None
    expected = moves.split()[list(LEVELS).index(name)]
    x, y = expected.strip("()").split(",")
    assert find_bot(name).choose(game(position, to_move)) == Point(int(x), int(y))


def plain_value(board: Board, me: Color) -> int:
    """Return the open ends as the words of the report say it, stone by stone."""
    total = 0
    for color in Color:
        for stone in board.stones(color):
            for dx, dy in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]:
                length, open_ends = 1, 0
                for sign in (1, -1):
                    at = Point(stone.x + sign * dx, stone.y + sign * dy)
                    while is_stone(board, at, color):
                        length += 1
                        at = Point(at.x + sign * dx, at.y + sign * dy)
                    open_ends += is_free(board, at)
                worth = 100000 if length >= 5 else 10**length * (open_ends + 1)
                total += worth if color is me else -worth
    return total


def is_stone(board: Board, at: Point, color: Color) -> bool:
    on_board = at.x in range(board.size) and at.y in range(board.size)
    return on_board and board.stone(at) is color


def is_free(board: Board, at: Point) -> bool:
    return at.x in range(board.size) and at.y in range(board.size) and board[at] == "."


def has_five(board: Board, color: Color) -> bool:
    return any(
        all(is_stone(board, Point(s.x + i * dx, s.y + i * dy), color) for i in range(5))
        for s in board.stones(color)
        for dx, dy in [(1, 0), (0, 1), (1, 1), (1, -1)]
    )


def candidates(board: Board) -> list[Point]:
    return [
        p
        for p in board.empty_points()
        if any(
            is_stone(board, Point(p.x + dx, p.y + dy), color)
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
            for color in Color
        )
    ]


def plain_minimax(board: Board, me: Color, depth: int, counts_ends: bool) -> float:
    for color, value in ((me, float("inf")), (me.other, -float("inf"))):
        if has_five(board, color):
            return value
    if depth == 0:
        if counts_ends:
            return plain_value(board, me)
        return len(board.stones(me)) - len(board.stones(me.other))
    values = []
    for move in candidates(board):
        board.push(move)
        values.append(plain_minimax(board, me, depth - 1, counts_ends))
        board.pop()
    if not values:
        return 0
    return max(values) if board.turn is me else min(values)


def plain_move(board: Board, name: str) -> Point:
    """Choose as the report says: no cut-off, no order, the first of equal moves."""
    level, me = LEVELS[name], board.turn
    if level.looks_for_five:
        for color in (me, me.other):
            for move in candidates(board):
                board.put(move, color)
                made = has_five(board, color)
                board.lift(move)
                if made:
                    return move
    best, chosen = -float("inf"), None
    for move in candidates(board):
        board.push(move)
        value = plain_minimax(board, me, level.depth - 1, level.counts_ends)
        board.pop()
        if chosen is None or value > best:
            best, chosen = value, move
    assert chosen is not None
    return chosen


@pytest.mark.parametrize("seed", range(30))
def test_open_ends_are_those_of_the_plain_count(seed: int) -> None:
    board = lively_board(random.Random(seed), 5 + seed % 15)
    for me in Color:
        assert value_of(LineBoard(board), me, counts_ends=True) == plain_value(board, me)


@pytest.mark.parametrize(
    ("name", "size", "stones"),
    [
        *(("ends-easy", size, stones) for size in (5, 9, 15) for stones in (3, 8)),
        *(("ends-medium", size, stones) for size in (5, 6) for stones in (2, 18)),
        *(("ends-hard", 5, stones) for stones in (17, 18, 19)),
    ],
)
def test_moves_are_those_of_the_plain_minimax(name: str, size: int, stones: int) -> None:
    board = lively_board(random.Random(size * stones), size, stones)
    assert find_bot(name).choose(game_of(board)) == plain_move(board.copy(), name)


@pytest.mark.parametrize("gap", range(5))
@pytest.mark.parametrize("step", [(1, 1), (1, -1)])
def test_a_diagonal_four_is_always_stopped_at_hard(step: tuple[int, int], gap: int) -> None:
    first, *five, last = [Point(4 + i, 7 + (i - 3) * step[1]) for i in range(7)]
    black = [p for p in five if p != five[gap]]
    setup = Setup(15, black=black, white=[first, last, Point(1, 13)], turn=Color.WHITE)
    assert find_bot("ends-hard").choose(Game(setup=setup)) == five[gap]


def test_without_time_the_last_finished_depth_decides() -> None:
    start = game("x (4,4) (5,4) (6,5); o (3,3) (4,3)", "o")
    hard = find_bot("ends-hard")
    assert hard.explain is not None
    depths = []
    for nodes in (1, 30, 60_000):
        why = hard.explain(start, Limit(nodes=nodes))
        depths.append(dict(why.facts)["stones ahead"])
    assert depths == [1, 2, 4]
