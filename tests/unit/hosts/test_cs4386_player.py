"""Trap Gomoku as our bots play it: the board is the truth, to the longest line at the end."""

import random

import pytest

from tengen import Game, InvalidText, Limit, Outcome, Point, Setup
from tengen.bots import find_bot
from tengen.core.geometry import Color
from tengen.core.outcome import Reason
from tengen.hosts.cs4386 import decide, make_play_games
from tengen.hosts.cs4386.player import objection, read_board
from tengen.judges import make_judge
from tengen.judges.cs4386 import boards_of
from tengen.notation.position import parse_position

EMPTY = [[0] * 15 for _ in range(15)]


def filled(rng: random.Random, left: int) -> Game:
    """Return a game with traps and a pattern of pairs that leaves so many points free."""
    start = parse_position(make_judge("cs4386", [f"--seed={rng.randrange(99)}"])[0].position(1))
    points = start.board.empty_points()
    free = set(rng.sample(points, left))
    stones: dict[Color, list[Point]] = {Color.BLACK: [], Color.WHITE: []}
    for point in points:
        if point not in free:
            stones[Color((point.x + 2 * point.y) % 4 // 2)].append(point)
    setup = Setup(
        15,
        black=stones[Color.BLACK],
        white=stones[Color.WHITE],
        traps=start.setup.traps,
    )
    return Game(setup=setup)


@pytest.mark.parametrize("name", ["trapper", "tengen"])
@pytest.mark.parametrize("seed", range(2))
def test_it_plays_to_a_full_board_and_the_longest_line_decides(name: str, seed: int) -> None:
    rng = random.Random(seed)
    # The engine looks at the end of a game exactly, which takes long with many points left.
    game, bot = filled(rng, 12 if name == "trapper" else 6), find_bot(name)
    assert 10 <= len(game.setup.traps) <= 15
    while (outcome := game.outcome()) is None:
        move = bot.choose(game, Limit(nodes=300))
        assert isinstance(move, Point)
        assert move not in game.setup.traps
        game.push(move)
    assert isinstance(outcome, Outcome)
    assert outcome.reason in (Reason.LONGEST_LINE, Reason.EQUAL_LINES, Reason.FIVE)


def test_both_endings_of_a_full_board_are_met() -> None:
    reasons = set()
    for seed in range(6):
        game, bot = filled(random.Random(seed), 6), find_bot("trapper")
        while game.outcome() is None:
            game.push(bot.choose(game))
        outcome = game.outcome()
        assert outcome is not None
        reasons.add(outcome.reason)
    assert Reason.LONGEST_LINE in reasons


@pytest.mark.parametrize(("first", "second"), [("trapper", "tengen"), ("tengen", "trapper")])
def test_trapper_and_the_engine_play_a_whole_game_among_traps(first: str, second: str) -> None:
    judge, _ = make_judge("cs4386", ["--seed=11"])
    game = parse_position(judge.position(1))
    bots = {Color.BLACK: find_bot(first), Color.WHITE: find_bot(second)}
    while game.outcome() is None:
        boards = boards_of(game)
        before = read_board(boards[-1], len(boards))
        assert before.turn is game.turn
        move = bots[game.turn].choose(before, Limit(nodes=2000))
        assert isinstance(move, Point)
        assert move not in game.setup.traps
        game.push(move)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winner is not None


def test_a_trap_does_not_count_in_a_line() -> None:
    game = Game(setup=Setup(15, black=[Point(x, 7) for x in (2, 3, 4, 5, 7)], traps=[Point(6, 7)]))
    assert game.outcome() is None
    game.push(Point(6, 7))
    assert (game.outcome(), game.turn, game.board[Point(6, 7)]) == (None, Color.WHITE, "*")


def test_the_side_to_move_follows_from_the_step() -> None:
    assert [read_board(EMPTY, step).turn for step in (1, 2, 3)] == [0, 1, 0]


def test_cells_are_rows_and_columns() -> None:
    cells = [row[:] for row in EMPTY]
    cells[2][5], cells[3][6], cells[14][0] = 1, 2, 3
    game = read_board(cells, 3)
    assert game.board.stones(Color.BLACK) == [Point(5, 2)]
    assert game.board.stones(Color.WHITE) == [Point(6, 3)]
    assert game.setup.traps == (Point(0, 14),)


@pytest.mark.parametrize(
    ("cells", "step", "says"),
    [
        (EMPTY, 0, "0 is no step; the first one is 1"),
        (EMPTY[1:], 1, "the board has not 15 rows of 15"),
        ([[0] * 14] * 15, 1, "the board has not 15 rows of 15"),
        ([[9] * 15] * 15, 1, "(0, 0) holds '9', not 0 to 3"),
        ([["1"] * 15] * 15, 1, "(0, 0) holds '1', not 0 to 3"),
    ],
)
def test_a_bad_board_is_refused(cells: list[list[int]], step: int, says: str) -> None:
    with pytest.raises(InvalidText) as raised:
        read_board(cells, step)
    assert says in str(raised.value)


def test_rivals_are_only_compared_with_the_board() -> None:
    cells = [row[:] for row in EMPTY]
    cells[7][7] = 1
    assert objection(cells, 2, (7, 7)) == ""
    assert objection(EMPTY, 1, (-1, -1)) == ""
    assert objection(cells, 2, (-1, -1)) == "no rival's move is said"
    assert objection(cells, 2, (7, 8)) == "the rival's move (7, 8) is not on the board"


def test_play_games_saves_what_was_decided() -> None:
    saved: list[tuple[int, int]] = []
    bot = find_bot("greedy")
    play_games = make_play_games(bot, lambda step: EMPTY, lambda x, y: saved.append((x, y)))
    play_games(1, -1, -1)
    assert saved == [(7, 7)] == [decide(bot, EMPTY, 1)]
