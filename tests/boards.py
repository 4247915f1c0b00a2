"""Boards as diagrams, for tests of the core, which must not lean on the notation room.

`X` is black, `O` white, `.` empty, `#` blocked, `*` a trap. A lower-case letter is an empty point
that the test asks about by that letter. Spaces are only there for the eye.
"""

import random
from itertools import zip_longest
from typing import NamedTuple

from tengen.core.board import Board
from tengen.core.geometry import MIN_SIZE, Color, Direction, Point


class Diagram(str):
    """The text of a board; a failed comparison of two prints them side by side."""

    __slots__ = ()


class Snapshot(NamedTuple):
    """Everything that a refused call must leave alone."""

    cells: Diagram
    turn: Color
    key: int
    moves: tuple[Point, ...]


def board(diagram: str, *, size: int | None = None, turn: Color = Color.BLACK) -> Board:
    """Return the board of a square diagram, in the middle of an empty one if `size` is larger."""
    cells = _cells(diagram, size)
    made = Board(
        size or len(_rows(diagram)),
        blocked=[point for point, cell in cells.items() if cell == "#"],
        traps=[point for point, cell in cells.items() if cell == "*"],
    )
    for color, stone in ((Color.BLACK, "X"), (Color.WHITE, "O")):
        for point, cell in cells.items():
            if cell == stone:
                made.put(point, color)
    made.turn = turn
    return made


def row_board(row: str) -> Board:
    """Return a board that is empty but for `row`, edge to edge across its middle."""
    cells = row.replace(" ", "")
    assert len(cells) >= MIN_SIZE, "a row this short fits no board"
    rows = ["." * len(cells)] * len(cells)
    rows[len(cells) // 2] = cells
    return board("\n".join(rows))


def marked(diagram: str, mark: str, *, size: int | None = None) -> list[Point]:
    """Return the points with the letter `mark`, in row order, as `board` lays them."""
    return [point for point, cell in _cells(diagram, size).items() if cell == mark]


def the_point(diagram: str, mark: str = "p", *, size: int | None = None) -> Point:
    """Return the only point with the letter `mark`."""
    (point,) = marked(diagram, mark, size=size)
    return point


def draw(made: Board) -> Diagram:
    """Return the diagram of a board."""
    return Diagram(
        "\n".join(" ".join(made[Point(x, y)] for x in range(made.size)) for y in range(made.size))
    )


def snapshot(made: Board) -> Snapshot:
    """Return all that can be seen of a board, to be compared later."""
    return Snapshot(draw(made), made.turn, made.key, made.moves)


def compared(left: object, right: object) -> list[str] | None:
    """Return two boards, or their diagrams, side by side with a `^` under each difference."""
    if not all(isinstance(side, Board | Diagram) for side in (left, right)):
        return None
    texts = [draw(side) if isinstance(side, Board) else str(side) for side in (left, right)]
    rows = [text.splitlines() for text in texts]
    width = max(map(len, rows[0]), default=0) + 4
    lines = ["the boards differ:" if texts[0] != texts[1] else "the boards look alike:"]
    for here, there in zip_longest(*rows, fillvalue=""):
        lines.append(f"{here:{width}}{there}".rstrip())
        marks = "".join(" " if a == b else "^" for a, b in zip_longest(here, there, fillvalue=" "))
        if "^" in marks:
            lines.append(f"{marks:{width}}{marks}".rstrip())
    return lines + [repr(side) for side in (left, right) if isinstance(side, Board)]


def special_board(rng: random.Random, size: int) -> Board:
    """An empty board, every second one with a blocked point and a trap or two of each."""
    points = [Point(x, y) for x in range(size) for y in range(size)]
    special = rng.sample(points, rng.choice([0, 0, 2, 4]))
    half = len(special) // 2
    return Board(size, blocked=special[:half], traps=special[half:])


def crowded(rng: random.Random) -> Board:
    """A board with any stones anywhere."""
    board = special_board(rng, rng.randint(5, 9))
    for point in board.empty_points():
        if rng.random() < 0.6:
            board.put(point, rng.choice(list(Color)))
    return board


def rich_in_lines(rng: random.Random) -> Board:
    """A board with broken rows of one colour here and there: fours, threes and what nearly is."""
    board = special_board(rng, rng.randint(5, 9))
    for _ in range(rng.randint(3, 8)):
        color = rng.choice(list(Color))
        (dx, dy), x, y = (
            rng.choice(list(Direction)).step,
            rng.randrange(board.size),
            rng.randrange(board.size),
        )
        for i in range(rng.randint(5, 7)):
            point = Point(x + i * dx, y + i * dy)
            if point in board.empty_points() and rng.random() < 0.56:
                board.put(point, color if rng.random() < 0.9 else color.other)
    return board


def rich_in_black(rng: random.Random) -> Board:
    """A board with many black stones apart and a few white ones: the soil of 3-3 and 4-4."""
    board = special_board(rng, rng.choice([7, 8, 9, 9, 9]))
    inner = range(1, board.size - 1)
    points = [p for p in board.empty_points() if p.x in inner and p.y in inner]
    black = rng.randint(6, 2 * board.size)
    for i, point in enumerate(rng.sample(points, black + rng.randint(1, 5))):
        board.put(point, Color.BLACK if i < black else Color.WHITE)
    return board


def _rows(diagram: str) -> list[str]:
    return [row for line in diagram.splitlines() if (row := line.replace(" ", ""))]


def _cells(diagram: str, size: int | None) -> dict[Point, str]:
    rows = _rows(diagram)
    assert all(len(row) == len(rows) for row in rows), f"a diagram is square:\n{diagram}"
    edge = ((size or len(rows)) - len(rows)) // 2
    assert edge >= 0, "the diagram is larger than the board"
    known = "XO.#*abcdefghijklmnopqrstuvwxyz"
    assert all(cell in known for row in rows for cell in row), f"not a diagram:\n{diagram}"
    return {
        Point(x + edge, y + edge): cell for y, row in enumerate(rows) for x, cell in enumerate(row)
    }
