"""Calibration: of the positions that were given a chance of so much, how many were really won?

Positions of one game share its result, and so count for less than as many positions of different
games: intervals are Wilson's, with the number of positions divided by the variance between games
over that of independent positions.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

BINS: Final = 10
_SIGMAS: Final = 1.959964
"""Of a normal distribution, 95 % lie within so many."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Positions whose predicted chance is about the same."""

    chance: float
    """What was predicted for them, on average."""
    share: float
    """What came of them: the share of wins, a draw being half of one."""
    low: float
    high: float
    """The 95 % interval of that share."""
    positions: int
    games: int


def calibrate(
    chances: Iterable[float], results: Iterable[float], games: Iterable[int], bins: int = BINS
) -> list[Bin]:
    """Return the bins that have positions, from small chances to great ones.

    `games` says which positions are of the same game.
    """
    rows: dict[int, list[tuple[float, float, int]]] = defaultdict(list)
    for row in zip(chances, results, games, strict=True):
        rows[min(int(row[0] * bins), bins - 1)].append(row)
    return [_bin(rows[number]) for number in sorted(rows)]


def mean_gap(bins: Sequence[Bin]) -> float:
    """Return how far predictions are from what happened, on average over positions."""
    positions = sum(one.positions for one in bins)
    return sum(one.positions * abs(one.chance - one.share) for one in bins) / positions


def _bin(rows: list[tuple[float, float, int]]) -> Bin:
    count = len(rows)
    chance = sum(row[0] for row in rows) / count
    share = sum(row[1] for row in rows) / count
    away: dict[int, float] = defaultdict(float)
    for _, result, game in rows:
        away[game] += result - share
    apart = share * (1 - share) * count
    clustered = sum(gap**2 for gap in away.values())
    independent = count * apart / clustered if apart and clustered else len(away)
    # Never more than there are positions, however evenly games happen to differ.
    low, high = _wilson(share, min(count, max(1.0, independent)))
    return Bin(chance, share, low, high, count, len(away))


def _wilson(share: float, count: float) -> tuple[float, float]:
    square = _SIGMAS**2 / count
    middle = (share + square / 2) / (1 + square)
    reach = math.sqrt(square * (share * (1 - share) + square / 4)) / (1 + square)
    return max(0.0, middle - reach), min(1.0, middle + reach)


_SIDE: Final = 400
_LEFT: Final = 74
_TOP: Final = 58
_STRIP: Final = 54
"""Height of the bars below the plot, which say how many positions there are."""
_STYLE: Final = """
text { font: 13px system-ui, sans-serif; fill: #333 }
.title { font-size: 16px; font-weight: 600 }
.small { font-size: 10px; fill: #777 }
.grid { stroke: #e8e8e8 }
.axis { stroke: #999; fill: none }
.even { stroke: #999; stroke-dasharray: 5 4 }
.range { stroke: #2a6fbb; stroke-width: 1.5 }
.point { fill: #2a6fbb; stroke: #fff; stroke-width: 1.5 }
.bar { fill: #c9dcf0 }
"""


def to_svg(bins: Sequence[Bin], title: str, bars: int = BINS) -> str:
    """Return a picture: what was predicted to the right, what happened upwards, counts below."""
    width, height = _LEFT + _SIDE + 30, _TOP + _SIDE + 66 + _STRIP + 20
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img">',
        f"<title>{_escape(title)}</title>",
        f"<style>{_STYLE}</style>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        _text(_LEFT, 26, title, "title", "start"),
        _text(_LEFT, 45, _summary(bins), "small", "start"),
        *_frame(),
    ]
    most = max((one.positions for one in bins), default=1)
    for one in bins:
        parts += _bar(one, most, bars) + _point(one)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _frame() -> list[str]:
    parts = []
    for tick in range(0, 101, 20):
        x, y = _x(tick / 100), _y(tick / 100)
        parts += [
            _line(x, _TOP, x, _TOP + _SIDE, "grid"),
            _line(_LEFT, y, _LEFT + _SIDE, y, "grid"),
            _text(x, _TOP + _SIDE + 19, f"{tick} %"),
            _text(_LEFT - 9, y + 4, f"{tick} %", "", "end"),
        ]
    middle = _TOP + _SIDE / 2
    return [
        *parts,
        f'<rect class="axis" x="{_LEFT}" y="{_TOP}" width="{_SIDE}" height="{_SIDE}"/>',
        _line(_x(0), _y(0), _x(1), _y(1), "even"),
        _text(_LEFT + _SIDE / 2, _TOP + _SIDE + 42, "predicted chance to win"),
        _text(_LEFT - 9, _TOP + _SIDE + 66 + _STRIP + 13, "positions", "small", "end"),
        f'<g transform="rotate(-90 20 {middle:g})">{_text(20, middle + 4, "won in the end")}</g>',
    ]


def _point(one: Bin) -> list[str]:
    x = _x(one.chance)
    ends = [_line(x - 4, _y(end), x + 4, _y(end), "range") for end in (one.low, one.high)]
    return [
        _line(x, _y(one.low), x, _y(one.high), "range"),
        *ends,
        f'<circle class="point" cx="{x:.1f}" cy="{_y(one.share):.1f}" r="5"/>',
    ]


def _bar(one: Bin, most: int, bars: int) -> list[str]:
    foot = _TOP + _SIDE + 66 + _STRIP
    tall = max(1.0, (_STRIP - 8) * one.positions / most)
    wide = _SIDE / bars
    left = _x(min(int(one.chance * bars), bars - 1) / bars)
    return [
        f'<rect class="bar" x="{left + 2:.1f}" y="{foot - tall:.1f}" width="{wide - 4:.1f}" '
        f'height="{tall:.1f}"/>',
        _text(left + wide / 2, foot + 13, f"{one.positions:,}", "small"),
    ]


def _summary(bins: Sequence[Bin]) -> str:
    positions = sum(one.positions for one in bins)
    gap = f", {100 * mean_gap(bins):.1f} % off the diagonal on average" if positions else ""
    return f"{positions:,} positions{gap}; 95 % intervals"


def _x(chance: float) -> float:
    return _LEFT + _SIDE * chance


def _y(share: float) -> float:
    return _TOP + _SIDE * (1 - share)


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _text(x: float, y: float, words: str, kind: str = "", anchor: str = "middle") -> str:
    return (
        f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">'
        f"{_escape(words)}</text>"
    )


def _escape(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
