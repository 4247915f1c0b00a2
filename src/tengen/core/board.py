"""Stones, blocked points and traps on a square grid, with push and pop. Knows no rule.

Cells are characters, in the alphabet of every diagram: `X` black, `O` white, `.` empty, `#` a
blocked point, `*` a trap. For lines a trap is a wall like any blocked point, because no stone
ever stays there.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, NamedTuple

from tengen.core.geometry import (
    PASS,
    Color,
    Direction,
    Point,
    check_size,
    format_point,
    is_on_board,
    row_order,
)
from tengen.errors import IllegalMove, InvalidText

EMPTY: Final = "."
STONES: Final = ("X", "O")
BLOCKED: Final = "#"
TRAP: Final = "*"

_STONE_CODES: Final = tuple(map(ord, STONES))
_EMPTY_CODE: Final = ord(EMPTY)


class Line(NamedTuple):
    """A whole line of the board, edge to edge."""

    direction: Direction
    points: tuple[Point, ...]
    """In order along the direction."""
    cells: slice
    """Where a board in row order has them."""


class Board:
    """A board of 5 to 26 lines a side; the side to move alternates with every push.

    `push` only asks that the point can take a stone. Whether the rules allow the move, and
    whether somebody has won, is said by `tengen.core.legality` and `tengen.core.outcome`.
    """

    __slots__ = ("_cells", "_key", "_moves", "_turn", "blocked", "size", "traps")

    def __init__(
        self, size: int = 15, blocked: Iterable[Point] = (), traps: Iterable[Point] = ()
    ) -> None:
        self.size = check_size(size)
        self.blocked = frozenset(blocked)
        self.traps = frozenset(traps)
        self._cells = bytearray(EMPTY * size * size, "ascii")
        self._key = 0
        self._moves: list[Point] = []
        self._turn = Color.BLACK
        for points, cell in ((self.blocked, BLOCKED), (self.traps, TRAP)):
            for point in points:
                self._take(point, ord(cell))

    def __repr__(self) -> str:
        return f"<Board {self.size}x{self.size}, {len(self._moves)} moves, {self._turn} to move>"

    def __str__(self) -> str:
        """Draw the cells; `tengen.notation.format_diagram` draws them with coordinates."""
        text, size = self._cells.decode("ascii"), self.size
        return "\n".join(" ".join(text[at : at + size]) for at in range(0, size * size, size))

    @property
    def turn(self) -> Color:
        """The colour to move."""
        return self._turn

    @turn.setter
    def turn(self, color: Color) -> None:
        self._turn = color

    @property
    def key(self) -> int:
        """A 64-bit Zobrist key of stones, special points and the side to move, not of the rule.

        The native board has the same keys.
        """
        return self._key ^ (_WHITE_TO_MOVE if self._turn is Color.WHITE else 0)

    @property
    def moves(self) -> tuple[Point, ...]:
        """What was pushed and not popped, oldest first; put stones are not among them."""
        return tuple(self._moves)

    @property
    def last(self) -> Point | None:
        """The last move, or None before the first."""
        return self._moves[-1] if self._moves else None

    @property
    def move_count(self) -> int:
        """How many moves are on the stack."""
        return len(self._moves)

    def __getitem__(self, point: Point) -> str:
        """Return the cell's character; see the module's first lines."""
        self.check_on_board(point)
        return chr(self._cells[point.y * self.size + point.x])

    def stone(self, point: Point) -> Color | None:
        """Return the colour of the stone on `point`, or None."""
        cell = self[point]
        return Color(STONES.index(cell)) if cell in STONES else None

    def stones(self, color: Color) -> list[Point]:
        """Return the points with stones of `color`, in row order."""
        return self._points_with(_STONE_CODES[color])

    def empty_points(self) -> list[Point]:
        """Return the points that can hold a stone, in row order: neither blocked nor traps."""
        return self._points_with(_EMPTY_CODE)

    @property
    def is_full(self) -> bool:
        """Whether no point is left that can hold a stone."""
        return _EMPTY_CODE not in self._cells

    def can_take(self, point: Point) -> bool:
        """Say whether a move on `point` is possible at all: empty or a trap."""
        return is_on_board(point, self.size) and self[point] in (EMPTY, TRAP)

    def check_on_board(self, point: Point) -> None:
        """Raise InvalidText unless `point` is an intersection of this board."""
        if not is_on_board(point, self.size):
            raise InvalidText(
                "off-board",
                "point ({x}, {y}) is off the board; {size}x{size} has columns and rows 0 to {last}",
                x=point[0],
                y=point[1],
                size=self.size,
                last=self.size - 1,
            )

    def push(self, point: Point) -> None:
        """Play `point` for the side to move; PASS and a trap leave no stone."""
        if point != PASS and point not in self.traps:
            self.put(point, self._turn)
        self._moves.append(point)
        self._turn = self._turn.other

    def pop(self) -> Point:
        """Take back the last move and return it."""
        if not self._moves:
            raise IllegalMove("nothing-to-undo", "there is no move to take back")
        point = self._moves.pop()
        self._turn = self._turn.other
        if point != PASS and point not in self.traps:
            self.lift(point)
        return point

    def put(self, point: Point, color: Color) -> None:
        """Set a stone without a move being made."""
        self._take(point, _STONE_CODES[color])

    def lift(self, point: Point) -> None:
        """Remove the stone on `point`, the opposite of `put`."""
        color = self.stone(point)
        if color is None:
            raise IllegalMove(
                "no-stone", "there is no stone on {point}", point=format_point(point, self.size)
            )
        self._cells[point.y * self.size + point.x] = _EMPTY_CODE
        self._key ^= _zobrist(point, STONES[color])

    def copy(self) -> "Board":
        """Return an independent board with the same stones, side to move and moves."""
        other = Board(self.size, self.blocked, self.traps)
        other._cells[:] = self._cells
        other._key, other._turn, other._moves = self._key, self._turn, self._moves.copy()
        return other

    def line_text(self, line: Line, color: Color) -> str:
        """Return the cells of `line` as `color` sees them: own `X`, other `O`, walls `#`."""
        return self._cells[line.cells].translate(_VIEWS[color]).decode("ascii")

    def count(self, line: Line, color: Color) -> int:
        """Return how many stones of `color` are on `line`."""
        return self._cells[line.cells].count(_STONE_CODES[color])

    def _points_with(self, code: int) -> list[Point]:
        size = self.size
        return [Point(i % size, i // size) for i, cell in enumerate(self._cells) if cell == code]

    def _take(self, point: Point, code: int) -> None:
        self.check_on_board(point)
        index = point.y * self.size + point.x
        if self._cells[index] != _EMPTY_CODE:
            raise IllegalMove(
                _TAKEN[chr(self._cells[index])][0],
                "{point} " + _TAKEN[chr(self._cells[index])][1] + "; choose an empty point",
                point=format_point(point, self.size),
            )
        self._cells[index] = code
        self._key ^= _zobrist(point, chr(code))


_TAKEN: Final = {
    "X": ("occupied", "is occupied by a black stone"),
    "O": ("occupied", "is occupied by a white stone"),
    BLOCKED: ("blocked", "is blocked"),
    TRAP: ("trap", "is a trap, where no stone stays"),
}

_VIEWS: Final = (
    bytes.maketrans(b"*", b"#"),
    bytes.maketrans(b"XO*", b"OX#"),
)


@cache
def board_lines(size: int, shortest: int = 5) -> tuple[Line, ...]:
    """Return every line of at least `shortest` points, by direction, then by its first point."""
    return tuple(
        Line(direction, points, _cells_of(points, direction, size))
        for direction in Direction
        for points in _walks(size, direction)
        if len(points) >= shortest
    )


@cache
def lines_through(size: int, point: Point) -> tuple[tuple[Line, int], ...]:
    """Return the lines of at least five points through `point`, each with its place there."""
    return tuple(
        (line, line.points.index(point)) for line in board_lines(size) if point in line.points
    )


def _walks(size: int, direction: Direction) -> Iterator[tuple[Point, ...]]:
    dx, dy = direction.step
    everywhere = [Point(x, y) for y in range(size) for x in range(size)]
    for start in sorted(everywhere, key=row_order):
        if is_on_board(Point(start.x - dx, start.y - dy), size):
            continue
        length = 1
        while is_on_board(Point(start.x + dx * length, start.y + dy * length), size):
            length += 1
        yield tuple(Point(start.x + dx * i, start.y + dy * i) for i in range(length))


def _cells_of(points: tuple[Point, ...], direction: Direction, size: int) -> slice:
    first, last = (point.y * size + point.x for point in (points[0], points[-1]))
    step = direction.step.y * size + direction.step.x
    stop = last + (1 if step > 0 else -1)
    return slice(first, stop if stop >= 0 else None, step)


@cache
def _zobrist(point: Point, cell: str) -> int:
    """Mix a point and a cell into 64 bits (splitmix64), alike on every machine and in C++."""
    return _splitmix64((point.y * 32 + point.x) * 4 + "XO#*".index(cell))


def _splitmix64(index: int) -> int:
    mask = (1 << 64) - 1
    z = (index + 1) * 0x9E3779B97F4A7C15 & mask
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & mask
    z = (z ^ z >> 27) * 0x94D049BB133111EB & mask
    return z ^ z >> 31


_WHITE_TO_MOVE: Final = _splitmix64(1 << 16)
