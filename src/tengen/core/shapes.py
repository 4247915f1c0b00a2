"""Shapes on one line, defined by play.

A line is text as its side sees it: own `X`, other `O`, empty `.`, wall `#`. Everything here is a
direct reading of four sentences, tried out move by move, so that it can be believed:

- a **five** is what wins under the side's rule;
- a **four** has a point that makes five;
- an **open four** still has one after any single reply;
- a **three** has a point that makes an open four.

Only the line is looked at. Whether a point is forbidden is `tengen.core.legality`'s question.
"""

from collections.abc import Iterable
from enum import IntEnum
from functools import lru_cache
from typing import Final, NamedTuple

from tengen.core.rules import Overline, SideRule

_REMEMBERED: Final = 30_000
"""Answers that each question keeps: a few megabytes, and lines come again and again in a game."""


class Kind(IntEnum):
    """The kinds of threats, the gravest first."""

    OPEN_FOUR = 0
    """Makes five next, whatever the reply."""
    FOUR = 1
    """Makes five next, unless answered."""
    THREE = 2
    """Makes an open four next, unless answered."""

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")


class LineThreat(NamedTuple):
    """A threat on one line, as places along it, each in ascending order."""

    kind: Kind
    stones: tuple[int, ...]
    """The stones it is made of."""
    keys: tuple[int, ...]
    """Where it is completed: the points that make five, or an open four."""
    defences: tuple[int, ...]
    """The single replies on this line after which no key is left."""


def put(text: str, place: int, cell: str) -> str:
    """Return `text` with `cell` at `place`."""
    return text[:place] + cell + text[place + 1 :]


def empties(text: str) -> list[int]:
    """Return the empty places of a line."""
    return [place for place, cell in enumerate(text) if cell == "."]


def run(text: str, place: int) -> range:
    """Return the places of the unbroken row of `X` through `place`, where an `X` stands."""
    start, stop = place, place + 1
    while start > 0 and text[start - 1] == "X":
        start -= 1
    while stop < len(text) and text[stop] == "X":
        stop += 1
    return range(start, stop)


def is_five(text: str, row: range, side: SideRule) -> bool:
    """Say whether the unbroken row of `X` at the places `row` wins for `side`."""
    if len(row) > 5:
        return side.overline is Overline.WINS
    if len(row) < 5:
        return False
    before = text[row.start - 1] if row.start > 0 else "#"
    after = text[row.stop] if row.stop < len(text) else "#"
    return not (side.needs_open_end and before == after == "O")


def makes_five(text: str, place: int, side: SideRule) -> bool:
    """Say whether `X` on the empty `place` makes five."""
    after = put(text, place, "X")
    return is_five(after, run(after, place), side)


@lru_cache(_REMEMBERED)
def five_points(text: str, side: SideRule, through: int | None = None) -> tuple[int, ...]:
    """Return the places that make five; with `through`, those whose five has that stone in it."""
    found = []
    for place in empties(text):
        if text.count("X", max(0, place - 4), place + 5) < 4:
            continue  # Five takes four stones within four steps: this only saves time.
        after = put(text, place, "X")
        row = run(after, place)
        if is_five(after, row, side) and (through is None or through in row):
            found.append(place)
    return tuple(found)


@lru_cache(_REMEMBERED)
def makes_open_four(text: str, place: int, side: SideRule) -> bool:
    """Say whether `X` on the empty `place` makes an open four of which it is part.

    Two fours in one line, as in `X.XXX.X`, are an open four too, since one reply cannot stop
    both. A side that may not make two fours needs the straight one, `.XXXX.`.
    """
    if text.count("X", max(0, place - 4), place + 5) < 3:
        return False  # It takes three stones within four steps: this only saves time.
    after = put(text, place, "X")
    if not five_points(after, side, through=place):
        return False
    if side.no_double_four and len(run(after, place)) != 4:
        return False
    return all(five_points(put(after, reply, "O"), side, place) for reply in empties(after))


@lru_cache(_REMEMBERED)
def open_four_points(text: str, side: SideRule) -> tuple[int, ...]:
    """Return the places that make an open four, and not already five."""
    return tuple(
        place
        for place in empties(text)
        if not makes_five(text, place, side) and makes_open_four(text, place, side)
    )


@lru_cache(_REMEMBERED)
def fours_made(text: str, place: int, side: SideRule) -> int:
    """Return how many fours `X` on the empty `place` is part of: 0, 1, or 2 as in `X.XXX.X`.

    `.XXXX.` is one four with two ways to five: fours are told apart by their stones.
    """
    after = put(text, place, "X")
    return len({_stones_of_five(after, five) for five in five_points(after, side, through=place)})


@lru_cache(_REMEMBERED)
def fours(text: str, side: SideRule) -> tuple[LineThreat, ...]:
    """Return the fours on the line, those that share stones as one."""
    keys = five_points(text, side)
    stones = {key: _stones_of_five(text, key) for key in keys}
    threats = []
    for group in _grouped(keys, stones):
        defences = tuple(
            reply
            for reply in empties(text)
            if not any(
                key != reply and makes_five(put(text, reply, "O"), key, side) for key in group
            )
        )
        kind = Kind.FOUR if defences else Kind.OPEN_FOUR
        threats.append(LineThreat(kind, _union(stones[key] for key in group), group, defences))
    return tuple(threats)


@lru_cache(_REMEMBERED)
def threes(text: str, side: SideRule, keys: tuple[int, ...]) -> tuple[LineThreat, ...]:
    """Return the threes on the line that are completed at `keys`, those sharing stones as one.

    `keys` are the open four points that the side may really play; see `open_four_points`.
    """
    stones = {}
    for key in keys:
        after = put(text, key, "X")
        fives = five_points(after, side, through=key)
        stones[key] = frozenset().union(*(_stones_of_five(after, five) for five in fives)) - {key}
    return tuple(
        LineThreat(
            Kind.THREE,
            _union(stones[key] for key in group),
            group,
            tuple(reply for reply in empties(text) if not _left_after(text, reply, group, side)),
        )
        for group in _grouped(keys, stones)
    )


@lru_cache(_REMEMBERED)
def straight_four_points(text: str, place: int, side: SideRule) -> tuple[int, ...]:
    """Return where one more stone makes an unbroken open four with the stone on `place` in it."""
    return tuple(
        at
        for at in range(max(0, place - 3), min(len(text), place + 4))
        if text[at] == "."
        and place in run(put(text, at, "X"), at)
        and makes_open_four(text, at, side)
    )


@lru_cache(_REMEMBERED)
def restless_points(text: str, side: SideRule) -> tuple[int, ...]:
    """Return the places where `X` makes a row of six, a four or a three: all that can be forbidden.

    Two stones within four steps are the least that any of them needs.
    """
    return tuple(
        place
        for place in empties(text)
        if text.count("X", max(0, place - 5), place + 6) >= 2
        and (
            len(run(put(text, place, "X"), place)) > 5
            or fours_made(text, place, side)
            or straight_four_points(put(text, place, "X"), place, side)
        )
    )


def _left_after(text: str, reply: int, keys: tuple[int, ...], side: SideRule) -> bool:
    """Say whether one of `keys` still makes an open four after the other side's `reply`."""
    after = put(text, reply, "O")
    return any(key != reply and makes_open_four(after, key, side) for key in keys)


def _stones_of_five(text: str, five: int) -> frozenset[int]:
    """Return the stones that `X` on the empty place `five` would complete."""
    return frozenset(run(put(text, five, "X"), five)) - {five}


def _grouped(keys: Iterable[int], stones: dict[int, frozenset[int]]) -> list[tuple[int, ...]]:
    """Join keys whose stones overlap; keys and groups stay in ascending order."""
    groups: list[tuple[set[int], set[int]]] = []
    for key in keys:
        together, theirs = {key}, set(stones[key])
        apart = []
        for group, others in groups:
            if others & theirs:
                together |= group
                theirs |= others
            else:
                apart.append((group, others))
        groups = [*apart, (together, theirs)]
    return sorted(tuple(sorted(group)) for group, _ in groups)


def _union(sets: Iterable[frozenset[int]]) -> tuple[int, ...]:
    return tuple(sorted(frozenset().union(*sets)))
