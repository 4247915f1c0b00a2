"""A scripted novice: makes five, stops five, and else lengthens its best open row."""

from tengen import Color, Game, Point

_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def choose(game: Game) -> Point:
    """Return the novice's move; ties go to the middle of the board, then to the first in order."""
    me, middle = game.turn, (game.size - 1) / 2

    def wish(point: Point) -> tuple[bool, bool, int, int, float]:
        mine, theirs = _row(game, point, me), _row(game, point, me.other)
        far = (point.x - middle) ** 2 + (point.y - middle) ** 2
        return mine[0] == 5, theirs[0] == 5, *mine, -far

    return max(game.legal_points(), key=wish)


def _row(game: Game, point: Point, color: Color) -> tuple[int, int]:
    """Return the most stones that five cells through `point` would have, and in how many ways."""
    counts = []
    for dx, dy in _DIRECTIONS:
        for back in range(5):
            cells = [Point(point.x + (i - back) * dx, point.y + (i - back) * dy) for i in range(5)]
            if all(0 <= c.x < game.size and 0 <= c.y < game.size for c in cells):
                stones = [game.board.stone(cell) for cell in cells]
                if color.other not in stones:
                    counts.append(1 + stones.count(color))
    best = max(counts, default=0)
    return best, counts.count(best)
