"""Measures the native board, and the core on the same question."""

import random
import time

from tengen.core.board import Board, lines_through
from tengen.core.geometry import Color, Point
from tengen.core.rules import Rule
from tengen.core.shapes import five_points, open_four_points
from tengen.engine.board import bench_board as native_speed

__all__ = ["core_speed", "native_speed"]


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
