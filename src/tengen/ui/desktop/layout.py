"""Where everything is in a window of some size: the board, the panel, and the points."""

from typing import Final, NamedTuple, Self

from tengen.core.geometry import Point
from tengen.picture._canvas import MARGIN, STONE

SMALLEST: Final = 480, 360
"""The window is laid out for no less than this, and cut off below it."""

_PANEL: Final = 236.0  # The panel's width and height at scale 1, beside the board
_TALL: Final = 524.0
_FLAT: Final = 480.0  # and under it, where it has two columns.
_LOW: Final = 300.0


class Rect(NamedTuple):
    """A rectangle in whole pixels."""

    x: int
    y: int
    w: int
    h: int

    def has(self, x: float, y: float) -> bool:
        """Say whether a place is inside."""
        return self.x <= x < self.x + self.w and self.y <= y < self.y + self.h


NOWHERE: Final = Rect(0, 0, 0, 0)


class Layout(NamedTuple):
    """The parts of a window."""

    width: int
    height: int
    board: Rect
    panel: Rect
    columns: int
    """How many the panel has: two where it is below the board."""
    scale: float
    """How large the panel's texts and buttons are."""

    @classmethod
    def of(cls, width: int, height: int) -> Self:
        """Lay out a window: the panel at the right, or below where it is taller than wide."""
        width, height = max(width, SMALLEST[0]), max(height, SMALLEST[1])
        gap = max(8, min(width, height) // 45)
        if width >= height:
            panel = max(150, min(int(width * 0.31), int(_PANEL * 1.9)))
            side = min(height - 2 * gap, width - panel - 3 * gap)
            left = (width - side - panel - 3 * gap) // 2 + gap
            top = (height - side) // 2
            # Where there is room, the panel ends where the board does.
            inset = top if side >= _TALL else gap
            beside = Rect(left + side + gap, inset, panel, height - 2 * inset)
            scale = min(panel / _PANEL, beside.h / _TALL)
            return cls(width, height, Rect(left, top, side, side), beside, 1, _kept(scale))
        low = max(170, min(height // 3, int(_LOW * 1.9)))
        side = min(width - 2 * gap, height - low - 3 * gap)
        left = (width - side) // 2
        below = Rect(gap, side + 2 * gap, width - 2 * gap, height - side - 3 * gap)
        scale = min(below.w / _FLAT, below.h / _LOW)
        return cls(width, height, Rect(left, gap, side, side), below, 2, _kept(scale))

    def cell(self, size: int) -> float:
        """Return how far two lines of the board are apart."""
        return self.board.w / (size - 1 + 2 * MARGIN)

    def place(self, point: Point, size: int) -> tuple[float, float]:
        """Return where a point is, on a whole pixel as its lines are."""
        cell = self.cell(size)
        return (
            self.board.x + round((point.x + MARGIN) * cell),
            self.board.y + round((point.y + MARGIN) * cell),
        )

    def point_at(self, x: float, y: float, size: int) -> Point | None:
        """Return the point under a place; None between points and off the board."""
        if not self.board.has(x, y):
            return None
        cell = self.cell(size)
        column = round((x - self.board.x) / cell - MARGIN)
        row = round((y - self.board.y) / cell - MARGIN)
        if not (0 <= column < size and 0 <= row < size):
            return None
        px, py = self.place(Point(column, row), size)
        reach = STONE * cell + 1
        return Point(column, row) if abs(x - px) <= reach and abs(y - py) <= reach else None


def _kept(scale: float) -> float:
    return max(0.6, min(1.9, scale))
