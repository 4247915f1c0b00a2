"""A scripted novice: makes five, stops five, and else lengthens its best open row."""

from collections import defaultdict
from functools import cache

from tengen import Color, Game, Point

_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def choose(game: Game) -> Point:
    """Return the novice's move; ties go to the middle of the board, then to the first in order."""
    mine, theirs = _rows(game, game.turn), _rows(game, game.turn.other)
    middle = (game.size - 1) / 2

    def wish(point: Point) -> tuple[bool, bool, int, int, float]:
        row = mine[point]
        far = (point.x - middle) ** 2 + (point.y - middle) ** 2
        return row[0] == 5, theirs[point][0] == 5, *row, -far

    return max(game.legal_points(), key=wish)


def _rows(game: Game, color: Color) -> dict[Point, tuple[int, int]]:
    """Return for each point the most stones it makes among five open cells, and in how many ways.

    So of two rows of one length the one that is open at both ends is better.
    """
    found: defaultdict[Point, tuple[int, int]] = defaultdict(lambda: (0, 0))
    mine, theirs = set(game.board.stones(color)), set(game.board.stones(color.other))
    for cells in _fives(game.size):
        if not theirs.isdisjoint(cells):
            continue
        length = 1 + sum(cell in mine for cell in cells)
        for cell in cells:
            if cell not in mine:
                best, ways = found[cell]
                found[cell] = (length, 1) if length > best else (best, ways + (length == best))
    return found


@cache
def _fives(size: int) -> list[tuple[Point, ...]]:
    ends = ((x, y, dx, dy) for x in range(size) for y in range(size) for dx, dy in _DIRECTIONS)
    lines = [tuple(Point(x + i * dx, y + i * dy) for i in range(5)) for x, y, dx, dy in ends]
    return [line for line in lines if all(0 <= p.x < size and 0 <= p.y < size for p in line)]
