"""Games of random moves near the stones and networks with random numbers, to test learning."""

import random

import numpy as np

from tengen.core.geometry import PASS
from tengen.core.rules import RULES
from tengen.core.setup import Setup
from tengen.engine.board import NativeBoard
from tengen.engine.weights import load_weights
from tengen.training.boards import Lessons, gather
from tengen.training.games import PlayedGame
from tengen.training.network import Network
from tengen.training.windows import choose_rows, count_windows


def random_games(
    rule: str, size: int, count: int, plies: int = 30, start: int = 2
) -> list[PlayedGame]:
    """Return games whose values and winners mean nothing."""
    rng = random.Random(f"{rule} {size}")
    return [_random_game(rule, size, plies, start, rng) for _ in range(count)]


def _random_game(rule: str, size: int, plies: int, start: int, rng: random.Random) -> PlayedGame:
    board = NativeBoard(Setup(size, RULES[rule]))
    moves: list[int] = []
    while len(moves) < plies and board.outcome() is None:
        near = [point for point in board.candidates() if point != PASS]
        board.push(point := rng.choice(near))
        moves.append(point.y * size + point.x)
    return PlayedGame(
        rule=RULES[rule],
        size=size,
        start=start,
        moves=moves,
        values=[rng.randint(-400, 400) for _ in moves[start:]],
        found=moves[start:],
        explored=[],
        winner=rng.choice([-1, 0, 1]),
        source="at random",
    )


def random_lessons(rule: str, *games: list[PlayedGame]) -> Lessons:
    """Return what there is to learn from games, beside the patterns of the package."""
    numbers = load_weights(RULES[rule]).numbers()
    return gather(RULES[rule], numbers, [game for some in games for game in some])


def random_network(lessons: Lessons, *, least: int = 3, exact: bool = False) -> Network:
    """Return a network with random numbers everywhere, of about the size that learning gives."""
    counts = sum(count_windows(boards.cells, boards.size) for boards in lessons.boards)
    sides = 1 if lessons.rule.black == lessons.rule.white else 2
    rng = np.random.default_rng(5)
    rows = choose_rows(np.asarray(counts), least)
    network = Network(rows, sides, 150, rng, np.float64 if exact else np.float32)
    for array in network.parameters.arrays():
        array += rng.normal(0, 0.1, array.shape)
    network.parameters.bias += 0.3
    network.parameters.moves *= 0.3
    network.parameters.moves_bias *= 0.3
    return network
