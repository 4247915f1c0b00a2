"""Minimax over the neighbours of stones, two, three or four stones deep, in three levels.

From seed 004, the program behind a window with a board of 5 to 19 lines.

| | easy | medium | hard |
|---|---|---|---|
| stones ahead | 2 | 3 | 4 |
| value | stones | open ends | open ends |
| five and its block looked for first | no | no | yes |

Moves are the free points that touch a stone. The value *stones* is own stones less his. The value
*open ends* adds up, for every stone and each of the eight directions, 10 to the power of the row
through it times one more than the free points at the row's two ends, or 100000 from five on; own
ones count for, his against. A five on the board is a win or loss at any depth, all alike. Of equal
moves the first in row order is played.

Mended, against the program behind the report:
- the search is for the side that moves, as deep as the level says;
- fives are looked for on the board that is tried, not on the real one;
- all eight directions count, where the program had six and so weighed diagonals twice.

Kept:
- a win is worth the same at any depth, so a certain win may be put off (medium above all);
- easy finds all quiet moves equal and drifts to the upper left, careless as the report wants it.

Settled: on the empty board, the centre. If the budget ends the search, the move of the last depth
that was completed is played; so one stone is looked ahead first, then two, and so on. Order inside
the tree and cut-offs, at easy too, change the time and never the move.
"""

from functools import partial
from itertools import groupby
from typing import Final, NamedTuple

from tengen.bots._bot import Bot
from tengen.bots._classic import (
    Budget,
    BudgetSpent,
    Searched,
    how_known,
    make_classic,
    stones_ahead,
)
from tengen.bots._lines import (
    FREE,
    LineBoard,
    LineTable,
    code_of,
    near_stones,
    nearest_to_centre,
    seen_by_other,
    star,
)
from tengen.bots._why import Why
from tengen.core.game import Game
from tengen.core.geometry import Color
from tengen.core.limits import Limit


class Level(NamedTuple):
    """How one level plays."""

    depth: int
    counts_ends: bool
    """Whether the value is the open ends, or only the stones."""
    looks_for_five: bool
    description: str
    story: str


_ORIGIN: Final = "A level of a student group's program with its own window. "

LEVELS: Final = {
    "ends-easy": Level(
        2,
        False,
        False,
        "Takes a five and stops one; otherwise it drifts to the upper left.",
        _ORIGIN + "It looks two stones ahead and counts nothing but stones, so only a five, yours "
        "or its own, ever makes it think.",
    ),
    "ends-medium": Level(
        3,
        True,
        False,
        "Looks three stones ahead for long rows with open ends, and may put off a sure win.",
        _ORIGIN + "It looks three stones ahead for long rows with open ends, and once it has seen "
        "a sure win it is in no hurry to play it.",
    ),
    "ends-hard": Level(
        4,
        True,
        True,
        "Looks four stones ahead for long rows with open ends, and never misses a four.",
        _ORIGIN + "It first looks for a five to make or to stop, and then four stones ahead for "
        "long rows with open ends.",
    ),
}
NAMES: Final = tuple(LEVELS)

FIVE: Final = 100_000
"""What each stone of a row of five or more is worth in each direction."""
DIRECTIONS_OF_A_LINE: Final = 2
"""Eight directions see every line twice, once from each end."""

WIN: Final = 10**12
"""A five on the board. In the search a line with a five has this value, above all sums."""


def row_value(length: int, open_ends: int) -> int:
    """Return what one stone of a row is worth in one direction."""
    return FIVE if length >= 5 else 10**length * (open_ends + 1)


def ends_of_line(text: str) -> int:
    """Return the open ends of one line: black's less white's."""
    return _black_ends(text) - _black_ends(seen_by_other(text))


def _black_ends(text: str) -> int:
    total = at = 0
    for letter, row in groupby(text):
        length = len(list(row))
        if letter == "X":
            sides = text[at - 1 : at] + text[at + length : at + length + 1]
            each = DIRECTIONS_OF_A_LINE * row_value(length, sides.count("."))
            total += length * each
        at += length
    return total


def _won(text: str) -> int:
    return WIN * (("XXXXX" in text) - ("OOOOO" in text))


_ENDS: Final = LineTable(lambda text: _won(text) or ends_of_line(text))
_FIVES: Final = LineTable(_won)


class Search:
    """One position, searched to one depth after another.

    Values are for the side to move, and a line with a five is worth `WIN`, so that a five shows in
    the value of the board.
    """

    def __init__(self, board: LineBoard, me: Color, level: Level, budget: Budget) -> None:
        self._board = board
        self._stone = code_of(me)
        self._budget = budget
        self._table = _ENDS if level.counts_ends else _FIVES
        self._per_stone = 0 if level.counts_ends else 1
        self._touching = star(board.size, 1)
        self.value = value_of(board, me, counts_ends=level.counts_ends)
        self.candidates = near_stones(board, self._touching)
        self._is_near = [False] * len(board.cells)
        for point in self.candidates:
            self._is_near[point] = True

    def first_five(self, stone: int) -> int | None:
        """Return the first candidate on which a stone makes five or more."""
        codes = self._board.codes
        for move in self.candidates:
            if any(_FIVES[codes[line] + (stone << at)] for line, at in self._board.through[move]):
                return move
        return None

    def moves(self, depth: int, order: list[int]) -> list[Searched]:
        """Return all first moves, the best one first, then by what is known of their worth.

        `order` says in which order to look at them; it cannot change which one is best.
        """
        after = dict(self._after(order, self._stone, self.value))
        top, found = Searched(-1, -WIN - 1, True), []
        for move in order:
            # Of equal moves the first in row order is wanted, whenever its turn comes.
            beaten = top.value if move > top.move else top.value - 1
            rest = [point for point in order if point != move]
            value = self._value(move, after[move], self._stone, rest, depth, beaten, WIN + 1)
            found.append(Searched(move, value, value > beaten))
            if value > beaten:
                top = found[-1]
        return sorted(found, key=lambda each: (each.move != top.move, -each.value, each.move))

    def _value(
        self,
        move: int,
        after: int,
        stone: int,
        rest: list[int],
        depth: int,
        alpha: int,
        beta: int,
    ) -> int:
        """Return what a move is worth to its side; `after` is the value of the board it makes."""
        if after > WIN // 2:
            return WIN
        if depth == 1:
            return after
        board, is_near = self._board, self._is_near
        opened = [p for p in self._touching[move] if board.cells[p] == FREE and not is_near[p]]
        board.put(move, stone)
        for point in opened:
            is_near[point] = True
        value = -self._best(3 - stone, -after, rest + opened, depth - 1, -beta, -alpha)
        for point in opened:
            is_near[point] = False
        board.lift(move)
        return value

    def _best(
        self, stone: int, value: int, candidates: list[int], depth: int, alpha: int, beta: int
    ) -> int:
        """Return the value of a position for the side to move, exactly if inside the window."""
        self._budget.spend()
        if not candidates:
            return 0
        children = self._after(candidates, stone, value)
        top = max(after for _, after in children)
        if top > WIN // 2:
            return WIN
        if depth == 1:
            return top
        children.sort(key=lambda child: -child[1])
        best = -WIN - 1
        for move, after in children:
            rest = [point for point in candidates if point != move]
            found = self._value(move, after, stone, rest, depth, max(alpha, best), beta)
            best = max(best, found)
            if best >= beta:
                break
        return best

    def _after(self, moves: list[int], stone: int, value: int) -> list[tuple[int, int]]:
        """Return the moves of a side with the values, for it, of the boards that they make."""
        table, codes, through = self._table, self._board.codes, self._board.through
        value += self._per_stone
        sign = 1 if stone == 1 else -1
        found = []
        for move in moves:
            change = 0
            for line, at in through[move]:
                code = codes[line]
                change += table[code + (stone << at)] - table[code]
            found.append((move, value + sign * change))
        return found


def value_of(board: LineBoard, me: Color, *, counts_ends: bool) -> int:
    """Return what the board is worth to `me`, by open ends or by stones."""
    if counts_ends:
        value = sum(_ENDS[code] for code in board.codes)
    else:
        value = sum((0, 1, -1, 0)[cell] for cell in board.cells)
    return value if me is Color.BLACK else -value


def think(level: Level, game: Game, limit: Limit, budget: Budget) -> Why:
    """Return the move of a level with its reasons."""
    board, me = LineBoard(game.board), game.turn
    search = Search(board, me, level, budget)
    points = board.points
    if not search.candidates:
        first = nearest_to_centre(board)
        assert first is not None
        return Why(points[first], "centre", "No stone touches any free point.")
    facts = (
        ("stones", value_of(board, me, counts_ends=False)),
        ("open ends", value_of(board, me, counts_ends=True)),
    )
    if level.looks_for_five:
        for color, step, words in ((me, "win", "makes five"), (me.other, "block", "stops a five")):
            if (five := search.first_five(code_of(color))) is not None:
                return Why(points[five], step, f"The first neighbour that {words}.", facts)
    depth, found = _deepen(search, min(level.depth, limit.depth or level.depth))
    return Why(
        points[found[0].move],
        "search",
        f"The best value {stones_ahead(depth)}; of equal ones the first by rows."
        if depth
        else "The search was cut short at once: the first neighbour by rows.",
        (*facts, ("stones ahead", depth)),
        ("move", "value", "known"),
        tuple((points[s.move], *_told(s)) for s in found),
        budget.nodes,
    )


def _deepen(search: Search, deepest: int) -> tuple[int, list[Searched]]:
    """Return the deepest search that the budget allows, and its depth."""
    done, found = 0, [Searched(move, search.value, False) for move in search.candidates]
    for depth in range(1, deepest + 1):
        try:
            found = search.moves(depth, [each.move for each in found])
        except BudgetSpent:
            break
        done = depth
    return done, found


def _told(searched: Searched) -> tuple[str | int, str]:
    value = {WIN: "win", -WIN: "loss"}.get(searched.value, searched.value)
    return value, how_known(searched.is_exact)


def make(name: str) -> Bot:
    """Make the bot of one level."""
    level = LEVELS[name]
    return make_classic(
        name, level.description, level.story, partial(think, level), sizes=range(5, 20)
    )
