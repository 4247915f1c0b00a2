"""Line windows: the nine cells along every line of a point, and which of them have rows.

A window is a number with two bits for each of its cells: 0 empty, 1 Black's or one's own, 2 White's
or the foe's, 3 none, beyond the edge. It and its reverse are the same; the smaller number of the
two is the canonical one. Everything here is as native/eval/network.cpp has it.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

REACH: Final = 4
"""How many cells a window has on either side of its point."""
CELLS: Final = 2 * REACH + 1
WINDOWS: Final = 4**CELLS
MOST_ROWS: Final = 0xFFFF
"""Native numbers rows in 16 bits."""

_WALL: Final = 3
_STEPS: Final = ((0, 1), (1, 0), (1, 1), (1, -1))
"""The four directions of lines, as rows and columns."""
_AT_ONCE: Final = 4096
"""Positions whose windows are held in memory together."""

Array = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Rows:
    """The windows that have rows, and the row of every window."""

    windows: Array
    """Those that have one, canonical and rising; a row is a place in this list."""
    of: Array
    """By colour that looks and by window: its row, or that of the widest part that has one."""


def windows_of(cells: Array, size: int) -> Array:
    """Return the windows of boards by board, point and direction; `cells` are by board and point.

    1 stands for Black's stones and 2 for White's.
    """
    boards, far = len(cells), size + 2 * REACH
    wide = np.full((boards, far, far), _WALL, np.uint8)
    wide[:, REACH:-REACH, REACH:-REACH] = cells.reshape(boards, size, size)
    found = np.zeros((len(_STEPS), boards, size, size), np.int32)
    for window, (down, right) in zip(found, _STEPS, strict=True):
        for step in range(-REACH, REACH + 1):
            top, left = REACH + step * down, REACH + step * right
            window <<= 2
            window |= wide[:, top : top + size, left : left + size]
    return np.moveaxis(found.reshape(len(_STEPS), boards, size**2), 0, -1)


def count_windows(cells: Array, size: int) -> Array:
    """Return how often each canonical window is seen on boards, by either colour."""
    seen = np.zeros(WINDOWS, np.int64)
    for first in range(0, len(cells), _AT_ONCE):
        some = windows_of(cells[first : first + _AT_ONCE], size)
        seen += np.bincount(some.ravel(), minlength=WINDOWS)
    every = np.arange(WINDOWS)
    counts = np.zeros(WINDOWS, np.int64)
    for view in (every, exchanged(every)):
        np.add.at(counts, canonical(view), seen)
    return counts


def choose_rows(counts: Array, least: float) -> Rows:
    """Give a row to every window that was seen `least` times, and to the empty one."""
    often = np.flatnonzero(counts >= max(least, 1))
    most = often[np.argsort(-counts[often], kind="stable")[: MOST_ROWS - 1]]
    windows = np.union1d(most, [0])
    every = np.arange(WINDOWS)
    row = _rows(windows, every)
    return Rows(windows, np.stack([row, row[exchanged(every)]]))


def canonical(windows: Array) -> Array:
    """Return the smaller number of each window and its reverse."""
    turned = np.zeros_like(windows)
    for cell in range(CELLS):
        turned |= (windows >> 2 * cell & 3) << 2 * (CELLS - 1 - cell)
    return np.minimum(windows, turned)


def exchanged(windows: Array) -> Array:
    """Return the windows as the other colour sees them."""
    low = WINDOWS // 3  # Every lower bit of a cell.
    return (windows & low) << 1 | (windows >> 1 & low)


def narrowed(windows: Array, cells: int) -> Array:
    """Return the windows with their outermost `cells` on both sides empty."""
    return windows & (WINDOWS - 1 >> 2 * cells) & ~((1 << 2 * cells) - 1)


def _rows(windows: Array, wanted: Array) -> Array:
    known = np.full(WINDOWS, -1, np.int32)
    known[windows] = np.arange(len(windows))
    # What has not even a part with a row is taken for empty.
    rows = np.zeros(len(wanted), np.int32)
    for cells in range(REACH, -1, -1):
        part = known[canonical(narrowed(wanted, cells))]
        rows = np.where(part >= 0, part, rows)
    return rows
