"""The tables of the four `tables` bots, and what a board is worth by them.

All rows of cells are read outward from a free point or towards it, in each of the eight
directions: `1` the side that is looked at, `2` the other side, `0` free, `*` the point itself,
`#` the edge or a wall. Rows do not exclude each other; everything that fits is added up.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from tengen.bots._lines import LineBoard, LineTable, geometry, seen_by_other, star
from tengen.core.geometry import Color

SIZE: Final = 15


class PointRow(NamedTuple):
    """What a free point is worth beside stones: to their side, and to the side that fears them."""

    name: str
    cells: str
    attack: int
    defence: int
    is_live_two: bool = False


POINT_ROWS: Final = (
    PointRow("live 4", "01111*", 300000, 300000),
    PointRow("rush 4 A", "21111*", 250000, 200000),
    PointRow("rush 4 B", "1*111", 250000, 200000),
    PointRow("rush 4 C", "11*11", 250000, 200000),
    PointRow("live 3 A-1", "0111*0", 60000, 50000),
    PointRow("live 3 B-1", "01*110", 60000, 50000),
    PointRow("live 3 B-2", "*10110", 40000, 30000),
    PointRow("live 3 B-3", "01011*", 40000, 30000),
    PointRow("sleep 3 A-1", "2111*0", 3000, 2000),
    PointRow("sleep 3 A-2", "21110*", 1500, 500),
    PointRow("sleep 3 B-1", "211*10", 3000, 2000),
    PointRow("sleep 3 B-2", "21101*", 1800, 800),
    PointRow("sleep 3 C-1", "21*110", 3000, 2000),
    PointRow("sleep 3 C-2", "21011*", 1800, 800),
    PointRow("sleep 3 D-1", "211*01", 1600, 600),
    PointRow("sleep 3 D-2", "2110*1", 1600, 600),
    PointRow("sleep 3 E", "21*101", 1550, 550),
    PointRow("live 2 A-1", "0*0110", 1650, 650, True),
    PointRow("live 2 A-2", "0*110", 4000, 3000, True),
    PointRow("live 2 B-1", "0*1010", 1650, 650, True),
    PointRow("live 2 B-2", "01*10", 4000, 3000, True),
    PointRow("live 2 C-1", "01*010", 1650, 650, True),
    PointRow("live 2 C-2", "*10010", 1650, 650, True),
    PointRow("sleep 2 A-1", "211*00", 1150, 150),
    PointRow("sleep 2 A-2", "2110*0", 1150, 150),
    PointRow("sleep 2 A-3", "21100*", 1150, 150),
    PointRow("sleep 2 B-1", "21*100", 1250, 250),
    PointRow("sleep 2 B-2", "2101*0", 1250, 250),
    PointRow("sleep 2 B-3", "21010*", 1250, 250),
    PointRow("sleep 2 C-1", "21*010", 1200, 200),
    PointRow("sleep 2 C-2", "210*10", 1200, 200),
    PointRow("sleep 2 C-3", "21001*", 1200, 200),
    PointRow("sleep 2 D-1", "21*001", 1100, 100),
    PointRow("sleep 2 D-2", "210*01", 1100, 100),
)
EDGE_FOUR: Final = PointRow("rush 4 A at the edge", "#1111*", 250000, 200000)
"""Only 3.0 sees that the edge closes a four."""

TWO_TWOS: Final = (3000, 2000)
"""Added for a point that meets two or more live twos: attack and defence."""


class LeafRow(NamedTuple):
    """What a free point beside stones adds to their side's value of the board."""

    name: str
    cells: str
    in_2_1: int
    in_3_0: int
    is_live_three: bool = False


LEAF_ROWS: Final = (
    LeafRow("five beside the point", "*11111", 5000000, 5500000),
    LeafRow("live 4", "01111*", 400000, 500000),
    LeafRow("rush 4 A", "21111*", 400000, 450000),
    LeafRow("rush 4 A at the edge", "#1111*", 0, 450000),
    LeafRow("rush 4 B", "1*111", 400000, 400000),
    LeafRow("rush 4 C", "11*11", 200000, 250000),
    LeafRow("live 3 A-1", "0111*0", 30000, 35000, True),
    LeafRow("live 3 B-1", "01*110", 30000, 35000, True),
    LeafRow("live 3 B-2", "*10110", 20000, 35000, True),
    LeafRow("live 3 B-3", "01011*", 20000, 35000, True),
)
TWO_LIVE_THREES: Final = 400000
"""Added in 3.0 for a point that meets two or more live threes."""

_AS_TEXT: Final = str.maketrans("012*", ".XO.")
_FIELD: Final = 24
"""Bits for a sum: the largest sums round a point stay far below."""
_SIDE: Final = 2 * _FIELD + 8
_MASK: Final = (1 << _FIELD) - 1
_MOST_RANKS: Final = 100_000
"""How many points are remembered before the memory begins anew."""


class LineValues(NamedTuple):
    """Everything that the tables say about one line."""

    points: tuple[int, ...]
    """For each point what `point_values` unpacks once those of its four lines are added."""
    leaf: int
    """Black's share of the value of the board, less white's."""
    live_threes: tuple[tuple[int, int, int], ...]
    """Points that meet live threes: their place, and how many of black and of white."""
    is_won: bool


class Tables:
    """The tables of one version, and what they have said about lines so far."""

    def __init__(self, *, is_3_0: bool) -> None:
        self.point_rows = (*POINT_ROWS, EDGE_FOUR) if is_3_0 else POINT_ROWS
        self.leaf_rows = [(row, row.in_3_0 if is_3_0 else row.in_2_1) for row in LEAF_ROWS]
        self.double_three = TWO_LIVE_THREES if is_3_0 else 0
        self.lines = LineTable(self.read)

    def read(self, text: str) -> LineValues:
        """Return what the rows say about a line."""
        points, leaf = [0] * len(text), 0
        threes: tuple[list[int], list[int]] = [0] * len(text), [0] * len(text)
        for side, seen in enumerate((text, seen_by_other(text))):
            for row in self.point_rows:
                packed = row.attack | row.defence << _FIELD | row.is_live_two << 2 * _FIELD
                for place in places(row.cells, seen):
                    points[place] += packed << _SIDE * side
            for leaf_row, worth in self.leaf_rows:
                for place in places(leaf_row.cells, seen):
                    leaf += -worth if side else worth
                    threes[side][place] += leaf_row.is_live_three
        live_threes = tuple(
            (place, black, white)
            for place, (black, white) in enumerate(zip(*threes, strict=True))
            if black or white
        )
        return LineValues(tuple(points), leaf, live_threes, "XXXXX" in text or "OOOOO" in text)


def places(cells: str, text: str) -> Iterator[int]:
    """Yield the points of a line, as `X` sees it, where a row of cells fits: in both directions."""
    if "X" not in text:
        return
    shape, star_at, last = cells.translate(_AS_TEXT), cells.index("*"), len(text) - 1
    for backward in (False, True):
        walled = f"#{text[::-1] if backward else text}#"
        found = walled.find(shape)
        while found >= 0:
            place = found + star_at - 1
            yield last - place if backward else place
            found = walled.find(shape, found + 1)


class PointValues(NamedTuple):
    """A free point by the tables, without its base."""

    attack: tuple[int, int]
    """For black beside its own stones, and for white beside its own."""
    defence: tuple[int, int]
    """Against black's stones, and against white's."""


def point_values(packed: int) -> PointValues:
    """Return what the added numbers of four lines say about a point."""
    attack, defence = [], []
    for side in Color:
        own = packed >> _SIDE * side
        has_twos = (own >> 2 * _FIELD & 0xFF) >= 2
        attack.append((own & _MASK) + has_twos * TWO_TWOS[0])
        defence.append((own >> _FIELD & _MASK) + has_twos * TWO_TWOS[1])
    return PointValues((attack[0], attack[1]), (defence[0], defence[1]))


class Ranks(dict[int, tuple[int, int]]):
    """The larger of attack and defence, to black and to white, by the added numbers of lines."""

    def __missing__(self, packed: int) -> tuple[int, int]:
        if len(self) >= _MOST_RANKS:
            self.clear()
        attack, defence = point_values(packed)
        ranks = self[packed] = max(attack[0], defence[1]), max(attack[1], defence[0])
        return ranks


RANKS: Final = Ranks()

BASE: Final = tuple(
    min(point.x, point.y, SIZE - 1 - point.x, SIZE - 1 - point.y)
    for point in geometry(SIZE, by_column=True).points
)
"""0 at the edge to 7 in the centre: where the value of a point starts, in column order."""

STAR_1: Final = star(SIZE, 1, by_column=True)
STAR_2: Final = star(SIZE, 2, by_column=True)
STAR_5: Final = tuple(map(frozenset, star(SIZE, 5, by_column=True)))
"""No row reaches further: a stone changes nothing beyond."""
_PLACES: Final = tuple(
    tuple((line, shift // 2) for line, shift in lines)
    for lines in geometry(SIZE, by_column=True).through
)


class TablesBoard:
    """A board to try stones on, with what the tables say about it."""

    def __init__(self, board: LineBoard, tables: Tables) -> None:
        self.cells = board.cells
        self._board = board
        self._tables = tables
        self._lines = [tables.lines[code] for code in board.codes]
        self._leaf = sum(line.leaf for line in self._lines)
        self._threes = ([0] * len(board.cells), [0] * len(board.cells))
        self._doubles = 0
        self._where = geometry(SIZE, by_column=True).lines
        for index, line in enumerate(self._lines):
            self._count_threes(index, line, 1)

    def packed(self, point: int) -> int:
        """Return what `point_values` and `RANKS` know a point by."""
        lines = self._lines
        (a, i), (b, j), (c, k), (d, m) = _PLACES[point]
        return lines[a][0][i] + lines[b][0][j] + lines[c][0][k] + lines[d][0][m]

    def values(self, point: int) -> PointValues:
        """Return attack and defence of a free point, with its base."""
        attack, defence = point_values(self.packed(point))
        base = BASE[point]
        return PointValues(
            (attack[0] + base, attack[1] + base), (defence[0] + base, defence[1] + base)
        )

    def leaf(self, stone: int) -> int:
        """Return the value of the board by `LEAF_ROWS`, to the side of `stone`."""
        value = self._leaf + self._tables.double_three * self._doubles
        return value if stone == 1 else -value

    def play(self, move: int, stone: int) -> bool:
        """Put a stone, and say whether it makes five."""
        self.cells[move] = stone
        return self._change(move, stone)

    def take_back(self, move: int) -> None:
        """Take the stone away again."""
        stone, self.cells[move] = self.cells[move], 0
        self._change(move, -stone)

    def _change(self, move: int, code: int) -> bool:
        codes, lines, table = self._board.codes, self._lines, self._tables.lines
        is_won = False
        for index, shift in self._board.through[move]:
            codes[index] += code << shift
            old, new = lines[index], table[codes[index]]
            if old is not new:
                lines[index] = new
                self._leaf += new.leaf - old.leaf
                is_won = is_won or new.is_won
                if self._tables.double_three:
                    self._count_threes(index, old, -1)
                    self._count_threes(index, new, 1)
        return is_won

    def _count_threes(self, index: int, line: LineValues, sign: int) -> None:
        """Add or remove the live threes of one line, and keep the count of points with two."""
        for place, *counts in line.live_threes:
            point = self._where[index][place]
            for side, (threes, count) in enumerate(zip(self._threes, counts, strict=True)):
                before = threes[point] >= 2
                threes[point] += sign * count
                change = (threes[point] >= 2) - before
                self._doubles += -change if side else change
