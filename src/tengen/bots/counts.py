"""Counts rows of two, three, four and five over the whole board, and looks two stones ahead.

From seed 003. A board is worth the rows on all its lines of at least five points, see `WEIGHTS`;
a row longer than five counts as five, and a single stone counts nothing. Each of the bot's moves
is worth the lowest value that a reply can bring it to. Up to 11x11 every free point is a move;
on larger boards those of the 11x11 window round the bot's own last stone, for its replies too.
If it has not moved yet, the window lies round the other side's last stone, and in a position
without a history round the centre. Of equal moves the first in row order is played; so it begins
in the corner of an empty board.

Mended, against the program behind the report:
- the window is 11 wide, as the report says, and not 10;
- the machine's twos are its own, also when it has the second colour;
- the two long diagonals are counted like all others, and long rows do not break the count.

Kept, because it is the bot's character:
- five ends nothing in the search, it is only worth 100: rarely something else is preferred;
- what happens outside its window it does not answer, not even a four;
- closed rows count like open ones, as the report itself regrets;
- his four costs 60 where its own brings 6, which makes it careful. But five costs only 40 more,
  so it may stop a three from becoming four and let a four become five.
"""

from functools import cache
from itertools import groupby, islice
from typing import Final, NamedTuple

from tengen.bots._bot import Bot
from tengen.bots._classic import Budget, make_classic
from tengen.bots._lines import (
    LineBoard,
    LineTable,
    code_of,
    geometry,
    line_text,
    seen_by_other,
)
from tengen.bots._why import Why
from tengen.core.game import Game
from tengen.core.geometry import PASS, Color, Point, format_point
from tengen.core.limits import Limit

WEIGHTS: Final = {
    # row:  mine, his
    2: (1, -1),
    3: (2, -2),
    4: (6, -60),
    5: (100, -100),
}
"""What a row is worth, by its length: the bot's own, and the other side's."""

WINDOW: Final = 11
"""The widest board that is looked at whole, and the width of the window on larger ones."""

SHORTEST: Final = 5
"""Lines of fewer points are not looked at."""


def count_rows(text: str, stone: str = "X") -> tuple[int, ...]:
    """Return how many rows of 2, 3, 4 and 5 one line has for `X` or for `O`."""
    lengths = [
        min(len(list(row)), max(WEIGHTS)) for letter, row in groupby(text) if letter == stone
    ]
    return tuple(map(lengths.count, WEIGHTS))


def line_value(text: str) -> int:
    """Return what one line is worth to `X`."""
    mine, his = count_rows(text, "X"), count_rows(text, "O")
    pairs = zip(WEIGHTS.values(), mine, his, strict=True)
    return sum(for_me * own + for_him * other for (for_me, for_him), own, other in pairs)


_VALUES: Final = (
    LineTable(line_value),
    LineTable(lambda text: line_value(seen_by_other(text))),
)
"""What lines are worth to black, and to white."""


class Reply(NamedTuple):
    """A move with the reply that hurts it most, the first of equals, and the value after both."""

    move: int
    reply: int | None
    value: int


def rows_of(board: LineBoard, color: Color) -> list[int]:
    """Return how many rows of 2, 3, 4 and 5 a colour has on the board."""
    counts = [count_rows(line_text(code), "XO"[color]) for code in board.codes]
    return [sum(column) for column in zip(*counts, strict=True)]


def value_of(board: LineBoard, me: Color) -> int:
    """Return what the board is worth to `me`."""
    return sum(_VALUES[me][code] for code in board.codes)


def window(size: int, centre: Point) -> tuple[range, range]:
    """Return the columns and rows that are looked at round `centre`."""
    columns, rows = (_side(size, at) for at in centre)
    return columns, rows


def _side(size: int, at: int) -> range:
    half = WINDOW // 2
    if size <= WINDOW:
        return range(size)
    if at < half:
        return range(WINDOW)
    if at + half > size - 1:
        return range(size - WINDOW, size)
    return range(at - half, at + half + 1)


def last_move(game: Game) -> Point:
    """Return the point round which the window lies: the own last move, else his.

    Without either it is the centre, but an empty board is begun in the corner.
    """
    moves = game.board.moves
    for at in (-2, -1):
        if len(moves) >= -at and moves[at] != PASS:
            return moves[at]
    is_empty = not any(game.board.stones(color) for color in Color)
    return Point(0, 0) if is_empty else Point(game.size // 2, game.size // 2)


def moves_in(board: LineBoard, last: Point) -> list[int]:
    """Return the free points of the window round `last`, or all if it has none."""
    columns, rows = window(board.size, last)
    inside = [p for p in board.free() if board.points[p].x in columns and board.points[p].y in rows]
    return inside or board.free()


def search(board: LineBoard, me: Color, moves: list[int]) -> list[Reply]:
    """Return every move with the reply that hurts it most.

    Two points share one line at most. So a reply changes the value by the same as without the
    move, except on the line that both share; and of the replies that share none, the worst is
    known beforehand.
    """
    table, codes = _VALUES[me], board.codes
    value, mine, his = value_of(board, me), code_of(me), code_of(me.other)
    harm = {point: _change(board, table, point, his) for point in moves}
    by_harm = sorted(moves, key=lambda point: (harm[point], point))
    found = []
    for move in moves:
        after = value + _change(board, table, move, mine)
        shared = _shared(board.size)[move]
        apart = (p for p in by_harm if p not in shared and p != move)
        replies = [(harm[reply], reply) for reply in islice(apart, 1)]
        for reply, (line, at_move, at_reply) in shared.items():
            if reply in harm:
                before = codes[line]
                with_move = before + (mine << at_move)
                new = table[with_move + (his << at_reply)] - table[with_move]
                old = table[before + (his << at_reply)] - table[before]
                replies.append((harm[reply] + new - old, reply))
        worst, at = min(replies, default=(0, -1))
        found.append(Reply(move, None if at < 0 else at, after + worst))
    return found


def _change(board: LineBoard, table: LineTable[int], point: int, stone: int) -> int:
    """Return by how much a stone changes the value."""
    change, codes = 0, board.codes
    for line, at in board.through[point]:
        code = codes[line]
        change += table[code + (stone << at)] - table[code]
    return change


@cache
def _shared(size: int) -> tuple[dict[int, tuple[int, int, int]], ...]:
    """Return for each point those on a line with it: the line, and where both are in its code."""
    where = geometry(size, SHORTEST)
    return tuple(
        {
            there: (line, at, 2 * place)
            for line, at in lines
            for place, there in enumerate(where.lines[line])
            if there != point
        }
        for point, lines in enumerate(where.through)
    )


def think(game: Game, limit: Limit, budget: Budget) -> Why:  # noqa: ARG001
    """Return the move and the values of all moves in the window."""
    last = last_move(game)
    return explain(LineBoard(game.board, SHORTEST), game.turn, last)


def explain(board: LineBoard, me: Color, last: Point) -> Why:
    """Return the move of `me`, whose window lies round `last`, with its reasons."""
    moves = moves_in(board, last)
    replies = search(board, me, moves)
    best = max(replies, key=lambda found: found.value)
    points = board.points
    ranked = sorted(replies, key=lambda found: (-found.value, found.move))
    return Why(
        points[best.move],
        "search",
        "The move whose worst reply leaves the highest value; of equal ones the first by rows.",
        (
            ("board", value_of(board, me)),
            ("my rows of 2, 3, 4, 5", ", ".join(map(str, rows_of(board, me)))),
            ("his rows of 2, 3, 4, 5", ", ".join(map(str, rows_of(board, me.other)))),
            ("window", _shown(board.size, last)),
        ),
        ("move", "worst reply", "value"),
        tuple(
            (points[found.move], None if found.reply is None else points[found.reply], found.value)
            for found in ranked
        ),
        len(moves) * max(1, len(moves) - 1),
    )


def _shown(size: int, last: Point) -> str:
    columns, rows = window(size, last)
    corners = Point(columns[0], rows[0]), Point(columns[-1], rows[-1])
    return " to ".join(format_point(corner, size) for corner in corners)


def make() -> Bot:
    """Make the bot."""
    return make_classic(
        "counts",
        "Counts rows of two to five, two stones ahead, and sees only what is near its last stone.",
        "A student's program for boards of every size, which never got past its first move with "
        "the course's referee. It adds up rows of stones for both sides, fears your fours ten "
        "times as much as it likes its own, and on large boards looks no further than five points "
        "from the stone it played last.",
        think,
        sizes=range(5, 27),
    )
