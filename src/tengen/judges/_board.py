"""The board with the margins that a host's programs know, so that its moves can be found on it."""

from collections.abc import Sequence

from tengen.core.game import Game
from tengen.core.geometry import Point


def draw(game: Game, columns: Sequence[str], rows: Sequence[str]) -> list[str]:
    """Draw a game with these margins: `(X)` is the last move, `[X]` are the stones that won."""
    outcome, last = game.outcome(), game.board.last
    won = set() if outcome is None else set(outcome.line)
    width = max(map(len, rows))
    lines = [" " * (width + 1) + "".join(f"{name:>2} " for name in columns).rstrip()]
    for y, name in enumerate(rows):
        cells = []
        for x in range(game.size):
            point = Point(x, y)
            left, right = "()" if point == last else "[]" if point in won else "  "
            cells.append(f"{left}{game.board[point]}{right}")
        lines.append(f"{name:>{width}} {''.join(cells)}".rstrip())
    return lines


def draw_numbered(game: Game) -> list[str]:
    """Draw a game with columns and rows counted from 0 at the top left."""
    numbers = [str(number) for number in range(game.size)]
    return draw(game, numbers, numbers)
