"""Looks one stone ahead, sees every shape that stone makes or stops, and takes the best.

Each empty point is rated for both sides from its four lines, eleven cells a line: what a stone
there would make (five, open four, four, three) and how much room and company it has. Then the
first of these duties that some legal point can do decides, and the rating chooses among those
points: win; stop a five; make an open four or two fours; make a four with a three; stop a three;
stop a double threat that has a four in it; make two threes; stop two threes; build.
"""

import random
from collections.abc import Iterator
from enum import IntEnum
from functools import cache, lru_cache
from typing import Final, NamedTuple

from tengen.bots._bot import Bot
from tengen.core.board import Board, board_lines
from tengen.core.game import Game
from tengen.core.geometry import PASS, Color, Point
from tengen.core.legality import forbidden_reason, is_legal
from tengen.core.limits import Limit
from tengen.core.rules import Overline, Rule, SideRule
from tengen.core.shapes import (
    Kind,
    fours_made,
    makes_five,
    makes_open_four,
    open_four_points,
    put,
)
from tengen.core.threats import threats
from tengen.options import Option

OPTIONS = (
    Option(
        "seed",
        int,
        None,
        0,
        2**32 - 1,
        help="with a seed, choose at random among points about equally good",
    ),
)

_REACH: Final = 5
"""A five through a stone reaches four cells to each side; what closes it is one further."""

_WORTH: Final = (0, 1, 5, 14, 14)
"""What a free row of five cells is worth by the stones it already has. Three count as little more
than two, because a four that is not part of anything only helps the other side to a stone."""

_THREE_WORTH: Final = 40
"""Added for making a three: the other side must answer it."""

_ABOUT_EQUAL: Final = 0.85
"""With a seed, points worth at least this part of the best are chosen from."""


class Made(IntEnum):
    """What one stone would make on one line, the best thing only."""

    NOTHING = 0
    THREE = 1
    FOUR = 2
    OPEN_FOUR = 3
    FIVE = 4


class Duty(IntEnum):
    """What a stone would do, the most urgent last."""

    BUILD = 0
    STOP_TWO_THREES = 1
    MAKE_TWO_THREES = 2
    STOP_FOUR_AND_MORE = 3
    STOP_THREE = 4
    MAKE_FOUR_AND_THREE = 5
    MAKE_OPEN_FOUR = 6
    STOP_FIVE = 7
    WIN = 8


class Rating(NamedTuple):
    """What a stone on one point would be to one side."""

    best: Made
    fours: int
    """Lines on which it makes a four, open ones counted twice, like the two fours of one line."""
    threes: int
    worth: int


_UNRATED: Final = Rating(Made.NOTHING, 0, 0, 0)


def make(seed: int | None) -> Bot:
    """Make the bot; without a seed it always plays the same answer to the same position."""

    def choose_point(game: Game, limit: Limit) -> Point:  # noqa: ARG001
        # A seed counts from the position, so that no game depends on the one before.
        rng = None if seed is None else random.Random(f"{seed} {game.board.key}")
        return _choose(game.board.copy(), game.rule, rng)

    return Bot(
        "greedy",
        "Looks one stone ahead: sees every three, four and double threat, plans nothing.",
        choose_point,
        story=(
            "Written for tengen as the plainest player that sees what the rules call a threat. "
            "It rates every point by what a stone there makes or stops, and never asks what the "
            "answer would be."
        ),
    )


def _choose(board: Board, rule: Rule, rng: random.Random | None) -> Point:
    mine = _rate(board, rule, board.turn)
    theirs = _rate(board, rule, board.turn.other)
    fives, threes = _stops(board, rule, theirs)

    def duty(point: Point) -> Duty:
        return _duty(point, mine[point], theirs[point], fives, threes)

    def rank(point: Point) -> tuple[int, int, int]:
        worth = 5 * mine[point].worth + 4 * theirs[point].worth
        return duty(point), worth, _centrality(board.size, point)

    points = sorted(board.empty_points(), key=rank, reverse=True)
    for best in points:
        if is_legal(board, rule, best):
            if rng is None:
                return best
            return rng.choice(_about_equal(board, rule, [(rank(p), p) for p in points], best))
    # Only traps are left, or a renju Black has no point at all.
    return min(board.traps, default=PASS)


def _about_equal(
    board: Board, rule: Rule, ranked: list[tuple[tuple[int, int, int], Point]], best: Point
) -> list[Point]:
    """Return the legal points that do the same duty as `best` about as well."""
    duty, worth, centrality = next(rank for rank, point in ranked if point == best)
    return [
        point
        for rank, point in ranked
        if rank[0] == duty
        and rank[1] >= worth * _ABOUT_EQUAL
        # On an empty board every worth is 0, and only the middle is a pleasant place to begin.
        and (worth or rank[2] >= centrality - 8)
        and is_legal(board, rule, point)
    ]


def _duty(
    point: Point, mine: Rating, theirs: Rating, fives: set[Point], threes: set[Point]
) -> Duty:
    if mine.best is Made.FIVE:
        return Duty.WIN
    if point in fives:
        return Duty.STOP_FIVE
    if mine.fours >= 2:
        return Duty.MAKE_OPEN_FOUR
    if mine.fours and mine.threes:
        return Duty.MAKE_FOUR_AND_THREE
    if point in threes:
        return Duty.STOP_THREE
    if theirs.fours >= 2 or (theirs.fours and theirs.threes):
        return Duty.STOP_FOUR_AND_MORE
    if mine.threes >= 2:
        return Duty.MAKE_TWO_THREES
    if theirs.threes >= 2:
        return Duty.STOP_TWO_THREES
    return Duty.BUILD


def _stops(board: Board, rule: Rule, theirs: dict[Point, Rating]) -> tuple[set[Point], set[Point]]:
    """Return the points that stop the other side's fours, and those that stop its threes.

    Where no point stops all of them, each that stops one is returned: something must be played.
    """
    if all(rating.best < Made.OPEN_FOUR for rating in theirs.values()):
        return set(), set()
    fours: list[set[Point]] = []
    threes: list[set[Point]] = []
    for threat in threats(board, rule, board.turn.other):
        answers = set(threat.defences) or set(threat.keys)
        (threes if threat.kind is Kind.THREE else fours).append(answers)
    return _common(fours), _common(threes)


def _common(sets: list[set[Point]]) -> set[Point]:
    if not sets:
        return set()
    return set.intersection(*sets) or set.union(*sets)


def _rate(board: Board, rule: Rule, color: Color) -> dict[Point, Rating]:
    """Rate every empty point for a stone of `color`; a forbidden one is worth nothing to it."""
    side = rule.side(color)
    ratings = dict.fromkeys(board.empty_points(), _UNRATED)
    for point, made, fours, worth in _seen(board, side, color):
        before = ratings[point]
        ratings[point] = Rating(
            max(before.best, made),
            before.fours + fours,
            before.threes + (made is Made.THREE),
            before.worth + worth,
        )
    if side.has_forbidden:
        for point, rating in ratings.items():
            # Only two shapes at once can be forbidden, or a row of six, which is worth nothing.
            if rating.fours + rating.threes >= 2 and forbidden_reason(board, rule, point, color):
                ratings[point] = _UNRATED
    return ratings


def _seen(board: Board, side: SideRule, color: Color) -> Iterator[tuple[Point, Made, int, int]]:
    """Yield each empty point of each line that has a stone near it, with what it sees there."""
    wall = "#" * _REACH
    for line in board_lines(board.size):
        text = board.line_text(line, color)
        if "X" not in text:
            continue
        padded = wall + text + wall
        for place, cell in enumerate(text):
            window = padded[place : place + 2 * _REACH + 1]
            if cell == "." and "X" in window:
                yield line.points[place], *_made(window, side)


@lru_cache(maxsize=30_000)
def _made(window: str, side: SideRule) -> tuple[Made, int, int]:
    """Return what a stone in the middle of `window` makes, its fours, and its worth."""
    worth = _room(window, side)
    if not worth:
        return Made.NOTHING, 0, 0
    if makes_five(window, _REACH, side):
        return Made.FIVE, 0, worth
    if makes_open_four(window, _REACH, side):
        return Made.OPEN_FOUR, 2, worth
    if fours := fours_made(window, _REACH, side):
        return Made.FOUR, fours, worth
    if _makes_three(window, side):
        return Made.THREE, 0, worth + _THREE_WORTH
    return Made.NOTHING, 0, worth


def _room(window: str, side: SideRule) -> int:
    """Return what the rows of five through the middle that may still win are worth."""
    worth = 0
    for start in range(1, _REACH + 1):
        row, ends = window[start : start + 5], window[start - 1] + window[start + 5]
        if "O" in row or "#" in row:
            continue
        if side.overline is not Overline.WINS and "X" in ends:
            continue
        if not (side.needs_open_end and ends == "OO"):
            worth += _WORTH[row.count("X")]
    return worth


def _makes_three(window: str, side: SideRule) -> bool:
    """Say whether a stone in the middle gives an open four point that was none before."""
    after = put(window, _REACH, "X")
    return any(not makes_open_four(window, place, side) for place in open_four_points(after, side))


@cache
def _centrality(size: int, point: Point) -> int:
    """Return minus the squared distance from the middle of the board, in half lines."""
    return -((2 * point.x - size + 1) ** 2) - (2 * point.y - size + 1) ** 2
