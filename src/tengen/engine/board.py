"""The native board with the core's own types: the same answers, a thousand times as fast."""

from collections.abc import Iterable

from tengen.core.geometry import Color, Point
from tengen.core.legality import Forbidden
from tengen.core.outcome import Outcome, Reason
from tengen.core.rules import Rule, SideRule
from tengen.core.setup import Setup
from tengen.core.shapes import Kind
from tengen.core.threats import Threat
from tengen.engine._module import native as _native
from tengen.errors import IllegalMove, InvalidText

_REASONS = (
    None,
    Reason.FIVE,
    Reason.LONGEST_LINE,
    Reason.EQUAL_LINES,
    Reason.FULL_BOARD,
    Reason.PASSES,
)
_FORBIDDEN = (None, Forbidden.OVERLINE, Forbidden.DOUBLE_FOUR, Forbidden.DOUBLE_THREE)


def to_traits(side: SideRule) -> tuple[int, bool, bool, bool]:
    """Return a side's traits as they cross into native."""
    return (
        int(side.overline),
        side.needs_open_end,
        side.no_double_three,
        side.no_double_four,
    )


class NativeBoard:
    """A position in native memory, kept with every line pattern by push and pop."""

    __slots__ = ("_board", "rule")

    def __init__(self, setup: Setup, moves: Iterable[Point] = ()) -> None:
        self.rule: Rule = setup.rule
        self._board = _native.Board(
            setup.size,
            to_traits(setup.rule.black),
            to_traits(setup.rule.white),
            (setup.black, setup.white, setup.blocked, setup.traps),
            int(setup.turn),
        )
        for point in moves:
            self.push(point)

    @property
    def size(self) -> int:
        """Lines a side."""
        return self._board.size

    @property
    def turn(self) -> Color:
        """The colour to move."""
        return Color(self._board.turn)

    @property
    def key(self) -> int:
        """The Zobrist key, equal to that of the core's board."""
        return self._board.key

    def is_empty(self, point: Point) -> bool:
        """Say whether `point` can hold a stone."""
        return self._board.cell(point) == 0

    def push(self, point: Point) -> None:
        """Play an empty point, a trap or PASS; whether the rules allow it is not asked."""
        try:
            self._board.push(point)
        except ValueError as error:
            raise IllegalMove(
                "not-playable", "({x}, {y}): {why}", x=point[0], y=point[1], why=str(error)
            ) from error

    def pop(self) -> Point:
        """Take the last move back and return it."""
        try:
            return Point(*self._board.pop())
        except ValueError as error:
            raise IllegalMove("nothing-to-undo", "{why}", why=str(error)) from error

    def copy(self) -> "NativeBoard":
        """Return an independent board with the same position and moves."""
        other = NativeBoard.__new__(NativeBoard)
        other.rule, other._board = self.rule, self._board.copy()
        return other

    def is_legal(self, point: Point) -> bool:
        """Say whether the side to move may play `point`, PASS included."""
        return self._board.is_legal(point)

    def legal_points(self) -> list[Point]:
        """Return what the side to move may play, in row order, without PASS."""
        return [Point(*pair) for pair in self._board.legal_points()]

    def candidates(self) -> list[Point]:
        """Return the legal points near stones, or all legal points where there are none."""
        return [Point(*pair) for pair in self._board.candidates()]

    def forbidden(self, color: Color) -> dict[Point, Forbidden]:
        """Return the points forbidden to `color`, each with the reason, in row order."""
        found = {}
        for pair, code in self._board.forbidden(int(color)):
            reason = _FORBIDDEN[code]
            assert reason is not None
            found[Point(*pair)] = reason
        return found

    def threats(self, color: Color) -> list[Threat]:
        """Return the threats of `color`, as the core does."""
        return [
            Threat(Kind(kind), color, _points(stones), _points(keys), _points(defences))
            for kind, stones, keys, defences in self._board.threats(int(color))
        ]

    def outcome(self) -> Outcome | None:
        """Return how the game has ended, or None while it goes on."""
        code, winner, row = self._board.outcome()
        reason = _REASONS[code]
        if reason is None:
            return None
        return Outcome(None if winner < 0 else Color(winner), reason, _points(row), self.size)

    def patterns(self, point: Point, color: Color) -> tuple[int, ...]:
        """Return what a stone on the empty `point` makes in the four directions.

        The numbers are those of `Pattern` in native/rules/pattern.h.
        """
        return tuple(self._board.patterns(point, int(color)))

    def counts(self, color: Color) -> list[int]:
        """Return how many empty points make each class of threats, by native's `Class`.

        For a side with forbidden points the class FORBIDDEN is an upper bound.
        """
        return self._board.counts(int(color))

    def check(self) -> str:
        """Recompute everything from scratch; return what differs, or an empty text."""
        return self._board.check()

    def perft(self, depth: int) -> tuple[int, int]:
        """Return the leaves and wins of all continuations to `depth`."""
        return self._board.perft(depth)


def scan_line(text: str, place: int, side: SideRule) -> tuple[int, list[int]]:
    """Return the plain scan's pattern at an empty `place` and the replies that lessen it."""
    try:
        return _native.scan_line(text, place, to_traits(side))
    except ValueError as error:
        raise InvalidText("bad-line", "{text!r}: {why}", text=text, why=str(error)) from error


def bench_board(size: int, rule: Rule, seconds: float = 0.5) -> float:
    """Return how many push+pop pairs a second the native board does, over whole games."""
    return _native.bench_board(size, to_traits(rule.black), to_traits(rule.white), seconds)


def _points(pairs: Iterable[tuple[int, int]]) -> tuple[Point, ...]:
    return tuple(Point(*pair) for pair in pairs)
