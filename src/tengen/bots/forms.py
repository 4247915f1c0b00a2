"""Looks at the shapes one stone would make on its four lines, for itself and for the other side.

From seed 002. For every free point within two steps of a stone, along the eight directions, the
shapes of a stone there are counted (`SHAPES`) and given credits (`DECISIVE`, `CREDITS`), once for
the bot's own stone and once for the other side's. If the best own point is worth at least as much
as the best of his, it is played, else his is taken from him; among equal points the one that the
other side wants more, then the first in row order.

Mended, where code and words of the report differ:
- credits are given after all four lines are counted, not after each;
- a single best point is played like one of many;
- six or more in a row win too.

Settled, where it is silent or says two things:
- of equal points the one that the other side wants *most* (the prose), not least (the listing);
- three stones with one free end that has only one more free point (`O.XXX..`) are an alive three;
- two alive twos bring the credit for two, not also that for one;
- the empty board: the centre.

Kept: the look-around may find a shape that was there before the stone. It costs nothing, because
such a shape offers better points anyway.
"""

from collections.abc import Callable, Iterator
from enum import IntEnum
from functools import cache
from typing import Final, NamedTuple

from tengen.bots._bot import Bot
from tengen.bots._classic import Budget, make_classic
from tengen.bots._lines import (
    LineBoard,
    code_of,
    geometry,
    line_text,
    near_stones,
    nearest_to_centre,
    seen_by_other,
    star,
)
from tengen.bots._why import Why
from tengen.core.game import Game
from tengen.core.geometry import Color, format_point
from tengen.core.limits import Limit


class Form(IntEnum):
    """The shapes, by the names of the report."""

    WIN5 = 0
    ALIVE4 = 1
    DIE4 = 2
    LOWDIE4 = 3
    ALIVE3 = 4
    TIAO3 = 5
    DIE3 = 6
    ALIVE2 = 7
    LOWALIVE2 = 8
    DIE2 = 9


SHAPES: Final = (
    # Of a group the first shape that fits counts, in either orientation. `X` the stone's colour,
    # `O` the other's or the edge, `.` free; the row of stones itself stands in brackets.
    ((".[XXXX].", Form.ALIVE4), ("O[XXXX].", Form.DIE4)),
    (
        ("O.[XXX].O", Form.DIE3),
        ("X.[XXX].", Form.LOWDIE4),
        (".[XXX].", Form.ALIVE3),
        ("O[XXX]..", Form.DIE3),
        ("O[XXX].X", Form.LOWDIE4),
    ),
    ((".[XX]..X", Form.DIE3), ("..[XX]..", Form.ALIVE2)),
    ((".[XX].XO", Form.DIE3),),
    ((".[XX].XX", Form.LOWDIE4),),
    ((".[XX].X.", Form.TIAO3),),
    (("O[XX]...", Form.DIE2),),
    (("O[XX].XX", Form.LOWDIE4),),
    (("O[XX].X.", Form.DIE3), ("O[XX]..X", Form.DIE3)),
)
SHAPES_OF_ONE: Final = (
    # A single stone: every shape counts, and twice if it fits in both orientations.
    ("[X].XXX", Form.LOWDIE4),
    (".[X].XX.", Form.TIAO3),
    (".[X].XXO", Form.DIE3),
    ("[X]..XX", Form.DIE3),
    ("[X].X.X", Form.DIE3),
    (".[X].X..", Form.LOWALIVE2),
    (".[X]..X.", Form.LOWALIVE2),
)

_Counts = dict[Form, int]


def _open_threes(has: _Counts) -> int:
    return has[Form.ALIVE3] + has[Form.TIAO3]


DECISIVE: Final[tuple[tuple[str, Callable[[_Counts], bool], int], ...]] = (
    # The first that applies is the value of the point; the report calls these detrimental.
    ("five", lambda has: has[Form.WIN5] >= 1, 100_000),
    ("alive4 + three", lambda has: has[Form.ALIVE4] >= 1 and _open_threes(has) >= 1, 12_000),
    ("alive4", lambda has: has[Form.ALIVE4] >= 1, 11_000),
    (
        "die4 + die4 or three",
        lambda has: has[Form.DIE4] >= 2 or (has[Form.DIE4] >= 1 and _open_threes(has) >= 1),
        10_000,
    ),
    ("lowdie4 + three", lambda has: has[Form.LOWDIE4] >= 1 and _open_threes(has) >= 1, 9_000),
    ("two threes", lambda has: _open_threes(has) >= 2, 5_000),
)

CREDITS: Final = (
    # form, how often at least, for my stone, for his; of one form the first that applies.
    (Form.ALIVE3, 1, 1500, 900),
    (Form.DIE4, 1, 1000, 1400),
    (Form.TIAO3, 1, 800, 30),
    (Form.LOWDIE4, 1, 900, 900),
    (Form.ALIVE2, 2, 500, 20),
    (Form.ALIVE2, 1, 200, 20),
    (Form.LOWALIVE2, 2, 380, 380),
    (Form.LOWALIVE2, 1, 18, 18),
    (Form.DIE3, 1, 3, 3),
    (Form.DIE2, 1, 2, 2),
)

_REACH: Final = 4
_WIDTH: Final = 2 * _REACH + 1
_BITS: Final = 4
"""Counts of forms are packed into one number, four bits a form: no form fits more than eight
times round one stone, and packed counts of four lines are added at once."""


def forms_in(strip: str) -> list[Form]:
    """Return the shapes of the stone in the middle of a strip of nine cells."""
    left, right = strip[_REACH::-1], strip[_REACH:]
    own = [len(half) - len(half.lstrip("X")) for half in (left, right)]
    length = sum(own) - 1
    if length >= 5:
        return [Form.WIN5]
    ends = left[own[0] :], right[own[1] :]
    if length == 1:
        return [
            form
            for shape, form in SHAPES_OF_ONE
            for sides in (ends, ends[::-1])
            if _fits(shape, 1, sides)
        ]
    return [form for group in SHAPES for form in _first_fit(group, length, ends)]


def _first_fit(
    group: tuple[tuple[str, Form], ...], length: int, ends: tuple[str, ...]
) -> Iterator[Form]:
    for shape, form in group:
        if _fits(shape, length, ends) or _fits(shape, length, ends[::-1]):
            yield form
            return


def _fits(shape: str, length: int, ends: tuple[str, ...]) -> bool:
    """Say whether a row of `length` with these cells outward on both sides has the shape."""
    left, _, rest = shape.partition("[")
    row, _, right = rest.partition("]")
    return len(row) == length and ends[0].startswith(left[::-1]) and ends[1].startswith(right)


@cache
def packed_forms(strip: str) -> int:
    """Return the counts of `forms_in`, packed."""
    return sum(1 << _BITS * form for form in forms_in(strip))


def unpacked(packed: int) -> _Counts:
    """Return the count of every form."""
    return {form: packed >> _BITS * form & (1 << _BITS) - 1 for form in Form}


@cache
def decisive(packed: int) -> int:
    """Return the value of the first decisive row that applies, or 0."""
    has = unpacked(packed)
    return next((value for _, applies, value in DECISIVE if applies(has)), 0)


@cache
def credits_for(packed: int, *, mine: bool) -> int:
    """Return the sum of the credits, for a point where nothing is decisive."""
    has, seen, total = unpacked(packed), set(), 0
    for form, least, for_me, for_him in CREDITS:
        if form not in seen and has[form] >= least:
            seen.add(form)
            total += for_me if mine else for_him
    return total


class Rated(NamedTuple):
    """What one point is worth to one side, and where that comes from."""

    value: int
    forms: int
    """Its own shapes, packed."""
    around: int | None
    """The stone at which the look-around found something decisive."""


class Side:
    """What the board looks like to one side that might put the next stone."""

    def __init__(self, board: LineBoard, actor: Color, *, mine: bool) -> None:
        where = geometry(board.size)
        edge = "O" * _REACH
        texts = []
        for code in board.codes:
            text = line_text(code)
            seen = text if actor is Color.BLACK else seen_by_other(text)
            texts.append(edge + seen.replace("#", "O") + edge)
        self._mine = mine
        self._texts = texts
        self._lines = where.lines
        # Two bits of a code are one cell of the text.
        self._through = [[(line, shift // 2) for line, shift in lines] for lines in where.through]
        stone = code_of(actor)
        self._stones = [point for point in board.stones() if board.cells[point] == stone]
        self._strips = {
            point: [
                packed_forms(texts[line][at : at + _WIDTH]) for line, at in self._through[point]
            ]
            for point in self._stones
        }
        self._decisive = {point: decisive(sum(self._strips[point])) for point in self._stones}

    def rate(self, point: int) -> Rated:
        """Return what a stone of this side on `point` is worth."""
        forms = 0
        changed: dict[int, int] = {}
        for line, at in self._through[point]:
            text = self._texts[line]
            after = f"{text[: at + _REACH]}X{text[at + _REACH + 1 :]}"
            forms += packed_forms(after[at : at + _WIDTH])
            changed.update(self._changed(line, at, text, after))
        if value := decisive(forms):
            return Rated(value, forms, None)
        for stone in self._stones:
            # Two stones share one line only, so each changes by the shapes of that line.
            value = changed[stone] if stone in changed else self._decisive[stone]
            if value:
                return Rated(value, forms, stone)
        return Rated(credits_for(forms, mine=self._mine), forms, None)

    def _changed(self, line: int, at: int, text: str, after: str) -> Iterator[tuple[int, int]]:
        """Yield the stones of a line that see the new stone, with their decisive values then."""
        points = self._lines[line]
        for there in range(max(0, at - _REACH), min(len(points), at + _REACH + 1)):
            if text[there + _REACH] == "X":
                before = packed_forms(text[there : there + _WIDTH])
                now = packed_forms(after[there : there + _WIDTH])
                yield points[there], decisive(sum(self._strips[points[there]]) - before + now)


def think(game: Game, limit: Limit, budget: Budget) -> Why:  # noqa: ARG001
    """Return the move and what every candidate is worth to both sides."""
    board, me = LineBoard(game.board), game.turn
    candidates = near_stones(board, star(board.size, 2))
    if not candidates:
        first = nearest_to_centre(board)
        assert first is not None
        return Why(board.points[first], "centre", "No stone is near any free point.")
    mine, his = Side(board, me, mine=True), Side(board, me.other, mine=False)
    rated = {point: (mine.rate(point), his.rate(point)) for point in candidates}
    best_mine, best_his = (max(pair[side].value for pair in rated.values()) for side in (0, 1))
    first_side = 0 if best_mine >= best_his else 1

    def rank(point: int) -> tuple[int, int, int]:
        pair = rated[point]
        return -pair[first_side].value, -pair[1 - first_side].value, point

    ranked = sorted(candidates, key=rank)
    points = board.points
    return Why(
        points[ranked[0]],
        "attack" if first_side == 0 else "defence",
        "My best point is worth at least his best: played."
        if first_side == 0
        else "His best point is worth more than mine: taken from him.",
        (("best mine", best_mine), ("best his", best_his)),
        ("move", "mine", "his", "my forms", "his forms"),
        tuple(
            (points[p], a.value, b.value, _told(board, a), _told(board, b))
            for p in ranked
            for a, b in (rated[p],)
        ),
    )


def _told(board: LineBoard, rated: Rated) -> str:
    """Return the shapes in words: `alive3, die3 x2`."""
    words = [
        form.name.lower() + (f" x{count}" if count > 1 else "")
        for form, count in unpacked(rated.forms).items()
        if count
    ]
    if rated.around is not None:
        words.append(f"look-around at {format_point(board.points[rated.around], board.size)}")
    return ", ".join(words)


def make() -> Bot:
    """Make the bot."""
    return make_classic(
        "forms",
        "Looks one stone ahead at the shapes it makes for both sides, and seldom misses one.",
        "A student's entry for a course in artificial intelligence, which stood between tenth and "
        "twentieth in its class. It reads the four lines through every point as named shapes, "
        "credits its own and yours differently, and plays the point that is worth most to either.",
        think,
        sizes=range(5, 27),
    )
