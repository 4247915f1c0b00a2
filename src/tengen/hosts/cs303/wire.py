"""The lines between a judge of CS303 and the process that has the class `AI`, each a JSON object.

> {"new": {"chessboard_size": 15, "color": -1, "time_out": 5}}
< {"ready": true}
> {"go": [[0, 0, ...], ...]}
< {"candidate": [7, 7]}        as often as the list changes, the last one counts
< {"done": true}               or {"done": false} when time was up, or {"error": "..."}
"""

import json
from typing import NamedTuple

from tengen.core.geometry import MAX_SIZE, MIN_SIZE
from tengen.errors import InvalidText

Row = list[int]

LONGEST_TIME = 1e6
"""Seconds: more than eleven days are a mistake."""


class New(NamedTuple):
    """A new game."""

    chessboard_size: int
    color: int
    time_out: float


def parse(text: str) -> object:
    """Return the value of a line."""
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        raise InvalidText("bad-json", "{text!r} is not JSON", text=text[:40]) from None
    return value


def read_new(value: object) -> New:
    """Return what a `new` line says, checked."""
    given = value if isinstance(value, dict) else {}
    size, color, seconds = (given.get(name) for name in New._fields)
    if type(size) is not int or not MIN_SIZE <= size <= MAX_SIZE:
        raise InvalidText("size-range", "chessboard_size {size!r} is not 5 to 26", size=size)
    if color not in (-1, 1) or type(color) is not int:
        raise InvalidText("bad-color", "color {color!r} is neither -1 nor 1", color=color)
    if type(seconds) not in (int, float) or not 0 < (seconds or 0) <= LONGEST_TIME:
        raise InvalidText("bad-time", "time_out {seconds!r} is no time", seconds=seconds)
    return New(size, color, float(seconds or 0))


def read_rows(value: object, size: int) -> list[Row]:
    """Return the board of a `go` line; what its cells hold is not looked at."""
    rows = value if isinstance(value, list) else []
    if len(rows) != size or any(not isinstance(row, list) or len(row) != size for row in rows):
        raise InvalidText("wrong-size", "the board has not {size} rows of {size}", size=size)
    for row in rows:
        for cell in row:
            if type(cell) not in (int, float):
                raise InvalidText("bad-cell", "a cell holds {cell!r}", cell=str(cell)[:40])
    return rows


def write(**members: object) -> str:
    """Write a line."""
    return json.dumps(members, separators=(",", ":"))
