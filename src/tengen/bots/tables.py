"""Four versions of one program: tables of rows round a point, and three ways to look ahead.

From seed 001. What a free point is worth for attack and for defence stands in `POINT_ROWS`, what
a board is worth in `LEAF_ROWS`, both in `_tables.py`; a point starts with its distance from the
edge. Everything goes by columns, and of equal moves the first is played.

- 1.0 does not look ahead. It plays the best attack, or the best defence if that is worth more.
- 2.0 tries every move beside a stone and every answer to it; a board is worth the best point of
  its own less the best point of the other side.
- 2.1 looks six stones ahead at the 12 best points beside stones; a board is worth its fours and
  threes, seen from the points beside them.
- 3.0 looks four stones ahead at the 45 best points; it sees fours that the edge closes, and adds
  much for two live threes that meet.

Mended:
- in the defence table three rows test other cells than their labels say (sleep 3 B-2, sleep 3 C-1,
  sleep 2 C-3), and three of the live twos are added to the attack;
- values are not added up from call to call;
- in 2.1 and 3.0 the side to move plays, ranks its moves and is minimised, where the listing puts
  the computer's stones down for both; a five ends the line, and the move is recorded at the root;
- in 2.0 a five ends the game, because attack and defence of one shape cancel out;
- 12 and 45 moves are looked at, not one more;
- the start of the search for the best point is below every value, so that (0, 0) is not played
  for want of a better one; the empty board is begun in the centre.

Kept:
- the edge does not close a four before 3.0, nor threes and twos ever: up to 2.1 the program does
  not see a four along the edge;
- rows that read the same backwards count twice;
- in 2.0 an open four cancels to nothing and an open three nearly, so that it overlooks them;
- one shape is counted from every point beside it.

Settled: 2.0 to 3.0 rank points by the table of 1.0, the only one that is printed. When the budget
ends a search, the best first move so far is played; the first one is the favourite of the tables.
"""

from collections.abc import Callable
from functools import partial
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
from tengen.bots._lines import FREE, LineBoard, code_of, near_stones, nearest_to_centre
from tengen.bots._tables import BASE, RANKS, SIZE, STAR_1, STAR_2, STAR_5, Tables, TablesBoard
from tengen.bots._why import Why
from tengen.core.game import Game
from tengen.core.geometry import Color
from tengen.core.limits import Limit

WON: Final = 10_000_000
"""A five, in the searches."""

_UP_TO_2_1: Final = Tables(is_3_0=False)
_IN_3_0: Final = Tables(is_3_0=True)


def think_1_0(game: Game, limit: Limit, budget: Budget) -> Why:  # noqa: ARG001
    """Return the point with the best attack, or with the best defence if that is worth more."""
    lines, me = LineBoard(game.board, by_column=True), game.turn
    board = TablesBoard(lines, _UP_TO_2_1)
    rated = []
    for point in lines.free():
        attack, defence = board.values(point)
        rated.append((attack[me], defence[me.other], point))
    best_attack = max(rated, key=lambda each: (each[0], each[1], -each[2]))
    best_defence = max(rated, key=lambda each: (each[1], -each[2]))
    attacks = best_attack[0] >= best_defence[1]
    chosen = best_attack if attacks else best_defence
    rated.sort(key=lambda each: (each is not chosen, -max(each[:2]), each[2]))
    points = lines.points
    return Why(
        points[chosen[2]],
        "attack" if attacks else "defence",
        "The best attack is worth at least the best defence."
        if attacks
        else "The best defence is worth more than the best attack.",
        (
            ("best attack", best_attack[0]),
            ("best attack at", points[best_attack[2]]),
            ("best defence", best_defence[1]),
            ("best defence at", points[best_defence[2]]),
        ),
        ("move", "attack", "defence"),
        tuple((points[point], attack, defence) for attack, defence, point in rated),
    )


class MaxMin:
    """The search of 2.0: every move beside a stone, and every answer, without cut-offs."""

    def __init__(self, lines: LineBoard, me: Color, budget: Budget) -> None:
        self._lines = lines
        self._board = TablesBoard(lines, _UP_TO_2_1)
        self._mine = code_of(me)
        self._budget = budget
        self.candidates = near_stones(lines, STAR_1)
        self.is_cut = False
        """Whether the budget ended the search."""

    def value(self) -> int:
        """Return the best point for me less the best point for him, among those near stones."""
        ranks = self._ranks(near_stones(self._lines, STAR_2)).values()
        best = [max((rank[side] for rank in ranks), default=0) for side in (0, 1)]
        return best[self._mine - 1] - best[2 - self._mine]

    def search(self) -> list[Searched]:
        """Return the first moves by their value, the best one first, ties by columns.

        The favourites of the tables come first, which matters only where the budget ends it.
        """
        ranks = self._ranks(self.candidates)
        order = sorted(self.candidates, key=lambda p: (-ranks[p][self._mine - 1], p))
        found: list[Searched] = []
        try:
            for move in order:
                found.append(Searched(move, self._after(move), True))
        except BudgetSpent:
            self.is_cut = True
            found = found or [Searched(order[0], 0, False)]
        return sorted(found, key=lambda each: (-each.value, each.move))

    def _after(self, move: int) -> int:
        """Return the lowest value that an answer to `move` can bring about."""
        if self._board.play(move, self._mine):
            self._board.take_back(move)
            return WON
        ranks = self._ranks(near_stones(self._lines, STAR_2))
        orders = [
            sorted(((rank[side], point) for point, rank in ranks.items()), reverse=True)
            for side in (0, 1)
        ]
        values = []
        for reply in near_stones(self._lines, STAR_1):
            self._budget.spend()
            is_lost = self._board.play(reply, 3 - self._mine)
            values.append(-WON if is_lost else self._value_near(reply, ranks, orders))
            self._board.take_back(reply)
        lowest = min(values) if values else self.value()
        self._board.take_back(move)
        return lowest

    def _ranks(self, points: list[int]) -> dict[int, tuple[int, int]]:
        """Return what points are worth to black and to white, with their base."""
        packed = self._board.packed
        return {
            point: (black + BASE[point], white + BASE[point])
            for point in points
            for black, white in (RANKS[packed(point)],)
        }

    def _value_near(
        self,
        reply: int,
        ranks: dict[int, tuple[int, int]],
        orders: list[list[tuple[int, int]]],
    ) -> int:
        """Return `value` after a reply, from the ranks before it: only points near it change."""
        near, cells, beside = STAR_5[reply], self._board.cells, STAR_2[reply]
        changed = self._ranks(
            [p for p in near if cells[p] == FREE and (p in ranks or p in beside)]
        ).values()
        best = []
        for side, order in enumerate(orders):
            far = next((rank for rank, p in order if p not in near and p != reply), 0)
            best.append(max([far, *(rank[side] for rank in changed)]))
        return best[self._mine - 1] - best[2 - self._mine]


class AlphaBeta:
    """The search of 2.1 and 3.0: the best points of each side by the tables, so many stones deep.

    Fail-hard, as in the report: a value of at least beta returns beta.
    """

    def __init__(self, lines: LineBoard, me: Color, version: "Version", budget: Budget) -> None:
        self.board = TablesBoard(lines, version.tables)
        self._mine = code_of(me)
        self._width = version.width
        self._budget = budget
        self.candidates = near_stones(lines, STAR_1)
        self._is_near = [False] * len(lines.cells)
        for point in self.candidates:
            self._is_near[point] = True
        self.order = self._moves(self.candidates, self._mine)
        self.is_cut = False
        """Whether the budget ended the search."""

    def search(self, depth: int) -> list[Searched]:
        """Return the first moves, the best one first; those not looked at are left out."""
        found: list[Searched] = []
        alpha = -WON - 1
        try:
            for move in self.order:
                value = self._value(move, self._mine, self.candidates, depth, alpha, WON + 1)
                found.append(Searched(move, value, value > alpha))
                alpha = max(alpha, value)
        except BudgetSpent:
            self.is_cut = True
            found = found or [Searched(self.order[0], 0, False)]
        best = max((each for each in found if each.is_exact), default=found[0], key=_value_of)
        return sorted(found, key=lambda each: (each is not best, -each.value))

    def _value(
        self, move: int, stone: int, near: list[int], depth: int, alpha: int, beta: int
    ) -> int:
        """Return what a move is worth to its side."""
        self._budget.spend()
        board, is_near = self.board, self._is_near
        if board.play(move, stone):
            value = WON
        elif depth == 1:
            value = board.leaf(stone)
        else:
            opened = [p for p in STAR_1[move] if board.cells[p] == FREE and not is_near[p]]
            for point in opened:
                is_near[point] = True
            rest = [point for point in near if point != move]
            value = -self._best(3 - stone, rest + opened, depth - 1, -beta, -alpha)
            for point in opened:
                is_near[point] = False
        board.take_back(move)
        return value

    def _best(self, stone: int, near: list[int], depth: int, alpha: int, beta: int) -> int:
        """Return the value of a position for the side to move, within alpha and beta."""
        moves = self._moves(near, stone)
        if not moves:
            return max(alpha, min(beta, self.board.leaf(stone)))
        for move in moves:
            value = self._value(move, stone, near, depth, alpha, beta)
            if value >= beta:
                return beta
            alpha = max(alpha, value)
        return alpha

    def _moves(self, near: list[int], stone: int) -> list[int]:
        """Return the best points for the side to move, best first, ties by columns."""
        packed, side = self.board.packed, stone - 1
        # One number sorts by rank downwards and then by column order upwards.
        keys = [point - (RANKS[packed(point)][side] + BASE[point] << 8) for point in near]
        keys.sort()
        return [key & 0xFF for key in keys[: self._width]]


def _value_of(searched: Searched) -> int:
    return searched.value


def think_2_0(game: Game, limit: Limit, budget: Budget) -> Why:  # noqa: ARG001
    """Return the move whose worst answer leaves the most."""
    lines = LineBoard(game.board, by_column=True)
    search = MaxMin(lines, game.turn, budget)
    if not search.candidates:
        return _begin(lines)
    value = search.value()
    found = search.search()
    points = lines.points
    return Why(
        points[found[0].move],
        "search",
        _cut_short(found)
        if search.is_cut
        else "The move whose worst answer leaves the highest value; of equal ones the first by "
        "columns.",
        (("board", value),),
        ("move", "value"),
        tuple((points[each.move], _told(each.value)) for each in found),
        budget.nodes,
    )


class Version(NamedTuple):
    """A version that searches with alpha-beta."""

    tables: Tables
    depth: int
    width: int


VERSION_2_1: Final = Version(_UP_TO_2_1, depth=6, width=12)
VERSION_3_0: Final = Version(_IN_3_0, depth=4, width=45)


def think_ahead(version: Version, game: Game, limit: Limit, budget: Budget) -> Why:
    """Return the move of 2.1 or 3.0."""
    lines, me = LineBoard(game.board, by_column=True), game.turn
    search = AlphaBeta(lines, me, version, budget)
    if not search.candidates:
        return _begin(lines)
    points, values = lines.points, {p: search.board.values(p) for p in search.order}
    facts = (("board", search.board.leaf(code_of(me))), ("first in order", points[search.order[0]]))
    depth = min(version.depth, limit.depth or version.depth)
    found = search.search(depth)
    return Why(
        points[found[0].move],
        "search",
        _cut_short(found)
        if search.is_cut
        else f"The best value {stones_ahead(depth)}, among the {version.width} best points of each "
        "side.",
        (*facts, ("stones ahead", depth if found[0].is_exact else 0)),
        ("move", "attack", "defence", "value", "known"),
        tuple(
            (
                points[each.move],
                values[each.move].attack[me],
                values[each.move].defence[me.other],
                _told(each.value),
                how_known(each.is_exact),
            )
            for each in found
        ),
        budget.nodes,
    )


def _begin(lines: LineBoard) -> Why:
    first = nearest_to_centre(lines)
    assert first is not None
    return Why(lines.points[first], "centre", "No stone stands beside any free point.")


def _cut_short(found: list[Searched]) -> str:
    """Say what is played where the budget ended the search; the favourite is looked at first."""
    if not found[0].is_exact:
        return "The search was cut short at once: the favourite of the tables."
    known = "the first move" if len(found) == 1 else f"the first {len(found)} moves"
    return f"The search was cut short: the best of {known}, favourites of the tables first."


def _told(value: int) -> str | int:
    return {WON: "win", -WON: "loss"}.get(value, value)


class _Entry(NamedTuple):
    """How one version introduces itself, and how it thinks."""

    description: str
    story: str
    think: Callable[[Game, Limit, Budget], Why]


_ORIGIN: Final = "One of four versions that a student wrote for the Botzone ladder. "

_ENTRIES: Final = {
    "tables-1.0": _Entry(
        "Rates every point for attack and defence by 34 rows of cells, and does not look ahead.",
        _ORIGIN + "The first looks no stone ahead: it adds up what every point attacks and "
        "defends by a table of 34 rows, and plays the larger sum.",
        think_1_0,
    ),
    "tables-2.0": _Entry(
        "Tries every move and every answer, but cannot tell an open four from nothing.",
        _ORIGIN + "The second learnt to try every move and answer, and lost its eye for open "
        "fours on the way, because attack and defence of one shape cancel out.",
        think_2_0,
    ),
    "tables-2.1": _Entry(
        "Looks six stones ahead at the 12 best points of each side: the strongest of the four.",
        _ORIGIN + "The third cuts the tree down to the twelve best points and sees six stones "
        "ahead, which made it the strongest of the four.",
        partial(think_ahead, VERSION_2_1),
    ),
    "tables-3.0": _Entry(
        "Looks four stones ahead at the 45 best points of each side, and knows double threes.",
        _ORIGIN + "The last looks at more moves and fewer stones ahead, sees fours along the edge "
        "and knows what two meeting threes are worth.",
        partial(think_ahead, VERSION_3_0),
    ),
}
NAMES: Final = tuple(_ENTRIES)


def make(name: str) -> Bot:
    """Make the bot of one version."""
    entry = _ENTRIES[name]
    return make_classic(
        name, entry.description, entry.story, entry.think, sizes=range(SIZE, SIZE + 1)
    )
