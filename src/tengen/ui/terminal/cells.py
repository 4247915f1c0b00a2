"""A scene as rows of styled text: what the terminal's board is made of.

A point has two columns and a row, or where there is room, four columns and two rows.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from rich.segment import Segment
from rich.style import Style

from tengen.core.geometry import Color, Point
from tengen.picture.scene import Scene
from tengen.picture.theme import find_theme, tokens
from tengen.ui.terminal.signs import DISCS, Signs

MARGIN: Final = 3
"""Columns before the first point: the row's number and a blank."""

# Among 256 colours the nearest to wood would be pink or olive, so there is one board for both
# themes; what lies on it is as on the light one.
_WOOD: Final = {"board": "color(179)", "grid": "color(94)", "seal": "color(124)"}


class Shades(IntEnum):
    """How many colours a terminal shows."""

    FEW = 0
    """The sixteen old ones,"""
    MANY = 1
    """256,"""
    ALL = 2
    """or any that it is told."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """What is to be drawn, and how."""

    scene: Scene
    signs: Signs
    theme: str = "light"
    cursor: Point | None = None
    ghost: Color | None = None
    """The stone that would be put at the cursor."""
    has_colors: bool = True
    shades: Shades = Shades.ALL
    scale: int = 1
    """How many rows a point has, and half of its columns."""

    @property
    def width(self) -> int:
        """The columns of a row."""
        return span(self.scene.size, self.scale)[0]

    @property
    def height(self) -> int:
        """The rows, with the one of the letters."""
        return span(self.scene.size, self.scale)[1]


def span(size: int, scale: int = 1) -> tuple[int, int]:
    """Return the columns and rows of a board."""
    return MARGIN + 2 * scale * (size - 1) + 3, scale * (size - 1) + 2


def point_at(x: int, y: int, size: int, scale: int = 1) -> Point | None:
    """Return the point at a column and row of the drawing, or None beside the board."""
    column, row = (x - MARGIN + scale) // (2 * scale), (y + scale // 2) // scale
    is_inside = 0 <= column < size and 0 <= y <= scale * (size - 1)
    return Point(column, row) if is_inside else None


def column_of(point: Point, scale: int = 1) -> int:
    """Return the column in which a point's stone stands."""
    return MARGIN + 2 * scale * point.x


def draw_row(drawing: Drawing, y: int) -> list[Segment]:
    """Return one row of the board; the row after the last has the letters."""
    size, scale = drawing.scene.size, drawing.scale
    ink = _style(drawing, "grid")
    if y == drawing.height - 1 or y % scale:
        is_last = y == drawing.height - 1
        signs = [chr(ord("a") + x) if is_last else drawing.signs.upright for x in range(size)]
        row = " " * MARGIN + (" " * (2 * scale - 1)).join(signs)
        return [Segment(row.ljust(drawing.width), ink)]
    y //= scale
    segments = [Segment(f"{size - y:>{MARGIN - 1}}", ink)]
    for x in range(size):
        segments += _point(drawing, Point(x, y), ink)
    last = drawing.scene.last
    closing = "]" if last == Point(size - 1, y) else " "
    return [*segments, Segment(closing + " ", ink if closing == " " else _mark(drawing))]


def _point(drawing: Drawing, point: Point, ink: Style) -> list[Segment]:
    joins = _joins(drawing, point, ink)
    candidate = next((c for c in drawing.scene.candidates if c.point == point), None)
    if candidate is not None and point != drawing.cursor:
        return [*joins[:-1], Segment(_short(candidate.text), _candidate(drawing, candidate.rank))]
    sign, style = _sign(drawing, point, ink)
    if point == drawing.cursor and point not in drawing.scene.line:
        style = _cursor(drawing, style)
    return [*joins, Segment(sign, style)]


def _joins(drawing: Drawing, point: Point, ink: Style) -> list[Segment]:
    """Return what stands between a point and the one before it."""
    last, mark = drawing.scene.last, _mark(drawing)
    count = 2 * drawing.scale - 1 if point.x else 1
    joins = [Segment(drawing.signs.join if point.x else " ", ink)] * count
    if last == Point(point.x - 1, point.y):
        joins[0] = Segment("]", mark)
    if last == point:
        joins[-1] = Segment("[", mark)
    return joins


def _short(text: str) -> str:
    """Return a candidate's value in two columns; of `W17` only that it wins."""
    if len(text) > 2:
        text = text[0] if text[0].isalpha() else "99"
    return f"{text:>2}"


def _candidate(drawing: Drawing, rank: str) -> Style:
    is_best = rank == "best"
    if not drawing.has_colors:
        return Style(reverse=is_best, underline=not is_best)
    return _style(drawing, "board", "best" if is_best else "good")


def _sign(drawing: Drawing, point: Point, ink: Style) -> tuple[str, Style]:
    scene, signs = drawing.scene, drawing.signs
    for stone in scene.stones:
        if stone.point == point:
            return draw_stone(drawing, stone.color, is_in_line=point in scene.line)
    if point == drawing.cursor and drawing.ghost is not None:
        sign, style = draw_stone(drawing, drawing.ghost)
        return sign, style + Style(dim=True)
    if point == scene.hint:
        return signs.hint, _style(drawing, "best") + Style(bold=True)
    if point in scene.forbidden:
        return signs.forbidden, _style(drawing, "stop") + Style(bold=True)
    if point in scene.blocked:
        return signs.blocked, ink
    if point in scene.traps:
        return signs.trap, _style(drawing, "stop")
    return _crossing(point, scene.size, signs), ink


def draw_stone(drawing: Drawing, color: Color, *, is_in_line: bool = False) -> tuple[str, Style]:
    """Return a stone as it lies on the board; those of a winning line lie on seal ink."""
    signs, is_black = drawing.signs, color is Color.BLACK
    sign = signs.black if is_black else signs.white
    if not drawing.has_colors:
        return sign, Style(bold=True, underline=is_in_line, reverse=is_in_line)
    if drawing.shades > Shades.FEW and signs is DISCS:
        # On wood both colours are full discs, told apart as real stones are.
        sign = signs.black
    shades = tokens()["stones"]["black" if is_black else "white"]
    shade = shades[-1][1] if is_black else shades[0][1]
    if drawing.theme == "dark" and is_black:
        shade = "#000000"
    back = _value(drawing, "seal" if is_in_line else "board")
    return sign, Style(color=shade, bgcolor=back, bold=True)


def _crossing(point: Point, size: int, signs: Signs) -> str:
    middle = size - 1
    if size % 2 and (2 * point.x, 2 * point.y) == (middle, middle):
        return signs.centre
    row = 0 if point.y == 0 else 2 if point.y == size - 1 else 1
    column = 0 if point.x == 0 else 2 if point.x == size - 1 else 1
    return signs.crossings[row][column]


def _cursor(drawing: Drawing, style: Style) -> Style:
    if not drawing.has_colors or drawing.shades is Shades.FEW:
        return style + Style(reverse=True)
    # Neither colour of stone vanishes on it.
    return Style(color=style.color, bgcolor=_value(drawing, "edge"), bold=True)


def _mark(drawing: Drawing) -> Style:
    return _style(drawing, "seal") + Style(bold=True)


def _style(drawing: Drawing, ink: str, back: str = "board") -> Style:
    return Style(color=_value(drawing, ink), bgcolor=_value(drawing, back))


def _value(drawing: Drawing, name: str) -> str:
    if drawing.shades is Shades.MANY:
        return _WOOD.get(name) or find_theme("light")[name]
    return find_theme(drawing.theme)[name]
