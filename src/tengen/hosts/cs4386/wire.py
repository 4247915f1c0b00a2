"""The lines between a judge of CS4386 and the process that has `play_games`, each a JSON object.

    > {"step": 3, "rival": [7, 8], "boards": [[0, ["000...", ...]], [2, ["000...", ...]]]}
    < {"decision": [6, 8]}         row and column, or {"error": "..."}

`boards` has the boards that the process has not seen yet, each with its step; the last of them is
what `read_ckbd(step - 1)` returns. A row is a text of digits, a cell each.
"""

import json
from typing import NamedTuple

from tengen.errors import InvalidText
from tengen.hosts.cs4386.player import SIZE

Board = list[list[int]]


class Request(NamedTuple):
    """One step, as the judge asks for it."""

    step: int
    rival: tuple[int, int]
    """(-1, -1) at the first step."""
    board: Board


def parse_request(text: str) -> Request:
    """Read a line of the judge."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise InvalidText("bad-json", "{text!r} is not JSON", text=text[:40]) from None
    given = value if isinstance(value, dict) else {}
    step, rival, boards = (given.get(name) for name in ("step", "rival", "boards"))
    if type(step) is not int:
        raise InvalidText("bad-step", "step {step!r} is no whole number", step=str(step))
    if not (isinstance(rival, list) and [type(part) for part in rival] == [int, int]):
        raise InvalidText("bad-rival", "rival {rival!r} is no pair of numbers", rival=str(rival))
    if not (isinstance(boards, list) and boards and isinstance(boards[-1], list)):
        raise InvalidText("no-board", "there is no board")
    last = boards[-1]
    if len(last) != 2 or last[0] != step - 1:
        raise InvalidText("no-board", "the last board is not that of step {step}", step=step - 1)
    return Request(step, (rival[0], rival[1]), parse_board(last[1]))


def parse_board(rows: object) -> Board:
    """Read the rows of a board."""
    if not isinstance(rows, list) or len(rows) != SIZE:
        raise InvalidText("wrong-size", "the board has not {size} rows", size=SIZE)
    for row in rows:
        if not isinstance(row, str) or len(row) != SIZE or set(row) - set("0123"):
            raise InvalidText(
                "bad-row", "{row!r} is not a row of {size} digits 0 to 3", row=str(row), size=SIZE
            )
    return [[int(cell) for cell in row] for row in rows]


def format_board(board: Board) -> list[str]:
    """Write a board as `parse_board` reads it."""
    return ["".join(map(str, row)) for row in board]


def write(**members: object) -> str:
    """Write a line."""
    return json.dumps(members, separators=(",", ":"))
