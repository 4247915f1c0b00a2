"""The positions of the upload check: the public ones, or a file in the form of the server's own.

In such a file the cases stand between two lines of `#`, with lines of `=` between them. A case is
one or two boards, with a line of `-` between them: offsets of row and column, then rows of digits,
0 empty, 1 white, 2 black, 3 an accepted move. A board with a 3 says only which moves are accepted.
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tengen.errors import InvalidText

SIZE: Final = 15

_FENCE: Final = re.compile(r"^#{5,}\s*$", re.MULTILINE)
_BETWEEN_CASES: Final = re.compile(r"^={5,}\s*$", re.MULTILINE)
_BETWEEN_BOARDS: Final = re.compile(r"^-{5,}\s*$", re.MULTILINE)
_DIGITS: Final = {"1": 1, "2": -1}
_SIDES: Final = {-1: "black", 1: "white"}
_LARGEST: Final = 1_000_000

Cell = tuple[int, int]
"""Row and column from 0."""


@dataclass(frozen=True, slots=True)
class Case:
    """A position in which black is to move, and the moves that are accepted."""

    name: str
    stones: dict[Cell, int]
    """-1 black, 1 white."""
    accepted: frozenset[Cell]

    def board(self) -> list[list[int]]:
        """Return the position as the platform hands it over."""
        return [[self.stones.get((y, x), 0) for x in range(SIZE)] for y in range(SIZE)]


def public_cases() -> list[Case]:
    """Return the positions of the checkers that students were given."""
    text = (Path(__file__).parent / "positions.json").read_text(encoding="utf-8")
    return [
        Case(
            row["id"],
            {(y, x): color for color in _SIDES for y, x in row[_SIDES[color]]},
            frozenset((y, x) for y, x in row["accept"]),
        )
        for row in json.loads(text)
    ]


def read_cases(path: Path) -> list[Case]:
    """Read a file of cases."""
    try:
        with path.open("rb") as file:
            text = file.read(_LARGEST).decode("utf-8", "replace")
    except OSError as error:
        raise InvalidText(
            "no-file", "{path!r} cannot be read: {why}", path=str(path), why=error.strerror
        ) from None
    return parse_cases(text)


def parse_cases(text: str) -> list[Case]:
    """Read cases; the text before the first line of `#` and behind the second is not looked at."""
    parts = _FENCE.split(text.replace("\r\n", "\n"))
    if len(parts) < 3:
        raise InvalidText("no-cases", "there are no two lines of '#' with the cases between them")
    bodies = [body for body in _BETWEEN_CASES.split(parts[1]) if body.strip()]
    return [_parse_case(f"case {n}", body) for n, body in enumerate(bodies, 1)]


def _parse_case(name: str, body: str) -> Case:
    stones: dict[Cell, int] = {}
    accepted: set[Cell] = set()
    for board in _BETWEEN_BOARDS.split(body):
        cells = _parse_board(name, board)
        if "3" in cells.values():
            accepted |= {cell for cell, digit in cells.items() if digit == "3"}
        else:
            stones |= {cell: _DIGITS[digit] for cell, digit in cells.items() if digit != "0"}
    if not accepted:
        raise InvalidText("no-answer", "{name} accepts no move; mark one with 3", name=name)
    return Case(name, stones, frozenset(accepted))


def _parse_board(name: str, text: str) -> dict[Cell, str]:
    offsets, *rows = [line.split() for line in text.strip().split("\n")]
    if len(offsets) != 2 or not all(part.isdecimal() and len(part) < 3 for part in offsets):
        raise InvalidText(
            "no-offset",
            "{name} begins with {text!r}, not with two offsets",
            name=name,
            text=" ".join(offsets)[:40],
        )
    down, right = map(int, offsets)
    cells = {
        (down + y, right + x): digit
        for y, row in enumerate(rows)
        for x, digit in enumerate("".join(row))
    }
    for (y, x), digit in cells.items():
        if digit not in "0123" or y >= SIZE or x >= SIZE:
            raise InvalidText(
                "bad-case", "{name} has {digit!r} at ({y}, {x})", name=name, digit=digit, y=y, x=x
            )
    return cells
