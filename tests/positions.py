"""Games and positions for tests that compare two implementations: random and threat-rich."""

import random
from collections.abc import Iterator

from tengen.core.board import Board
from tengen.core.geometry import PASS, Color, Point
from tengen.core.legality import legal_points, may_pass
from tengen.core.outcome import find_outcome
from tengen.core.rules import RULES, Rule
from tengen.core.setup import Setup
from tengen.engine.board import NativeBoard
from tengen.errors import IllegalMove

SIZES = (5, 6, 9, 15, 19, 20, 26)


def random_setup(rng: random.Random, rule: Rule, size: int, *, special: bool) -> Setup:
    """Return an empty board, with a tenth of its points blocked or trapped if `special`."""
    blocked: list[Point] = []
    traps: list[Point] = []
    if special:
        for y in range(size):
            for x in range(size):
                if rng.random() < 0.1:
                    (traps if rng.random() < 0.3 else blocked).append(Point(x, y))
    return Setup(size, rule, blocked=blocked, traps=traps, turn=rng.choice(list(Color)))


def crowded_setup(rng: random.Random, rule: Rule, size: int) -> Setup | None:
    """Return a position with many black stones, where forbidden points are common; else None."""
    points = [Point(x, y) for y in range(size) for x in range(size)]
    corner = rng.randrange(max(1, size - 8)), rng.randrange(max(1, size - 8))
    area = [p for p in points if all(c <= v < c + 9 for c, v in zip(corner, p, strict=True))]
    rng.shuffle(area)
    black = round(len(area) * rng.uniform(0.15, 0.3))
    white = round(len(area) * rng.uniform(0.0, 0.2))
    try:
        return Setup(size, rule, black=area[:black], white=area[black : black + white])
    except IllegalMove:
        return None


def nearly_full_setup(rng: random.Random, rule: Rule, size: int, free: int) -> Setup | None:
    """A set-up with `free` points left, some points blocked or traps; None if it is impossible."""
    points = [Point(x, y) for x in range(size) for y in range(size)]
    rng.shuffle(points)
    special = rng.choice([0, 0, 1, 3])
    traps = rng.choice([0, 0, 0, 1])
    stones = points[free + special + traps :]
    half = (len(stones) + rng.choice([0, 1])) // 2
    try:
        setup = Setup(
            size,
            rule,
            blocked=points[free : free + special],
            traps=points[free + special : free + special + traps],
            black=stones[:half],
            white=stones[half:],
            turn=rng.choice(list(Color)),
        )
    except IllegalMove:
        return None
    return None if find_outcome(setup.board(), rule) else setup


def moves_of(board: Board, rule: Rule) -> list[Point]:
    """Everything that may be played."""
    return legal_points(board, rule) + ([PASS] if may_pass(board, rule) else [])


def play_on(rng: random.Random, board: NativeBoard, greed: int) -> Iterator[Point]:
    """Yield moves for `board` until its game ends, each before it is played.

    The more greed, the more threats: each move is the best of so many random candidates, by what
    it makes for the side to move and, half as often, by what it takes from the other.
    """
    while board.outcome() is None:
        moves = board.candidates()
        if not moves:
            yield PASS
            continue
        tries = [rng.choice(moves) for _ in range(1 + greed)]
        side = board.turn if rng.random() < 0.7 else board.turn.other
        yield max(tries, key=lambda point: promise(board, point, side))


def promise(board: NativeBoard, point: Point, side: Color) -> int:
    """Return how much a stone on `point` makes for `side`; nothing on a trap."""
    return sum(p * p for p in board.patterns(point, side)) if board.is_empty(point) else 0


def all_settings() -> list[tuple[Rule, int, bool]]:
    """Return every rule x size x with or without special points."""
    return [(r, s, special) for r in RULES.values() for s in SIZES for special in (False, True)]
