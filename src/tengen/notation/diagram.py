"""The board as a picture in letters, both ways: what `format_diagram` writes can be read again.

`X` is black, `O` white, `.` empty, `#` blocked, `*` a trap. Reading, `!` and `+` are empty points
with a mark, and brackets, bars and blanks are only there for the eye.
"""

import re
import textwrap
from collections.abc import Collection, Iterator
from string import ascii_lowercase, digits
from typing import Final, NamedTuple

from tengen.core.board import BLOCKED, EMPTY, STONES, TRAP, Board
from tengen.core.game import Game
from tengen.core.geometry import Color, Point, check_size
from tengen.core.rules import RULES, Rule, find_rule
from tengen.core.setup import Setup
from tengen.errors import InvalidText
from tengen.notation._text import excerpt
from tengen.notation.setup_string import parse_turn, rule_name
from tengen.registry import nearest

MAX_LENGTH: Final = 100_000
"""Room for the largest board with wide margins many times over."""

FORBIDDEN_MARK: Final = "!"
KEY_MARK: Final = "+"

_CELLS: Final = frozenset((*STONES, EMPTY, BLOCKED, TRAP))
_PLAIN: Final = str.maketrans(FORBIDDEN_MARK + KEY_MARK, EMPTY * 2, "()[]|")
_HEADERS: Final = ("rule", "turn")
_HEADER: Final = re.compile(r"([A-Za-z]+)[ \t]*:(.*)")


def format_diagram(
    position: Board | Game | Setup,
    *,
    coordinates: bool = True,
    header: bool = True,
    last: bool = True,
    line: Collection[Point] = (),
    keys: Collection[Point] = (),
    forbidden: Collection[Point] = (),
) -> str:
    """Draw a position, without a line break at the end.

    The last move is drawn `(X)`, the stones of `line` `[X]`; of the empty points, those in `keys`
    are drawn `+`, those in `forbidden` `!`. The header says the rule and the turn where they
    cannot be taken for granted; a board has no rule.
    """
    board = position if isinstance(position, Board) else _board_of(position)
    marks = dict.fromkeys(keys, KEY_MARK) | dict.fromkeys(forbidden, FORBIDDEN_MARK)
    rows = [
        _draw_row(board, y, board.last if last else None, line, marks) for y in range(board.size)
    ]
    if coordinates:
        width = len(str(board.size))
        rows = [f"{board.size - y:>{width}}{row}" for y, row in enumerate(rows)]
        rows.append(" " * (width + 1) + " ".join(ascii_lowercase[: board.size]))
    text = textwrap.dedent("\n".join(row.rstrip() for row in rows))
    return "\n".join([*(_header_lines(position, board) if header else ()), text])


def parse_diagram(text: str, *, rule: str | Rule | None = None, turn: Color | None = None) -> Setup:
    """Read a diagram of any size, with or without margins; rows are numbered from the bottom.

    `rule` and `turn` count where no header line says them. If nothing says the turn, the numbers
    of stones do: equal, Black is to move; one more black stone, White.
    """
    if len(text) > MAX_LENGTH:
        raise InvalidText(
            "too-long",
            "the diagram {text!r} has {length} characters; at most {longest} are read",
            text=excerpt(text),
            length=len(text),
            longest=MAX_LENGTH,
        )
    headers, letters, rows = _sort_lines(text)
    size = check_size(len(rows))
    _check_margins(letters, rows)
    points: dict[str, list[Point]] = {cell: [] for cell in _CELLS}
    for y, row in enumerate(rows):
        for x, cell in enumerate(row.cells):
            points[cell].append(Point(x, y))
    black, white = (points[stone] for stone in STONES)
    if "turn" in headers:
        turn = parse_turn(headers["turn"])
    elif turn is None:
        turn = _turn_by_count(len(black), len(white))
    if turn is None:
        raise InvalidText(
            "turn-unknown",
            "{black} black and {white} white stones do not say whose turn it is; "
            "add a line 'turn: black' or 'turn: white' to the diagram",
            black=len(black),
            white=len(white),
        )
    if "rule" in headers:
        rule = find_rule(excerpt(headers["rule"]))
    return Setup(
        size,
        RULES["freestyle"] if rule is None else rule,
        black=black,
        white=white,
        blocked=points[BLOCKED],
        traps=points[TRAP],
        turn=turn,
    )


def parse_board(text: str, *, turn: Color | None = None) -> Board:
    """Read a diagram as a board without moves; `turn` as in `parse_diagram`."""
    return parse_diagram(text, turn=turn).board()


def looks_like_diagram(text: str) -> bool:
    """Say whether the first line of `text` after its header is drawn, well or badly."""
    lines = list(_lines(text[:MAX_LENGTH]))
    drawn = [line for line in lines if _HEADER.fullmatch(line) is None]
    if len(lines) < 2 or not drawn:
        return False
    first = "".join(drawn[0].split())
    plain = first.strip(digits).translate(_PLAIN)
    cells = sum(cell in _CELLS for cell in plain)
    return first.lower().startswith("abcde") or 2 * cells >= len(plain) > 0


class _Row(NamedTuple):
    """A line of the picture: its cells and the numbers in its margins."""

    line: str
    left: str
    cells: str
    right: str


def _lines(text: str) -> Iterator[str]:
    return (line for line in map(str.strip, text.splitlines()) if line)


def _sort_lines(text: str) -> tuple[dict[str, str], list[str], list[_Row]]:
    """Return the header, the lines with column letters, and the rows of cells."""
    headers: dict[str, str] = {}
    letters: list[str] = []
    rows: list[_Row] = []
    for line in _lines(text):
        if match := _HEADER.fullmatch(line):
            _add_header(headers, match[1], match[2].strip())
        elif line[0] in "aA":
            letters.append(line)
        else:
            rows.append(_parse_row(line))
    return headers, letters, rows


def _add_header(headers: dict[str, str], name: str, value: str) -> None:
    if name not in _HEADERS:
        raise InvalidText(
            "unknown-header",
            "a diagram has no header line {name!r}; did you mean {near}?",
            name=excerpt(name),
            near=nearest(excerpt(name), _HEADERS),
        )
    if name in headers:
        raise InvalidText(
            "repeated-header",
            "the header line {name!r} comes twice in the diagram; give it once",
            name=name,
        )
    headers[name] = value


def _parse_row(line: str) -> _Row:
    inner = line.lstrip(digits)
    body = inner.rstrip(digits)
    cells = "".join(body.split()).translate(_PLAIN)
    for cell in cells:
        if cell not in _CELLS:
            raise InvalidText(
                "bad-cell",
                "{cell!r} in the line {line!r} of the diagram is not a cell; "
                "write X, O, . for empty, # for blocked or * for a trap",
                cell=cell,
                line=excerpt(line, 80),
            )
    return _Row(line, line.removesuffix(inner), cells, inner.removeprefix(body))


def _check_margins(letters: list[str], rows: list[_Row]) -> None:
    """Check that the picture is square and that its margins count as tengen counts."""
    size = len(rows)
    for y, row in enumerate(rows):
        if len(row.cells) != size:
            raise InvalidText(
                "not-square",
                "the diagram has {size} rows, but {cells} cells in the line {line!r}; "
                "it must be square",
                size=size,
                cells=len(row.cells),
                line=excerpt(row.line, 80),
            )
        for number in (row.left, row.right):
            if number not in ("", str(size - y)):
                raise InvalidText(
                    "row-number",
                    "the line {line!r} of the diagram is numbered {number}; "
                    "rows are counted from the bottom, so it is {right}",
                    line=excerpt(row.line, 80),
                    number=excerpt(number),
                    right=size - y,
                )
    for line in letters:
        if "".join(line.split()).lower() != ascii_lowercase[:size]:
            raise InvalidText(
                "column-letters",
                "the column letters {line!r} of the diagram are not those of {size}x{size}; "
                "write a to {last} without a gap",
                line=excerpt(line, 80),
                size=size,
                last=ascii_lowercase[size - 1],
            )


def _turn_by_count(black: int, white: int) -> Color | None:
    return {0: Color.BLACK, 1: Color.WHITE}.get(black - white)


def _board_of(position: Game | Setup) -> Board:
    return position.board if isinstance(position, Game) else position.board()


def _header_lines(position: Board | Game | Setup, board: Board) -> Iterator[str]:
    if not isinstance(position, Board) and position.rule != RULES["freestyle"]:
        yield f"rule: {rule_name(position.rule)}"
    black, white = (len(board.stones(color)) for color in Color)
    if board.turn is not _turn_by_count(black, white):
        yield f"turn: {board.turn}"


def _draw_row(
    board: Board,
    y: int,
    last: Point | None,
    line: Collection[Point],
    marks: dict[Point, str],
) -> str:
    """Return a row of cells with the gaps before, between and after them."""
    points = [Point(x, y) for x in range(board.size)]
    text = ""
    before = " "
    for point in points:
        opening, closing = "()" if point == last else "[]" if point in line else "  "
        cell = board[point]
        text += _gap(before, opening) + (marks.get(point, cell) if cell == EMPTY else cell)
        before = closing
    return text + before


def _gap(closing: str, opening: str) -> str:
    """Return what stands between two cells: the one bracket there is, the round one of two."""
    both = closing + opening
    if both == "][":
        return "|"
    return next((bracket for bracket in both if bracket in "()"), both.strip() or " ")
