"""A board as the codes of its lines, so that what a line is worth is worked out only once.

A code has two bits for each point of the line, the first point lowest (0 free, 1 black, 2 white,
3 a wall), and a 1 above the last, which tells its length. A stone changes the codes of four lines
by one addition each, and what was read off a line before is found again by its code.
"""

from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple, TypeVar

from tengen.core.board import BLOCKED, EMPTY, STONES, TRAP, Board, board_lines
from tengen.core.geometry import Color, Direction, Point

FREE: Final = 0
WALL: Final = 3
"""A point that never holds a stone. The codes of stones are `code_of` their colours."""

_LETTERS: Final = ".XO#"
_CODES: Final = {EMPTY: FREE, STONES[0]: 1, STONES[1]: 2, BLOCKED: WALL, TRAP: WALL}
_OTHER_SIDE: Final = str.maketrans("XO", "OX")
_MOST_LINES: Final = 60_000
"""How many lines a table remembers before it begins anew, so that memory stays bounded."""

Read = TypeVar("Read")


def code_of(color: Color) -> int:
    """Return the code of a stone: 1 for black, 2 for white."""
    return color + 1


def seen_by_other(text: str) -> str:
    """Return a line as the other side sees it: `X` and `O` change places."""
    return text.translate(_OTHER_SIDE)


class LineTable(dict[int, Read]):
    """What `read` says of a line, by its code; it is asked once for each line that comes up.

    `read` gets the line as text: `X` black, `O` white, `.` free, `#` a wall.
    """

    def __init__(self, read: Callable[[str], Read]) -> None:
        super().__init__()
        self._read = read

    def __missing__(self, code: int) -> Read:
        if len(self) >= _MOST_LINES:
            self.clear()
        value = self[code] = self._read(line_text(code))
        return value


def line_text(code: int) -> str:
    """Return the line that has this code, as text."""
    letters = []
    while code > 1:
        letters.append(_LETTERS[code & 3])
        code >>= 2
    return "".join(letters)


class Geometry(NamedTuple):
    """Where the lines of a board run; points are numbered in row order, or in column order."""

    points: tuple[Point, ...]
    lines: tuple[tuple[int, ...], ...]
    """The points of each line: to the right, down, down to the right, and down to the left. It
    matters to a bot whose patterns have no mirror images."""
    through: tuple[tuple[tuple[int, int], ...], ...]
    """For each point its lines, each with how far a stone's code is shifted there."""


@cache
def geometry(size: int, shortest: int = 1, *, by_column: bool = False) -> Geometry:
    """Return the lines with at least `shortest` points."""
    ranges = [(a, b) for a in range(size) for b in range(size)]
    points = tuple(Point(a, b) if by_column else Point(b, a) for a, b in ranges)
    number = {point: index for index, point in enumerate(points)}
    lines = tuple(
        tuple(
            number[point]
            for point in line.points[:: -1 if line.direction is Direction.RISING else 1]
        )
        for line in board_lines(size, shortest)
    )
    through: list[list[tuple[int, int]]] = [[] for _ in points]
    for index, line in enumerate(lines):
        for place, point in enumerate(line):
            through[point].append((index, 2 * place))
    return Geometry(points, lines, tuple(map(tuple, through)))


class LineBoard:
    """A board to try stones on: its cells by number, and the codes of its lines."""

    __slots__ = ("cells", "codes", "points", "size", "through")

    def __init__(self, board: Board, shortest: int = 1, *, by_column: bool = False) -> None:
        self.size = board.size
        where = geometry(board.size, shortest, by_column=by_column)
        self.points = where.points
        self.through = where.through
        self.cells = [_CODES[board[point]] for point in where.points]
        self.codes = [
            sum(self.cells[point] << 2 * place for place, point in enumerate(line))
            + (1 << 2 * len(line))
            for line in where.lines
        ]

    def put(self, point: int, stone: int) -> None:
        """Put a stone on a free point."""
        self.cells[point] = stone
        codes = self.codes
        for line, shift in self.through[point]:
            codes[line] += stone << shift

    def lift(self, point: int) -> None:
        """Take a stone away."""
        stone = self.cells[point]
        self.cells[point] = FREE
        codes = self.codes
        for line, shift in self.through[point]:
            codes[line] -= stone << shift

    def free(self) -> list[int]:
        """Return the points that can hold a stone, in order."""
        return [point for point, cell in enumerate(self.cells) if cell == FREE]

    def stones(self) -> list[int]:
        """Return the points with stones of either colour, in order."""
        return [point for point, cell in enumerate(self.cells) if cell in (1, 2)]


_AROUND: Final = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)


@cache
def star(size: int, reach: int, *, by_column: bool = False) -> tuple[tuple[int, ...], ...]:
    """Return for each point those up to `reach` steps away along the eight directions."""
    steps = [(dx * n, dy * n) for dx, dy in _AROUND for n in range(1, reach + 1)]
    return _reached(size, tuple(steps), by_column)


@cache
def square(size: int, reach: int) -> tuple[tuple[int, ...], ...]:
    """Return for each point those up to `reach` columns and rows away."""
    away = range(-reach, reach + 1)
    return _reached(size, tuple((dx, dy) for dy in away for dx in away if dx or dy), False)


def _reached(
    size: int, steps: tuple[tuple[int, int], ...], by_column: bool
) -> tuple[tuple[int, ...], ...]:
    points = geometry(size, by_column=by_column).points
    number = {point: index for index, point in enumerate(points)}
    return tuple(
        tuple(
            sorted(
                number[there]
                for dx, dy in steps
                if (there := Point(point.x + dx, point.y + dy)) in number
            )
        )
        for point in points
    )


def near_stones(board: LineBoard, reached: tuple[tuple[int, ...], ...]) -> list[int]:
    """Return the free points that some stone reaches, in order."""
    found = {there for stone in board.stones() for there in reached[stone]}
    return sorted(point for point in found if board.cells[point] == FREE)


def nearest_to_centre(board: LineBoard) -> int | None:
    """Return the free point fewest columns and rows from the centre, the first of equals."""
    centre = board.size // 2

    def distance(index: int) -> int:
        point = board.points[index]
        return abs(point.x - centre) + abs(point.y - centre)

    return min(board.free(), key=distance, default=None)
