"""`forms`: the strips, the worked examples, and the plain rating of points."""

import random
from collections import Counter

import pytest

from seeds import game, game_of, lively_board, points
from tengen import Color, Game, Limit, Point
from tengen.bots import find_bot
from tengen.bots._lines import LineBoard
from tengen.bots.forms import CREDITS, DECISIVE, Form, Side, forms_in
from tengen.core.board import Board

UNLIMITED = Limit()

STRIPS = {
    "...XX....": "alive2",
    "..XXX....": "alive3",
    "O.XXX....": "alive3",
    ".OXXX....": "die3",
    "O.XXX.O..": "die3",
    "X.XXX....": "lowdie4",
    "..OXXX.X.": "lowdie4",
    "..XXXX...": "alive4",
    ".OXXXX...": "die4",
    ".OXXXXO..": "",
    "...XX.X..": "tiao3",
    "..OXX.X..": "die3",
    "...XX.XO.": "die3",
    "...XX.XX.": "lowdie4",
    "...XX..X.": "die3",
    "..OXX....": "die2",
    "..OXX.O..": "",
    "XXX.X....": "lowdie4",
    ".XX.X....": "tiao3",
    "OXX.X....": "die3",
    "XX..X....": "die3",
    "X.X.X....": "die3",
    "..X.X....": "lowalive2",
    ".X..X....": "lowalive2",
    ".XX.X.XX.": "tiao3 tiao3",
    "....X....": "",
    "XXXXX....": "win5",
    "XXXXXXXXX": "win5",
    "OOOXXXOOO": "",
    "..OXXX.O.": "",
}


@pytest.mark.parametrize("strip", STRIPS)
def test_a_strip_has_its_forms_in_both_orientations(strip: str) -> None:
    for seen in (strip, strip[::-1]):
        assert [form.name.lower() for form in forms_in(seen)] == STRIPS[strip].split()


MOVES = {
    "E1": ("x (7,7); o –", "o", 0, 20, "(6,6)"),
    "E2": ("x (7,7) (8,7); o (6,6)", "o", 200, 900, "(6,7)"),
    "E3": ("x (7,7) (8,7); o (6,6)", "x", 1500, 20, "(6,7)"),
    "E4": ("x (7,7) (8,7) (9,7); o (6,6) (5,5) (4,4)", "x", 11000, 1400, "(6,7)"),
    "E5": (
        "x (7,7) (8,8) (9,9) (10,10); o (6,6) (5,7) (4,8)",
        "o",
        11000,
        100000,
        "(11,11)",
    ),
    "E6": ("x (5,7) (6,7) (7,5) (7,6); o (3,3) (11,11) (12,3)", "x", 5000, 20, "(7,7)"),
    "E7": ("x (5,7) (6,7) (7,5) (7,6); o (3,3) (11,11) (12,3)", "o", 200, 5000, "(7,7)"),
    "E8": (
        "x (3,7) (4,7) (5,7) (9,3) (9,4) (9,5); o (2,7) (9,2) (12,12) (13,12)",
        "x",
        1018,
        900,
        "(6,7)",
    ),
}
POINTS = {
    "E9": ("x (7,7) (8,7); o (6,6)", "(5,7)", 800, 20),
    "E10": ("x (6,7) (8,7) (7,6) (7,8); o –", "(7,7)", 5000, 0),
    "E11": ("x (7,5) (7,6) (7,7) (8,7); o (1,1) (3,12) (12,2)", "(9,7)", 5000, 0),
    "E12": ("x (5,5) (6,5) (7,6) (7,7); o (12,12) (12,13) (1,12)", "(7,5)", 5000, 0),
}


@pytest.mark.parametrize("example", MOVES)
def test_the_worked_examples_of_moves(example: str) -> None:
    position, to_move, mine, his, move = MOVES[example]
    bot = find_bot("forms")
    start = game(position, to_move)
    assert bot.explain is not None
    why = bot.explain(start, UNLIMITED)
    assert [why.move] == points(move)
    assert dict(why.facts) == {"best mine": mine, "best his": his}


@pytest.mark.parametrize("example", POINTS)
def test_the_worked_examples_of_points(example: str) -> None:
    position, point, mine, his = POINTS[example]
    board = game(position).board
    (at,) = points(point)
    values = [
        Side(LineBoard(board), color, mine=is_me).rate(at.y * 15 + at.x).value
        for color, is_me in ((Color.BLACK, True), (Color.WHITE, False))
    ]
    assert values == [mine, his]


CHECKS = {
    # The public upload check of the host: who is to move is x, and what it accepts.
    "C1": ("x (11,1) (11,2) (9,3) (10,3) (13,6); o (2,2) (3,3) (4,4) (6,5) (8,5)", "(5,5)"),
    "C2": ("x (10,1) (11,1) (10,2) (12,4); o (2,2) (3,2) (1,4) (2,4)", "(9,1)"),
    "C3": ("x (10,1) (11,1) (10,2) (12,4) (13,4); o (2,2) (4,2) (2,3) (3,3) (2,5)", "(2,4)"),
    "C5": ("x (11,1) (12,1) (11,2) (12,2) (13,5); o (3,1) (2,2) (5,2) (3,3) (3,4)", "(3,2)"),
    "B1": ("x (0,0) (1,0) (2,0) (3,0); o (0,1) (1,1) (2,1) (3,1)", "(4,0)"),
    "B2": ("x (0,0) (1,0) (7,0); o (1,1) (2,1) (3,1)", "(0,1) (4,1)"),
    "B3": ("x (1,1) (2,1) (3,2) (3,3); o (6,1) (7,1) (8,2) (8,3)", "(3,1)"),
    "B4": (
        "x (0,0) (1,0) (14,0) (14,1); o (6,1) (7,1) (8,2) (8,3)",
        "(8,0) (5,1) (8,1) (9,1) (10,1) (8,4) (8,5)",
    ),
}


@pytest.mark.parametrize("check", CHECKS)
def test_it_passes_the_upload_check_of_its_host(check: str) -> None:
    position, accepted = CHECKS[check]
    assert find_bot("forms").choose(game(position, "x")) in points(accepted)


def test_of_an_open_three_it_takes_the_end_that_its_host_does_not_want() -> None:
    start = game("x (10,1) (11,1) (10,2) (12,4) (13,4); o (2,2) (2,3) (2,4) (3,6) (4,6)", "x")
    assert find_bot("forms").choose(start) == Point(2, 1)


def plain_strip(board: Board, at: Point, step: tuple[int, int], actor: Color) -> str:
    cells = []
    for i in range(-4, 5):
        x, y = at.x + i * step[0], at.y + i * step[1]
        stone = None
        if x not in range(board.size) or y not in range(board.size):
            cells.append("O")
            continue
        stone = board.stone(Point(x, y))
        free = board[Point(x, y)] == "."
        cells.append("X" if stone is actor else "." if free else "O")
    return "".join(cells)


def plain_forms(board: Board, at: Point, actor: Color) -> dict[Form, int]:
    counts = Counter(
        form
        for step in [(1, 0), (0, 1), (1, 1), (1, -1)]
        for form in forms_in(plain_strip(board, at, step, actor))
    )
    return {form: counts[form] for form in Form}


def plain_decisive(board: Board, at: Point, actor: Color) -> int:
    has = plain_forms(board, at, actor)
    return next((value for _, applies, value in DECISIVE if applies(has)), 0)


def plain_rating(board: Board, at: Point, actor: Color, *, mine: bool) -> int:
    """Rate a point as the report says it: put the stone, count everything anew."""
    board.put(at, actor)
    found = [plain_decisive(board, at, actor)]
    found += [plain_decisive(board, stone, actor) for stone in board.stones(actor)]
    has = plain_forms(board, at, actor)
    board.lift(at)
    if any(found):
        return next(value for value in found if value)
    total = 0
    for form in Form:
        rows = [row for row in CREDITS if row[0] is form and has[form] >= row[1]]
        total += rows[0][2 if mine else 3] if rows else 0
    return total


@pytest.mark.parametrize("seed", range(10))
def test_points_are_rated_like_the_plain_way(seed: int) -> None:
    rng = random.Random(seed)
    board = lively_board(rng, rng.choice([6, 9, 15]))
    for actor, mine in ((board.turn, True), (board.turn.other, False)):
        side = Side(LineBoard(board), actor, mine=mine)
        for point in rng.sample(board.empty_points(), 20 if board.size > 6 else 5):
            rated = side.rate(point.y * board.size + point.x).value
            assert rated == plain_rating(board, point, actor, mine=mine)


def test_candidates_lie_within_two_steps_along_the_directions() -> None:
    bot = find_bot("forms")
    assert bot.explain is not None
    why = bot.explain(game("x (7,7); o –", "o"), UNLIMITED)
    assert len(why.rows) == 16
    assert Point(8, 9) not in [row[0] for row in why.rows]


def test_an_empty_board_is_begun_in_the_centre() -> None:
    assert find_bot("forms").choose(Game()) == Point(7, 7)
    assert find_bot("forms").choose(Game(blocked=["h8"])) == Point(7, 6)


def test_the_same_position_has_the_same_move_whatever_was_played_before() -> None:
    board = lively_board(random.Random(3))
    game_with_moves = Game(blocked=board.blocked, traps=board.traps)
    for move in board.moves:
        game_with_moves.push(move)
    bot = find_bot("forms")
    assert bot.choose(game_with_moves) == bot.choose(game_of(board))
