"""Games of the engine against itself on every size, rule and kind of board: always legal."""

import random
import sys

import pytest

from tengen import PASS, RULES, Color, Game, Limit, Point, Setup
from tengen.core.legality import is_legal
from tengen.engine.engine import Engine

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")

SHORT_GAMES = 250
LONG_GAMES = 10_000


def random_setup(rng: random.Random) -> Setup:
    """Return an empty or crowded board, with blocked points, traps and either side to move."""
    size = rng.randint(5, 26)
    rule = rng.choice(list(RULES))
    points = [Point(x, y) for y in range(size) for x in range(size)]
    rng.shuffle(points)
    share = rng.choice([0.0, 0.0, 0.05, 0.3, 0.9])
    blocked = [points.pop() for _ in range(int(share * size * size))]
    traps = [points.pop() for _ in range(min(len(points) // 2, rng.choice([0, 0, 0, 1, 4])))]
    stones = [points.pop() for _ in range(min(len(points) // 2, rng.choice([0, 0, 3, 8])))]
    return Setup(
        size,
        rule,
        black=stones[::2],
        white=stones[1::2],
        blocked=blocked,
        traps=traps,
        turn=rng.choice(list(Color)),
    )


def random_move(game: Game, rng: random.Random) -> Point:
    """Return a legal move, without asking for all of them, which takes long on large boards."""
    points = [*game.board.empty_points(), *game.board.traps]
    rng.shuffle(points)
    return next((p for p in points if is_legal(game.board, game.rule, p)), PASS)


def play_one(engine: Engine, seed: int) -> None:
    rng = random.Random(seed)
    game = Game(setup=random_setup(rng))
    for number in range(rng.choice([4, 12, 40])):
        if game.outcome() is not None:
            return
        limit = Limit(nodes=rng.choice([1, 20, 200]))
        if number % 3 == 2:
            game.push(random_move(game, rng))
            continue
        info = engine.search(game, limit, multipv=rng.choice([1, 1, 3]))
        assert info.best is not None
        for line in info.lines:
            assert is_legal(game.board, game.rule, line.moves[0])
        game.push(info.best)


@pytest.mark.parametrize("part", range(5))
def test_every_move_is_legal(part: int) -> None:
    engine = Engine(memory=1 << 20)
    for seed in range(part, SHORT_GAMES, 5):
        play_one(engine, seed)


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("part", range(10))
def test_every_move_of_many_games_is_legal(part: int) -> None:
    engine = Engine(memory=1 << 20)
    for seed in range(10_000 + part, 10_000 + LONG_GAMES, 10):
        play_one(engine, seed)


def resident() -> int:
    """Return the pages that this process has in memory."""
    with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123
        return int(file.read().split()[1])


def ask_often(times: int) -> None:
    engine = Engine(memory=1 << 20)
    game = Game()
    for move in ("h8", "i9", "j7"):
        game.play(move)
    limit = Limit(nodes=1)
    for _ in range(2000):
        engine.search(game, limit)
    before = resident()
    for number in range(times):
        engine.search(game, limit)
        if number % 100 == 0:
            Engine(memory=1 << 20).search(game, limit)
            with engine.analyse(game, limit) as stream:
                next(stream)
    assert resident() - before < 1000  # Four megabytes.


@on_linux
def test_thousands_of_calls_leave_nothing_behind() -> None:
    ask_often(4000)


@on_linux
@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_a_million_calls_leave_nothing_behind() -> None:
    ask_often(1_000_000)
