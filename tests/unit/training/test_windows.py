"""Windows: what a point sees along its lines, and whose row it gets."""

import numpy as np

from lessons import random_games, random_lessons
from tengen.training.windows import (
    MOST_ROWS,
    WINDOWS,
    canonical,
    choose_rows,
    count_windows,
    exchanged,
    windows_of,
)

EDGE = 3


def number(cells: list[int]) -> int:
    return sum(cell << 2 * place for place, cell in enumerate(cells))


def nine_cells(board: list[list[int]], x: int, y: int, right: int, down: int) -> list[int]:
    places = [(x + i * right, y + i * down) for i in range(-4, 5)]
    inside = range(len(board))
    return [board[v][u] if u in inside and v in inside else EDGE for u, v in places]


def find_row(windows: list[int], cells: list[int]) -> tuple[int, int]:
    """Return the row as native's `find_row` does, and how many cells were left out for it."""
    for less in range(5):
        part = [0] * less + cells[less : 9 - less] + [0] * less
        canon = min(number(part), number(part[::-1]))
        if canon in windows:
            return windows.index(canon), less
    return 0, 5


def back_offs(size: int) -> set[int]:
    """Compare the rows of random boards; return how many cells were left out for them."""
    (boards,) = random_lessons("freestyle", random_games("freestyle", size, 6, 20)).boards
    rows = choose_rows(count_windows(boards.cells, size), 12)
    windows = rows.windows.tolist()
    lost = set()
    for cells, found in zip(boards.cells[::7], windows_of(boards.cells[::7], size), strict=True):
        board = cells.reshape(size, size).tolist()
        for point in range(size**2):
            for direction, step in enumerate(((1, 0), (0, 1), (1, 1), (-1, 1))):
                nine = nine_cells(board, point % size, point // size, *step)
                for color, seen in enumerate((nine, [(0, 2, 1, 3)[cell] for cell in nine])):
                    row, less = find_row(windows, seen)
                    assert rows.of[color][found[point, direction]] == row
                    lost.add(less)
    return lost


def test_every_point_gets_the_row_of_the_widest_part_that_has_one() -> None:
    assert back_offs(9) | back_offs(6) == {0, 1, 2, 3, 4, 5}


def test_windows_are_counted_for_both_colours_and_either_way_round() -> None:
    cells = np.zeros((1, 25), np.uint8)
    cells[0, 7], cells[0, 12], cells[0, 13] = 1, 2, 1
    counts = count_windows(cells, 5)
    assert counts.sum() == 2 * 4 * 25
    every = np.arange(WINDOWS)
    assert (counts[canonical(every) != every] == 0).all()
    assert (counts == counts[canonical(exchanged(every))])[counts > 0].all()


def test_there_are_never_more_rows_than_native_can_number() -> None:
    every = np.arange(WINDOWS)
    counts = np.where(canonical(every) == every, every, 0)
    rows = choose_rows(counts, 1)
    assert len(rows.windows) == MOST_ROWS
    assert rows.windows[0] == 0
    assert rows.windows[-1] == counts.max()
