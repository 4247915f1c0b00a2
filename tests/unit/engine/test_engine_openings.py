"""First moves without a thought, and what an engine does with swap and swap2."""

import random
import time
from itertools import product

import pytest

from tengen import RULES, Choice, Game, Limit, Point, Setup
from tengen.core.geometry import parse_point
from tengen.core.openings import Seat
from tengen.engine.engine import Engine
from tengen.engine.openings import Opener

NODES = Limit(nodes=3000)
SIZES = range(5, 27)


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(memory=4 << 20)


def prepared(moves: str, opening: str = "swap2", rule: str = "freestyle") -> Game:
    game = Game(15, rule, opening=opening)
    for move in moves.split():
        game.play(move)
    return game


@pytest.mark.parametrize("size", SIZES)
def test_an_empty_board_is_begun_in_the_middle(engine: Engine, size: int) -> None:
    middle = Point(size // 2, size // 2)
    assert Opener(engine).stone(Game(size), NODES) == middle


def test_a_blocked_middle_is_begun_beside_it(engine: Engine) -> None:
    game = Game(15, blocked=["h8"], traps=["h9"])
    stone = Opener(engine).stone(game, NODES)
    assert stone in {Point(7, 8), Point(6, 7), Point(8, 7)}


@pytest.mark.parametrize("text", ["h8", "g7", "j9"])
@pytest.mark.parametrize("rule", RULES)
def test_a_stone_near_the_middle_is_answered_near_it(engine: Engine, rule: str, text: str) -> None:
    game = Game(15, rule)
    game.play(text)
    stone, reply = game.board.moves[0], Opener(engine).stone(game, Limit(turn=30.0))
    assert reply is not None
    assert max(abs(stone.x - reply.x), abs(stone.y - reply.y)) <= 3


def test_a_stone_far_away_is_answered_in_the_middle(engine: Engine) -> None:
    game = Game(15)
    game.play("a1")
    assert Opener(engine).stone(game, Limit(turn=30.0)) == Point(7, 7)


def test_the_first_moves_do_not_wait_for_the_clock(engine: Engine) -> None:
    for moves in ("", "h8", "c3"):
        game = prepared(moves, "free")
        began = time.perf_counter()
        assert Opener(engine).stone(game, Limit(turn=60.0)) is not None
        assert time.perf_counter() - began < 5  # On an idle machine 10 ms.


def test_a_position_with_stones_is_left_to_the_search(engine: Engine) -> None:
    assert Opener(engine).stone(prepared("h8 i9", "free"), NODES) is None
    game = Game(setup=Setup(15, black=[Point(7, 7), Point(7, 8)]))
    assert Opener(engine).stone(game, NODES) is None


@pytest.mark.parametrize(("rule", "opening"), list(product(RULES, ["swap", "swap2"])))
def test_a_procedure_is_played_through_with_legal_moves(
    engine: Engine, rule: str, opening: str
) -> None:
    opener = Opener(engine, seed=1)
    for size in (5, 6, 15, 26):
        game = Game(size, rule, opening=opening)
        play_procedure(opener, game, Limit(nodes=600))


def play_procedure(opener: Opener, game: Game, limit: Limit) -> None:
    while game.black is None:
        if game.choices:
            game.push(opener.choice(game, limit))
        else:
            stone = opener.stone(game, limit)
            assert stone is not None
            game.push(stone)


def test_an_offer_is_planned_once_and_the_same_seed_offers_the_same(engine: Engine) -> None:
    offers = []
    for _ in range(2):
        engine.clear()
        opener, game = Opener(engine, seed=7), Game(opening="swap2")
        first = opener.stone(game, NODES)
        assert first is not None
        game.push(first)
        began = time.perf_counter()
        for _ in range(2):
            stone = opener.stone(game, Limit(turn=60.0))
            assert stone is not None
            game.push(stone)
        assert time.perf_counter() - began < 5  # Nothing is searched any more.
        assert game.choices
        offers.append(game.moves)
    assert offers[0] == offers[1]


def test_other_seeds_offer_other_stones(engine: Engine) -> None:
    offers = set()
    for seed in range(6):
        game = Game(opening="swap2")
        opener = Opener(engine, seed)
        while not game.choices:
            stone = opener.stone(game, Limit(nodes=600))
            assert stone is not None
            game.push(stone)
        offers.add(game.moves)
    assert len(offers) >= 4


def test_the_colour_that_wins_is_taken(engine: Engine) -> None:
    # Two black stones beside each other against one in the corner: White is worse off.
    assert Opener(engine).choice(prepared("h8 a1 i8", "swap"), NODES) is Choice.TAKE_BLACK
    game = prepared("a1 h8 o15 place-two i9 a15")
    assert Opener(engine).choice(game, NODES) is Choice.TAKE_WHITE
    game = prepared("h8 a1 i8 place-two o15 i9")
    assert Opener(engine).choice(game, NODES) is Choice.TAKE_BLACK


def test_two_more_stones_are_put_when_neither_colour_promises_anything(engine: Engine) -> None:
    # On the smallest board with such walls nobody can make five.
    game = Game(5, opening="swap2", blocked=["c1", "c2", "c3", "c4", "c5", "a3", "b3", "d3"])
    opener = Opener(engine, seed=1)
    for move in ("a1", "a2", "d4"):
        game.play(move)
    assert opener.choice(game, NODES) is Choice.PLACE_TWO
    game.push(Choice.PLACE_TWO)
    play_procedure(opener, game, NODES)
    assert game.seat in Seat


@pytest.mark.parametrize("opening", ["swap", "swap2"])
@pytest.mark.parametrize(("free", "traps"), [("a1", ""), ("a1 b2", ""), ("a1 b2 c3", "e5 d3")])
def test_a_board_with_too_few_points_for_a_procedure_is_filled(
    engine: Engine, opening: str, free: str, traps: str
) -> None:
    points = {parse_point(text, 5) for text in free.split()}
    holes = {parse_point(text, 5) for text in traps.split()}
    blocked = [p for p in (Point(x, y) for y in range(5) for x in range(5)) if p not in points]
    setup = Setup(5, blocked=set(blocked) - holes, traps=holes)
    game = Game(setup=setup, opening=opening)
    assert Opener(engine).stone(game, NODES) in points


def test_a_plan_that_was_overtaken_is_forgotten(engine: Engine) -> None:
    opener, game = Opener(engine, seed=1), Game(opening="swap2")
    assert opener.stone(game, NODES) is not None
    game.play("a15")
    stone = opener.stone(game, NODES)
    assert stone in game.legal_points()


@pytest.mark.parametrize("limit", [Limit(turn=0.2), Limit(match=5.0), Limit(depth=2)])
def test_decisions_keep_their_limits(engine: Engine, limit: Limit) -> None:
    rng = random.Random(1)
    opener, game = Opener(engine, seed=rng.randrange(99)), Game(opening="swap2")
    began = time.perf_counter()
    play_procedure(opener, game, limit)
    assert time.perf_counter() - began < 20  # Six decisions, on a busy machine.
