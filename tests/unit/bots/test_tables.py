"""The four `tables`: single rows, the worked examples, and the plain tables and searches."""

import random

import pytest

from seeds import game, game_of, lively_board, points
from tengen import Color, Game, Limit, Point
from tengen.bots import find_bot
from tengen.bots._classic import Budget
from tengen.bots._lines import LineBoard, code_of
from tengen.bots._tables import EDGE_FOUR, LEAF_ROWS, POINT_ROWS, LineValues, TablesBoard
from tengen.bots.tables import (
    NAMES,
    VERSION_2_1,
    VERSION_3_0,
    WON,
    AlphaBeta,
    MaxMin,
    Version,
)
from tengen.core.board import Board

ODD_ROWS = {
    "11*11": (500000, 400000),
    "01*10": (11000, 8000),
    "01011*": (44000, 33000),
    "21011*": (5800, 3800),
}
"""Rows that read the same backwards count twice, and two of the others show `0*110` besides."""


def tables_board(start: Board, version: Version = VERSION_2_1) -> TablesBoard:
    return TablesBoard(LineBoard(start, by_column=True), version.tables)


def number(point: Point) -> int:
    return point.x * 15 + point.y


@pytest.mark.parametrize("row", POINT_ROWS, ids=[row.name for row in POINT_ROWS])
def test_a_row_alone_has_its_values(row: object) -> None:
    assert isinstance(row, type(POINT_ROWS[0]))
    board = Board(15)
    for i, cell in enumerate(row.cells):
        if cell in "12":
            board.put(Point(4 + i, 7), Color(int(cell) - 1))
    at = Point(4 + row.cells.index("*"), 7)
    attack, defence = tables_board(board).values(number(at))
    base = min(at.x, at.y, 14 - at.x, 14 - at.y)
    expected = ODD_ROWS.get(row.cells, (row.attack, row.defence))
    assert (attack[0] - base, defence[0] - base) == expected


def test_there_are_34_rows() -> None:
    assert len(POINT_ROWS) == 34
    assert len({row.cells for row in POINT_ROWS}) == 34


MOVES_1_0 = {
    "B1": ("x –; o –", "x", 7, "(7,7)", 7, "(7,7)", "(7,7)"),
    "B2": ("x (7,7); o –", "o", 6, "(6,6)", 6, "(6,6)", "(6,6)"),
    "B3": ("x (7,7) (8,7); o (6,6)", "o", 6, "(6,7)", 3006, "(6,7)", "(6,7)"),
    "B4": (
        "x (7,7) (8,7) (9,7); o (6,6) (5,5)",
        "o",
        1154,
        "(4,4)",
        50006,
        "(6,7)",
        "(6,7)",
    ),
    "B5": (
        "x (7,7) (8,7) (9,7); o (6,6) (5,5) (4,4)",
        "x",
        60006,
        "(6,7)",
        2003,
        "(3,3)",
        "(6,7)",
    ),
    "B6": (
        "x (0,7) (1,7) (2,7) (3,7); o (6,6) (5,5) (4,4)",
        "x",
        7,
        "(7,7)",
        50007,
        "(7,7)",
        "(7,7)",
    ),
    "B7": (
        "x (5,7) (6,7) (8,7) (9,7); o (4,7) (10,7) (7,3)",
        "o",
        7,
        "(7,7)",
        400007,
        "(7,7)",
        "(7,7)",
    ),
}
POINTS_1_0 = {
    "B8": ("x (7,7) (8,7); o (6,6)", "(6,7)", 4006, 3006),
    "B9": ("x (6,7) (8,7); o –", "(7,7)", 11007, 8007),
    "B10": ("x (6,7) (8,7) (7,6) (7,8); o –", "(7,7)", 19007, 14007),
    "B11": ("x (5,7) (6,7) (8,7); o (4,7)", "(9,7)", 1805, 805),
    "B12": ("x (5,7) (7,7) (8,7); o (4,7)", "(6,7)", 3006, 2006),
}


@pytest.mark.parametrize("example", MOVES_1_0)
def test_the_worked_examples_of_1_0(example: str) -> None:
    position, to_move, attack, attack_at, defence, defence_at, move = MOVES_1_0[example]
    bot = find_bot("tables-1.0")
    assert bot.explain is not None
    why = bot.explain(game(position, to_move), Limit())
    assert dict(why.facts) == {
        "best attack": attack,
        "best attack at": points(attack_at)[0],
        "best defence": defence,
        "best defence at": points(defence_at)[0],
    }
    assert [why.move] == points(move)


@pytest.mark.parametrize("example", POINTS_1_0)
def test_the_worked_points_of_1_0(example: str) -> None:
    position, at, attack, defence = POINTS_1_0[example]
    values = tables_board(game(position).board).values(number(points(at)[0]))
    assert (values.attack[0], values.defence[0]) == (attack, defence)


EXAMPLES_2_0 = {
    "C1": ("x (7,7); o –", "o", 0, "(6,7)"),
    "C2": ("x (7,7) (8,7); o (6,6)", "o", -1000, "(6,7)"),
    "C3": ("x (7,7) (8,7) (9,7); o (6,6) (5,5)", "o", -10000, "(4,4)"),
    "C4": ("x (7,7) (8,7) (9,7) (10,7); o (6,6) (5,5) (4,4)", "x", 0, "(6,7)"),
    "C5": ("x (7,7) (8,7) (9,7) (10,7); o (6,7) (5,5) (4,4) (12,3)", "o", -50000, "(11,7)"),
    "C6": ("x (5,7) (6,7) (8,7) (9,7); o –", "x", 100000, None),
}


@pytest.mark.parametrize("example", EXAMPLES_2_0)
def test_the_worked_examples_of_2_0(example: str) -> None:
    position, to_move, value, move = EXAMPLES_2_0[example]
    bot = find_bot("tables-2.0")
    assert bot.explain is not None
    why = bot.explain(game(position, to_move), Limit())
    assert dict(why.facts)["board"] == value
    assert move is None or [why.move] == points(move)


def test_the_values_of_c1_are_told() -> None:
    bot = find_bot("tables-2.0")
    assert bot.explain is not None
    why = bot.explain(game("x (7,7); o –", "o"), Limit())
    assert [row[1] for row in why.rows] == [-1000] * 4 + [-3000] * 4


EXAMPLES_AHEAD = {
    "D1": ("x (7,7) (8,7) (9,7); o –", "x", 60000, 70000, "(6,7)", None),
    "D2": ("x (5,7) (7,7) (8,7); o –", "x", 70000, 105000, "(6,7)", None),
    "D3": (
        "x (7,7) (8,7) (9,7) (10,7); o (6,6) (5,5) (4,4)",
        "x",
        800000,
        1000000,
        "(6,7)",
        None,
    ),
    "D4": ("x (0,7) (1,7) (2,7) (3,7); o –", "x", 0, 450000, "(4,6)", None),
    "D5": ("x (5,7) (6,7) (8,7) (9,7); o –", "x", 400000, 500000, "(7,7)", None),
    "D6": (
        "x (4,7) (5,7) (6,7) (7,4) (7,5) (7,6); o –",
        "x",
        120000,
        540000,
        "(7,7)",
        None,
    ),
    "D7": (
        "x (7,7) (8,7) (9,7) (10,7) (11,7); o (6,6) (5,5) (4,4) (3,3)",
        "x",
        9600000,
        10550000,
        "(2,2)",
        None,
    ),
    "D8": ("x (7,7) (8,7); o (6,6)", "o", 0, 0, "(6,7)", "(6,7)"),
    "D9": ("x (7,7) (8,7) (9,7); o (6,6) (5,5)", "o", -60000, -70000, "(6,7)", "(6,7)"),
    "D10": (
        "x (7,7) (8,8) (6,8) (9,7); o (6,6) (7,8) (8,6) (5,5)",
        "x",
        0,
        0,
        "(8,7)",
        "(8,7)",
    ),
    "D11": (
        "x (7,7) (8,7) (9,7) (10,7); o (6,7) (5,5) (4,4) (12,3)",
        "o",
        -400000,
        -450000,
        "(11,7)",
        "(11,7)",
    ),
}


@pytest.mark.parametrize("example", EXAMPLES_AHEAD)
def test_the_worked_boards_of_2_1_and_3_0(example: str) -> None:
    position, to_move, value_2_1, value_3_0, first, _ = EXAMPLES_AHEAD[example]
    start = game(position, to_move)
    stone = code_of(start.turn)
    assert tables_board(start.board, VERSION_2_1).leaf(stone) == value_2_1
    assert tables_board(start.board, VERSION_3_0).leaf(stone) == value_3_0
    lines = LineBoard(start.board, by_column=True)
    order = AlphaBeta(lines, start.turn, VERSION_2_1, Budget(Limit())).order
    assert [lines.points[order[0]]] == points(first)


@pytest.mark.parametrize("name", ["tables-2.1", "tables-3.0"])
@pytest.mark.parametrize("example", [key for key, row in EXAMPLES_AHEAD.items() if row[5]])
def test_the_worked_moves_of_2_1_and_3_0(example: str, name: str) -> None:
    position, to_move, *_, move = EXAMPLES_AHEAD[example]
    assert isinstance(move, str)
    assert [find_bot(name).choose(game(position, to_move))] == points(move)


def test_only_3_0_ranks_a_four_that_the_edge_closes() -> None:
    board = game("x (0,7) (1,7) (2,7) (3,7); o –").board
    at = number(Point(4, 7))
    assert tables_board(board, VERSION_2_1).values(at).attack[0] < 1000
    assert tables_board(board, VERSION_3_0).values(at).attack[0] == EDGE_FOUR.attack + 4


DIRECTIONS = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]


def plain_fits(board: Board, at: Point, cells: str, step: tuple[int, int], side: Color) -> bool:
    """Say whether a row of cells lies along a direction with its star on `at`."""
    for i, wanted in enumerate(cells, -cells.index("*")):
        point = Point(at.x + i * step[0], at.y + i * step[1])
        seen = "#"
        if point.x in range(15) and point.y in range(15):
            stone = board.stone(point)
            free = "0" if board[point] == "." else "#"
            seen = free if stone is None else "1" if stone is side else "2"
        if seen != wanted.replace("*", "0"):
            return False
    return True


def plain_count(board: Board, at: Point, cells: str, side: Color) -> int:
    return sum(plain_fits(board, at, cells, step, side) for step in DIRECTIONS)


def plain_point(board: Board, at: Point, side: Color, rows: tuple[object, ...]) -> tuple[int, int]:
    attack = defence = min(at.x, at.y, 14 - at.x, 14 - at.y)
    twos = 0
    for row in rows:
        assert isinstance(row, type(POINT_ROWS[0]))
        count = plain_count(board, at, row.cells, side)
        attack += count * row.attack
        defence += count * row.defence
        twos += count * row.is_live_two
    return attack + 3000 * (twos >= 2), defence + 2000 * (twos >= 2)


def plain_leaf(board: Board, me: Color, *, is_3_0: bool) -> int:
    total = 0
    for point in star(board, 1):
        for side, sign in ((me, 1), (me.other, -1)):
            threes = 0
            for row in LEAF_ROWS:
                count = plain_count(board, point, row.cells, side)
                total += sign * count * (row.in_3_0 if is_3_0 else row.in_2_1)
                threes += count * row.is_live_three
            total += sign * 400000 * (is_3_0 and threes >= 2)
    return total


def star(board: Board, reach: int) -> list[Point]:
    stones = {*board.stones(Color.BLACK), *board.stones(Color.WHITE)}
    return [
        p
        for p in sorted(board.empty_points())
        if any(
            (p.x + dx * n, p.y + dy * n) in stones
            for dx, dy in DIRECTIONS
            for n in range(1, reach + 1)
        )
    ]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("version", [VERSION_2_1, VERSION_3_0], ids=["2.1", "3.0"])
def test_values_are_those_of_the_plain_tables(version: Version, seed: int) -> None:
    rng = random.Random(seed)
    board = lively_board(rng)
    fast, is_3_0 = tables_board(board, version), version is VERSION_3_0
    rows = (*POINT_ROWS, EDGE_FOUR) if is_3_0 else POINT_ROWS
    for point in rng.sample(board.empty_points(), 12):
        values = fast.values(number(point))
        for side in Color:
            assert (values.attack[side], values.defence[side]) == plain_point(
                board, point, side, rows
            )
    assert fast.leaf(1) == plain_leaf(board, Color.BLACK, is_3_0=is_3_0)


@pytest.mark.parametrize("seed", range(4))
def test_values_follow_stones_that_come_and_go(seed: int) -> None:
    rng = random.Random(seed)
    board = lively_board(rng)
    fast = tables_board(board, VERSION_3_0)
    tried = rng.sample(board.empty_points(), 6)
    for i, point in enumerate(tried):
        board.put(point, Color(i % 2))
        fast.play(number(point), i % 2 + 1)
        assert fast.leaf(2) == tables_board(board, VERSION_3_0).leaf(2)
    for point in reversed(tried):
        board.lift(point)
        fast.take_back(number(point))
        assert fast.leaf(2) == tables_board(board, VERSION_3_0).leaf(2)


def plain_2_0(board: Board, me: Color) -> int:
    best = dict.fromkeys(Color, 0)
    for point in star(board, 2):
        for side in Color:
            attack = plain_point(board, point, side, POINT_ROWS)[0]
            defence = plain_point(board, point, side.other, POINT_ROWS)[1]
            best[side] = max(best[side], attack, defence)
    return best[me] - best[me.other]


@pytest.mark.parametrize("seed", range(3))
def test_the_value_of_2_0_is_that_of_the_plain_tables(seed: int) -> None:
    board = lively_board(random.Random(seed), stones=14)
    lines = LineBoard(board, by_column=True)
    for me in Color:
        assert MaxMin(lines, me, Budget(Limit())).value() == plain_2_0(board, me)


@pytest.mark.parametrize("seed", range(3))
def test_the_search_of_2_0_is_the_plain_one(seed: int) -> None:
    board = lively_board(random.Random(seed), stones=4 + 6 * seed)
    me = board.turn
    found = MaxMin(LineBoard(board, by_column=True), me, Budget(Limit())).search()
    for searched in found:
        move = Point(*divmod(searched.move, 15))
        if searched.value == WON:
            continue
        board.put(move, me)
        values = []
        for reply in star(board, 1):
            board.put(reply, me.other)
            lines = LineBoard(board, by_column=True)
            lost = any(tables_line.is_won for tables_line in won_lines(lines))
            values.append(-WON if lost else MaxMin(lines, me, Budget(Limit())).value())
            board.lift(reply)
        board.lift(move)
        assert searched.value == min(values)


def won_lines(lines: LineBoard) -> list[LineValues]:
    return [VERSION_2_1.tables.lines[code] for code in lines.codes]


def plain_search(board: Board, side: Color, version: Version, depth: int) -> tuple[int, int]:
    """Return the value for `side` and its first best move, without cut-offs."""
    lines = LineBoard(board, by_column=True)
    order = AlphaBeta(lines, side, version, Budget(Limit())).order
    best, chosen = -WON - 1, -1
    for move in order:
        board.put(lines.points[move], side)
        if any(
            all(
                (p := Point(s.x + i * dx, s.y + i * dy)).x in range(15)
                and p.y in range(15)
                and board.stone(p) is side
                for i in range(5)
            )
            for s in board.stones(side)
            for dx, dy in DIRECTIONS
        ):
            value = WON
        elif depth == 1:
            value = tables_board(board, version).leaf(code_of(side))
        else:
            value = -plain_search(board, side.other, version, depth - 1)[0]
        board.lift(lines.points[move])
        if value > best:
            best, chosen = value, move
    return best, chosen


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("tables", [VERSION_2_1.tables, VERSION_3_0.tables], ids=["2.1", "3.0"])
def test_the_search_is_the_plain_one(tables: object, seed: int) -> None:
    board = lively_board(random.Random(seed), stones=8 + seed)
    version = Version(tables, depth=3, width=5)  # type: ignore[arg-type]
    lines = LineBoard(board, by_column=True)
    found = AlphaBeta(lines, board.turn, version, Budget(Limit())).search(3)
    assert (found[0].value, found[0].move) == plain_search(board.copy(), board.turn, version, 3)


@pytest.mark.parametrize("name", NAMES)
def test_the_empty_board_is_begun_in_the_centre(name: str) -> None:
    assert find_bot(name).choose(Game()) == Point(7, 7)


@pytest.mark.parametrize("name", ["tables-2.1", "tables-3.0"])
def test_without_nodes_the_favourite_of_the_tables_is_played(name: str) -> None:
    start = game_of(lively_board(random.Random(5), stones=20))
    bot = find_bot(name)
    assert bot.explain is not None
    why = bot.explain(start, Limit(nodes=1))
    assert why.move == dict(why.facts)["first in order"]


@pytest.mark.parametrize("name", NAMES)
def test_other_sizes_and_rules_are_refused_in_a_sentence(name: str) -> None:
    supports = find_bot(name).supports
    assert supports(Game(19).setup) == "it plays on 15x15 only, not on 19x19"
    assert supports(Game(15, "renju").setup) == "it plays freestyle only, not renju"
    assert supports(Game(15, "standard").setup) == "it plays freestyle only, not standard"
