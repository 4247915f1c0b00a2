"""Measures the native search on fixed positions, the native board, and the core beside it."""

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tengen.core.board import Board, lines_through
from tengen.core.game import Game
from tengen.core.geometry import Color, Point
from tengen.core.rules import RULES, Rule
from tengen.core.shapes import five_points, open_four_points
from tengen.engine._module import native as _native
from tengen.engine.board import NativeBoard
from tengen.engine.board import bench_board as native_speed
from tengen.engine.weights import load_weights

__all__ = [
    "DEPTH",
    "POSITIONS",
    "Bench",
    "bench_search",
    "core_speed",
    "native_speed",
    "weight_hashes",
]

DEPTH: Final = 12
"""Deep enough that most of the search's techniques take part, and over within seconds."""

_TABLE: Final = 16 << 20

POSITIONS: Final = (
    ("freestyle", 15, "f5 e3 c7 d7 a4 e6 e4 d6 d5 c6"),
    ("freestyle", 15, "m12 k8 k10 i10 j9 i8 l11 n13 l9"),
    ("freestyle", 15, "k4 f5 g4 f6 i6 h5 g5 h7 f4 h6 h4"),
    ("freestyle", 15, "g7 i5 h3 j5 h5 h4 j6 i6 i7 h7 g8 k4 l3"),
    ("freestyle", 20, "i13 g12 d9 j10 j12 h14 j15 g13"),
    ("freestyle", 20, "h8 g7 e9 h7 e7 e6 g9 i7 j7"),
    ("freestyle", 20, "m6 l1 p6 l4 m1 p5 q6 n6 o7 q5 o5 o6 n7 p7 m4"),
    ("standard", 15, "m7 m8 n5 n4 j8 n6 k1 l4 k7 l6 k6"),
    ("standard", 15, "n11 n10 l8 j9 m10 k8 l11 k11 k12 j13 l7 j10"),
    ("standard", 15, "c4 c7 g3 f4 g7 b4 b7 d6 e7 d5 e5 f6 e6 e8 e3"),
    ("renju", 15, "c12 a10 d15 d9 e12 d12 f11 g10"),
    ("renju", 15, "j6 h6 l4 g7 i7 k5 i5 k7 k4 j4 l6"),
    ("renju", 15, "d3 e3 c3 d5 d2 a1 e6 f5 e5 f6 f4 e7 d8 c7"),
    ("caro", 15, "g8 j8 i5 l8 f5 j5 g6 g7 i6"),
    ("caro", 15, "j7 g7 g2 j4 j5 i4 k4 i5 h6 i6 i2"),
    ("caro-open", 15, "g11 e13 d10 f13 f14 d9 i13 h12 i11 h11 g12"),
)
"""Rule, size and moves: openings with some moves of the engine, none of them decided."""


@dataclass(frozen=True, slots=True)
class Bench:
    """What one position cost. The nodes of all of them together are the search's signature."""

    rule: str
    size: int
    moves: str
    nodes: int
    seconds: float
    cuts: int
    """How many nodes ended by a move too good for the other side."""
    first_cuts: int
    """How many of them did so by their first move: the measure of move ordering."""


def bench_search(depth: int = DEPTH) -> Iterator[Bench]:
    """Search each position to a depth, with one thread and a table of its own."""
    for rule_name, size, moves in POSITIONS:
        game = Game(size, rule_name)
        for move in moves.split():
            game.play(move)
        engine = _native.Engine(load_weights(game.rule), _TABLE, 1)
        board = NativeBoard(game.setup, game.board.moves)
        report = engine.search(board._board, _native.Request(depth=depth), signals=True)
        yield Bench(
            rule_name, size, moves, report.nodes, report.seconds, report.cuts, report.first_cuts
        )


def weight_hashes() -> dict[str, int]:
    """Return the hash of the weights that each rule is played with."""
    return {name: int(load_weights(rule).hash) for name, rule in RULES.items()}


def core_speed(size: int, rule: Rule, seconds: float = 0.5) -> float:
    """Return how many push+pop pairs a second the core does with the threats kept up to date.

    The native board knows after each push what every point on the stone's four lines makes. The
    core is asked for the same by reading the fives and open fours of those lines for both colours,
    which is less than native keeps.
    """
    rng = random.Random()  # Other games each time: the core remembers the lines it has read.
    points = [Point(x, y) for y in range(size) for x in range(size)]
    board, pairs = Board(size), 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        for point in rng.sample(points, min(60, len(points) - 1)):
            board.push(point)
            for line, _ in lines_through(size, point):
                for color in Color:
                    text = board.line_text(line, color)
                    five_points(text, rule.side(color))
                    open_four_points(text, rule.side(color))
        while board.moves:
            board.pop()
            pairs += 1
    return pairs / (time.perf_counter() - start)
