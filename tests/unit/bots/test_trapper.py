"""`trapper`: windows, the worked examples, the plain search, its clock and its traps."""

import random
import time

import pytest

from seeds import game, game_of, lively_board, points
from tengen import Color, Game, Limit, Point, Setup
from tengen.bots import find_bot
from tengen.bots._lines import LineBoard
from tengen.bots.trapper import PATTERNS, Search, board_value, sums, window_score
from tengen.core.board import Board

WINDOWS = {
    "....X....": 0,
    "...XX....": 10,
    "..X.X....": 10,
    "...OXX...": 5,
    "..O.XX.O.": 0,
    "..XXX....": 500,
    ".OXXX....": 100,
    ".TXXX....": 100,
    ".OXXX.O..": 100,
    ".O.XXX.O.": 0,
    "##XXX....": 0,
    "#XXXX....": 1000,
    "....XXXX#": 1000,
    "..XXXX...": 10000,
    ".XXXXX...": 100000,
    "..X.XX...": 500,
    ".OX.XX...": 100,
    "...XX.XO.": 0,
    "OXX.X.X.X": 10,
}


@pytest.mark.parametrize("window", WINDOWS)
def test_a_window_has_its_score(window: str) -> None:
    assert window_score(window) == WINDOWS[window]


FOUR = "x (3,7) (4,7) (5,7) (6,7)"
EXAMPLES = {
    "A1": ("x –; o –", "x", 0, 0, 0, "(7,7)", "book"),
    "A2": ("x (7,7); o –", "o", 0, 0, 0, "(6,6)", "book"),
    "A3": ("x (14,0); o –", "o", 0, 0, 0, "(6,8)", "book"),
    "A4": ("x (3,3) (4,4); o (10,2)", "o", 0, 20, -22, "(8,6)", "book"),
    "A5": ("x (3,3) (3,4); o (10,2)", "o", 0, 20, -22, "(9,7)", "book"),
    "A6": ("x (3,3) (4,3); o (10,2)", "o", 0, 20, -22, "(6,3)", "search"),
    "A7": ("x (14,3) (2,9); o (10,2)", "o", 0, 0, 0, "(8,4)", "search"),
    "A8": ("x –; o –; traps (7,7)", "x", 0, 0, 0, "(7,6)", "search"),
    "A9": (
        f"{FOUR}; o (2,7) (9,10) (10,10) (11,10) (12,10)",
        "o",
        40000,
        4000,
        35600,
        "(8,10)",
        "quick",
    ),
    "A10": (f"{FOUR}; o (2,7) (10,10) (11,10) (12,10)", "o", 1500, 4000, -2900, "(7,7)", "quick"),
    "A11": ("x (5,7) (6,7) (7,7); o –", "x", 1500, 0, 1500, "(8,7)", "search"),
    "A12": ("x (0,7) (1,7) (2,7); o –", "x", 0, 0, 0, "(3,7)", "search"),
    "A13": ("x (11,7) (12,7) (13,7) (14,7); o –", "x", 4000, 0, 4000, "(10,7)", "quick"),
    "A14": ("x (4,7) (6,7) (7,7); o (3,7)", "x", 300, 0, 300, "(8,7)", "search"),
    "A15": ("x (4,7) (5,7) (7,7); o (8,7)", "x", 0, 0, 0, "(3,7)", "search"),
    "A16": ("x (4,7) (5,7) (6,7); o –; traps (3,7)", "x", 300, 0, 300, "(5,6)", "search"),
    "A17": ("x (4,7) (5,7) (7,7) (8,7); o –", "x", 0, 0, 0, "(6,7)", "quick"),
    "A18": (
        "x (7,7) (8,8) (6,8) (9,7); o (6,6) (7,8) (8,6) (5,5)",
        "x",
        60,
        30,
        27,
        "(9,6)",
        "search",
    ),
    "A19": (
        "x (7,7) (8,7) (9,7) (3,3) (11,12); o (6,6) (7,8) (8,9) (4,10)",
        "o",
        20,
        1500,
        -1630,
        "(6,7)",
        "search",
    ),
    "A20": (
        "x (7,7) (8,7) (6,5) (3,3) (11,12); o (6,6) (7,8) (8,9) (4,10); traps (9,7) (5,5)",
        "o",
        20,
        30,
        -13,
        "(6,7)",
        "search",
    ),
}


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_worked_examples(example: str) -> None:
    position, to_move, mine, his, value, move, step = EXAMPLES[example]
    bot = find_bot("trapper")
    assert bot.explain is not None
    why = bot.explain(game(position, to_move), Limit())
    facts = dict(why.facts)
    assert (facts["mine"], facts["his"]) == (mine, his)
    assert facts["board"] == pytest.approx(value)
    assert ([why.move], why.step) == (points(move), step)


@pytest.mark.parametrize(
    ("position", "answer"),
    [
        ("x (0,0); o –", "(8,8)"),
        ("x (0,14); o –", "(8,6)"),
        ("x (14,14); o –", "(6,6)"),
        ("x (7,6) (7,8); o (1,1)", "(8,8)"),
        ("x (7,7) (0,0); o (6,6)", None),
        ("x (7,7); o –; traps (6,6)", None),
    ],
)
def test_the_book_answers_where_its_point_is_free(position: str, answer: str | None) -> None:
    bot = find_bot("trapper")
    assert bot.explain is not None
    why = bot.explain(game(position, "o"), Limit())
    assert (why.step == "book") is (answer is not None)
    assert answer is None or [why.move] == points(answer)


STEPS = [(1, 0), (0, 1), (1, 1), (-1, 1)]


def plain_cell(board: Board, x: int, y: int, side: Color) -> str:
    if x not in range(board.size) or y not in range(board.size):
        return "#"
    stone = board.stone(Point(x, y))
    if stone is None:
        return "." if board[Point(x, y)] == "." else "T"
    return "X" if stone is side else "O"


def plain_sum(board: Board, side: Color) -> int:
    total = 0
    for stone in board.stones(side):
        for dx, dy in STEPS:
            at = [(stone.x + i * dx, stone.y + i * dy) for i in range(-4, 5)]
            window = "".join(plain_cell(board, x, y, side) for x, y in at)
            total += next((s for _, s, rows in PATTERNS if any(r in window for r in rows)), 0)
    return total


def plain_value(board: Board, me: Color) -> float:
    return plain_sum(board, me) - plain_sum(board, me.other) * 1.1


def plain_candidates(board: Board, me: Color) -> list[Point]:
    stones = [*board.stones(Color.BLACK), *board.stones(Color.WHITE)]
    near = [
        p
        for p in board.empty_points()
        if any(abs(p.x - s.x) <= 2 and abs(p.y - s.y) <= 2 for s in stones)
    ]

    def rank(point: Point) -> tuple[float, int, int, int]:
        board.put(point, me)
        value = plain_value(board, me)
        board.lift(point)
        return -value, abs(point.x - 7) + abs(point.y - 7), point.y, point.x

    return sorted(near or board.empty_points(), key=rank)[:15]


def plain_negamax(board: Board, me: Color, side: Color, depth: int) -> float:
    if depth == 0:
        return plain_value(board, me) * (1 if side is me else -1)
    best = -float("inf")
    for move in plain_candidates(board, me):
        board.put(move, side)
        best = max(best, -plain_negamax(board, me, side.other, depth - 1))
        board.lift(move)
    return best


@pytest.mark.parametrize("seed", range(20))
def test_sums_are_those_of_the_plain_windows(seed: int) -> None:
    board = lively_board(random.Random(seed))
    lines = LineBoard(board)
    assert sums(lines) == (plain_sum(board, Color.BLACK), plain_sum(board, Color.WHITE))


@pytest.mark.parametrize("stones", [5, 9])
def test_the_search_is_the_plain_negamax(stones: int) -> None:
    board = lively_board(random.Random(stones), stones=stones)
    me = board.turn
    bot = find_bot("trapper")
    assert bot.explain is not None
    why = bot.explain(game_of(board), Limit())
    assert why.step == "search"
    value, move = max(((-after, -i), point) for i, point, after in plain_values(board.copy(), me))
    assert why.move == move
    assert why.rows[0][2] == pytest.approx(value[0], abs=0.06)


def plain_values(board: Board, me: Color) -> list[tuple[int, Point, float]]:
    found = []
    for i, move in enumerate(plain_candidates(board, me)):
        board.put(move, me)
        found.append((i, move, plain_negamax(board, me, me.other, 1)))
        board.lift(move)
    return found


def test_the_clock_is_kept_on_a_crowded_board_with_traps() -> None:
    rng = random.Random(1)
    free = [Point(x, y) for y in range(15) for x in range(15)]
    rng.shuffle(free)
    black = [p for p in free[15:115] if (p.x // 2 + p.y) % 2]
    white = [p for p in free[15:115] if p not in black]
    start = Game(setup=Setup(15, black=black, white=white, traps=free[:15]))
    bot = find_bot("trapper")
    began = time.process_time()
    move = bot.choose(start, Limit())
    assert time.process_time() - began < 0.3
    assert isinstance(move, Point)
    assert move not in start.board.traps


def test_when_the_clock_ends_the_search_the_best_row_is_played() -> None:
    start = game("x (7,7) (8,7) (1,1) (2,9); o (6,6) (7,8) (12,3)", "x")
    bot = find_bot("trapper")
    assert bot.explain is not None
    why = bot.explain(start, Limit(nodes=5))
    assert (why.step, why.move) == ("fall-back", Point(6, 7))


def test_the_fall_back_adds_up_rows_with_free_ends() -> None:
    start = game("x (7,7) (8,7) (9,8) (9,9); o (10,7)", "x")
    search = Search(LineBoard(start.board), Color.BLACK, None)  # type: ignore[arg-type]
    assert search._simple(9 + 7 * 15) == 100
    assert search._simple(8 + 8 * 15) == 100 + 10 + 10
    assert search._simple(0) == 0


def test_a_shape_without_a_mirror_image_counts_in_one_direction_only() -> None:
    # Rows are read to the right, all other lines downwards.
    for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
        line = [f"({7 + dx * n},{5 + dy * n})" for n in range(6)]
        shape = game(f"x {line[1]} {line[3]} {line[4]}; o {line[0]}", "x")
        assert sums(LineBoard(shape.board)) == (300, 0)
        mirrored = game(f"x {line[1]} {line[2]} {line[4]}; o {line[5]}", "x")
        assert sums(LineBoard(mirrored.board)) == (0, 0)


def test_the_diagonal_to_the_left_decides_a_move() -> None:
    moves = "(9,10)(7,4)(7,8)(3,4)(10,3)(4,7)(5,7)(5,6)(9,4)(9,5)"
    start = Game()
    for point in points(moves):
        start.push(point)
    assert find_bot("trapper").choose(start) == Point(6, 5)


def test_equal_sums_have_equal_values() -> None:
    assert board_value(30, 10) == 30 - 10 * 1.1


def test_a_trap_is_played_only_when_nothing_else_is_free() -> None:
    points_left = [Point(x, y) for y in range(15) for x in range(15)]
    free, *rest = points_left
    start = Game(setup=Setup(15, blocked=rest[1:], traps=rest[:1]))
    assert find_bot("trapper").choose(start) == free


@pytest.mark.parametrize("seed", range(12))
def test_a_five_is_always_played_and_always_stopped(seed: int) -> None:
    rng = random.Random(seed)
    board, (dx, dy) = lively_board(rng, stones=12), rng.choice(STEPS)
    place = Point(rng.randrange(4, 11), rng.randrange(4, 11))
    row = [Point(place.x + i * dx, place.y + i * dy) for i in range(-2, 3)]
    gap = rng.choice(row)
    owner = rng.choice(list(Color))
    stones = {color: {p for p in board.stones(color) if p not in row} for color in Color}
    stones[owner] |= {p for p in row if p != gap}
    setup = Setup(15, black=stones[Color.BLACK], white=stones[Color.WHITE], turn=Color.BLACK)
    start = Game(setup=setup)
    if start.outcome() is not None:
        pytest.skip("the stones that were there make more than a four")
    move = find_bot("trapper").choose_point(start, Limit())
    start.push(move)
    if owner is Color.BLACK or start.outcome() is not None:
        assert start.outcome() is not None
        return
    # There may be other fours of his among the stones; one of them must be stopped.
    white = {*stones[Color.WHITE], move}
    his_five = Game(setup=Setup(15, black=stones[Color.BLACK], white=white))
    assert his_five.outcome() is not None
