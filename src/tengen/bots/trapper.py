"""Knows traps: scores strings of cells round every stone, and looks two stones ahead in 0.3 s.

From seed 000, made for 15x15 with traps. Round every stone, along each of the four lines, the nine
cells from four before to four after it are read as a string; the first row of `PATTERNS` with a
string that occurs anywhere in it gives the score. A board is worth the own sum less 1.1 times his.
A move is, in this order: a five, the stop of a five, a book move while at most four stones stand,
or the best of two plies of negamax over the 15 candidates that are worth most after the own stone.

Mended:
- trial stones never stay on the board when the time runs out;
- the two plies are always finished: they take some hundredths of a second here, where the original
  was cut off in most middle games. The gates of its clock stay as the last resort;
- the book does not read beyond the right edge;
- an empty board with a trap in the centre is begun on the nearest free point;
- where nothing is found, the first free point is played, and a trap only if nothing else is left.

Kept, because it is the bot's character:
- the candidates at his nodes are the 15 best for the bot itself;
- a `jump four` has three stones, and real broken fours (`XX.XX`) have no row: only the look for
  fives sees them;
- `OX.XX.` and `.X.XXO` have no mirror images, so some shapes count in one direction only (lines
  are read to the right, and all but rows downwards);
- the edge closes a four, but a three or two at the edge is worth nothing;
- only the falling diagonal pair and the upright pair are in the book.

Left out, because they never change a move: the transposition table (no position comes up twice in
two plies), and the ordering function that nothing calls. Blocked points count as traps.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from tengen.bots._bot import Bot
from tengen.bots._classic import Budget, BudgetSpent, how_known, make_classic
from tengen.bots._lines import (
    FREE,
    LineBoard,
    LineTable,
    code_of,
    near_stones,
    nearest_to_centre,
    seen_by_other,
    square,
)
from tengen.bots._why import Why
from tengen.core.game import Game
from tengen.core.geometry import Color, Point, format_point
from tengen.core.limits import Limit

SIZE: Final = 15
SECONDS: Final = 0.3
"""What a move may take; a tenth of it is kept for the answer's way."""

PATTERNS: Final = (
    # The first row that occurs decides. `X` own, `O` other, `.` free, `T` trap.
    ("jump four", 500, (".X.XX.", ".XX.X.")),
    ("five", 100_000, ("XXXXX",)),
    ("open four", 10_000, (".XXXX.",)),
    ("four", 1_000, ("OXXXX.", ".XXXXO", ".XXXX", "XXXX.", "TXXXX.", ".XXXXT")),
    ("open three", 500, (".XXX..", "..XXX.", ".XX.X.")),
    (
        "three",
        100,
        ("OXXX.", ".XXXO", "OX.XX.", ".X.XXO", "TX.XX.", ".X.XXT", "TXXX.", ".XXXT"),
    ),
    ("open two", 10, ("..XX..", ".X.X.")),
    ("two", 5, ("OXX.", ".XXO", "TXX.", ".XXT")),
)
HIS_WEIGHT: Final = 1.1
CANDIDATES: Final = 15
DEPTH: Final = 2

BOOK_STONES: Final = 4
"""The book is asked while at most so many stones are on the board."""
CENTRE: Final = Point(7, 7)
BOOK: Final = (
    # his stones, in this order, and the answer
    ((Point(7, 7),), Point(6, 6)),
    ((Point(0, 0),), Point(8, 8)),
    ((Point(14, 0),), Point(6, 8)),
    ((Point(0, 14),), Point(8, 6)),
    ((Point(14, 14),), Point(6, 6)),
    ((Point(7, 6), Point(7, 8)), Point(8, 8)),
)
BOOK_PAIRS: Final = (
    # from one of his stones to another, and the answer
    ((1, 1), Point(8, 6)),
    ((0, 1), Point(9, 7)),
)

SIMPLE: Final = (
    # row, free ends at least, worth; the fall-back adds the first that applies on each line
    (5, 0, 10_000),
    (4, 1, 1_000),
    (3, 2, 100),
    (2, 2, 10),
)
FALL_BACK_CANDIDATES: Final = 10
GATE: Final = 0.4
"""No depth is begun when more than this part of the seconds has been worked."""
GATE_FALL_BACK: Final = 0.9

_REACH: Final = 4
_EDGE: Final = "#" * _REACH


@cache
def window_score(window: str) -> int:
    """Return the score of the nine cells round a stone."""
    for _, score, strings in PATTERNS:
        if any(string in window for string in strings):
            return score
    return 0


def line_scores(text: str) -> tuple[int, int]:
    """Return what the stones of one line score for black and for white."""
    black, white = (
        sum(
            window_score(walled[place : place + 2 * _REACH + 1])
            for place, cell in enumerate(seen)
            if cell == "X"
        )
        for seen in (text, seen_by_other(text))
        for walled in (_EDGE + seen.replace("#", "T") + _EDGE,)
    )
    return black, white


_SCORES: Final = LineTable(line_scores)


def sums(board: LineBoard) -> tuple[int, int]:
    """Return the sums of black and of white over the whole board."""
    scores = [_SCORES[code] for code in board.codes]
    return sum(black for black, _ in scores), sum(white for _, white in scores)


def board_value(mine: int, his: int) -> float:
    """Return what a board is worth, in floating point exactly as the report has it."""
    return mine - his * HIS_WEIGHT


class Ranked(NamedTuple):
    """A candidate with the value of the board after the own stone."""

    move: int
    value: float


class Searched(NamedTuple):
    """A first move of the search."""

    move: int
    rank: float
    value: float
    is_exact: bool


class Search:
    """One position, with sums that follow every stone."""

    def __init__(self, board: LineBoard, me: Color, budget: Budget) -> None:
        self._board = board
        self._me = me
        self._mine = code_of(me)
        self._budget = budget
        self._sums = sums(board)
        self._reached = square(board.size, 2)

    @property
    def facts(self) -> tuple[int, int, float]:
        """My sum, his sum, and the value of the board."""
        mine, his = self._sums[self._me], self._sums[self._me.other]
        return mine, his, board_value(mine, his)

    def makes_five(self, move: int, stone: int) -> bool:
        """Say whether a stone makes five or more."""
        return any(length >= 5 for length, _ in self._rows(move, stone))

    def first_five(self, stone: int) -> int | None:
        """Return the first free point on which a stone makes five or more."""
        return next((p for p in self._board.free() if self.makes_five(p, stone)), None)

    def candidates(self) -> list[Ranked]:
        """Return the 15 points near stones that are worth most after my stone, best first."""
        moves = near_stones(self._board, self._reached) or self._board.free()
        ranked = [Ranked(move, self._value_after(move, self._mine)) for move in moves]
        ranked.sort(key=lambda each: (-each.value, _from_centre(each.move), each.move))
        return ranked[:CANDIDATES]

    def search(self, candidates: list[Ranked], depth: int) -> list[Searched]:
        """Return the first moves in their order, with what they are worth so deep."""
        found, best = [], float("-inf")
        for move, rank in candidates:
            value = -self._after(move, self._mine, depth - 1, float("-inf"), -best)
            found.append(Searched(move, rank, value, value > best))
            best = max(best, value)
        return found

    def _after(self, move: int, stone: int, depth: int, alpha: float, beta: float) -> float:
        """Return the value after a move for the side that answers it."""
        self._budget.spend()
        if depth == 0:
            value = self._value_after(move, stone)
            return -value if stone == self._mine else value
        before, other = self._sums, 3 - stone
        self._sums = self._sums_after(move, stone)
        self._board.put(move, stone)
        replies = self.candidates()
        best = float("-inf")
        for reply, _ in replies:
            best = max(best, -self._after(reply, other, depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                break
        if not replies:
            best = self.facts[2] if other == self._mine else -self.facts[2]
        self._board.lift(move)
        self._sums = before
        return best

    def fall_back(self, candidates: list[Ranked]) -> int:
        """Return the best of the first ten candidates by the rows through them."""
        best, chosen = -1, candidates[0].move
        for move, _ in candidates[:FALL_BACK_CANDIDATES]:
            if self._budget.used() > GATE_FALL_BACK:
                break
            if (worth := self._simple(move)) > best:
                best, chosen = worth, move
        return chosen

    def _simple(self, move: int) -> int:
        rows = list(self._rows(move, self._mine))
        if any(length >= 5 for length, _ in rows):
            return SIMPLE[0][2]
        return sum(
            next((worth for row, ends, worth in SIMPLE if length == row and free >= ends), 0)
            for length, free in rows
        )

    def _rows(self, move: int, stone: int) -> Iterator[tuple[int, int]]:
        """Yield the row through a new stone on each line: its length and its free ends."""
        codes = self._board.codes
        for line, at in self._board.through[move]:
            length, free = 1, 0
            code = codes[line]
            last = code.bit_length() - 1
            for step in (2, -2):
                there = at + step
                while 0 <= there < last and code >> there & 3 == stone:
                    length += 1
                    there += step
                free += 0 <= there < last and code >> there & 3 == FREE
            yield length, free

    def _value_after(self, move: int, stone: int) -> float:
        black, white = self._sums_after(move, stone)
        return board_value(*((black, white) if self._mine == 1 else (white, black)))

    def _sums_after(self, move: int, stone: int) -> tuple[int, int]:
        black, white = self._sums
        codes = self._board.codes
        for line, at in self._board.through[move]:
            code = codes[line]
            old, new = _SCORES[code], _SCORES[code + (stone << at)]
            black += new[0] - old[0]
            white += new[1] - old[1]
        return black, white


def _from_centre(move: int) -> int:
    return abs(move % SIZE - CENTRE.x) + abs(move // SIZE - CENTRE.y)


def book_move(board: LineBoard, me: Color) -> tuple[Point, str] | None:
    """Return the answer of the book and what it answers, if the point is free."""
    stones = board.stones()
    his = [board.points[p] for p in stones if board.cells[p] == code_of(me.other)]
    if len(stones) > BOOK_STONES:
        return None
    found = _book_answer(his) if stones else (CENTRE, "the empty board")
    if found is None or board.cells[found[0].y * SIZE + found[0].x] != FREE:
        return None
    return found


def _book_answer(his: list[Point]) -> tuple[Point, str] | None:
    for stones, answer in BOOK:
        if all(stone in his for stone in stones):
            return answer, "his " + " and ".join(format_point(stone, SIZE) for stone in stones)
    for stone in his:
        for (dx, dy), answer in BOOK_PAIRS:
            if (stone.x + dx, stone.y + dy) in his:
                return answer, f"his pair from {format_point(stone, SIZE)}"
    return None


def think(game: Game, limit: Limit, budget: Budget) -> Why:
    """Return the move and what was seen on the way."""
    board, me = LineBoard(game.board), game.turn
    points, search = board.points, Search(board, me, budget)
    mine, his, value = search.facts
    facts = (("mine", mine), ("his", his), ("board", value))
    for color, words in ((me, "makes five"), (me.other, "stops a five")):
        if (five := search.first_five(code_of(color))) is not None:
            return Why(points[five], "quick", f"The first free point that {words}.", facts)
    if (entry := book_move(board, me)) is not None:
        return Why(entry[0], "book", f"The book answers {entry[1]}.", facts)
    if not board.stones() and (first := nearest_to_centre(board)) is not None:
        return Why(points[first], "search", "The free point nearest the centre.", facts)
    candidates = search.candidates()
    if not candidates:
        return Why(min(game.board.traps), "trap", "Only traps are left.", facts)
    depth = min(limit.depth or DEPTH, DEPTH)
    found = _deepen(search, candidates, budget, depth)
    if found is None:
        move = points[search.fall_back(candidates)]
        return Why(move, "fall-back", "The search was cut short: the best row.", facts)
    best = max((each for each in found if each.is_exact), key=lambda each: each.value)
    found.sort(key=lambda each: (each is not best, -each.value))
    return Why(
        points[best.move],
        "search",
        f"The best value {'after his best answer' if depth == DEPTH else 'after it'}, among the "
        f"{len(found)} best moves for me.",
        facts,
        ("move", "after it", "after his answer" if depth == DEPTH else "value", "known"),
        tuple(
            (
                points[each.move],
                round(each.rank, 1),
                round(each.value, 1),
                how_known(each.is_exact),
            )
            for each in found
        ),
        budget.nodes,
    )


def _deepen(
    search: Search, candidates: list[Ranked], budget: Budget, deepest: int
) -> list[Searched] | None:
    """Return the first moves so deep, or None if nodes or clock did not allow that."""
    found = None
    for depth in range(1, deepest + 1):
        if budget.used() > GATE:
            return None
        try:
            found = search.search(candidates, depth)
        except BudgetSpent:
            return None
    return found


def make() -> Bot:
    """Make the bot."""
    return make_classic(
        "trapper",
        "Looks two stones ahead by strings of cells, knows traps, and never takes 0.3 seconds.",
        "A student's program for a game with hidden losses: stones put on a trap vanish. "
        "It looks for fives, then in a small book, and then two stones ahead at what the strings "
        "of cells round all stones are worth.",
        think,
        sizes=range(SIZE, SIZE + 1),
        seconds=0.9 * SECONDS,
        version=2,
    )
