"""A scene as rows of styled text, two columns a point: what the terminal's board is made of."""

from dataclasses import dataclass
from typing import Final

from rich.segment import Segment
from rich.style import Style

from tengen.core.geometry import Color, Point
from tengen.picture.scene import Scene
from tengen.picture.theme import find_theme, tokens
from tengen.ui.terminal.signs import DISCS, Signs

MARGIN: Final = 3
"""Columns before the first point: the row's number and a blank."""


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
    has_shades: bool = True
    """Whether the terminal shows any colour that it is told, and not only a few."""

    @property
    def width(self) -> int:
        """The columns of a row."""
        return MARGIN + 2 * self.scene.size + 1

    @property
    def height(self) -> int:
        """The rows, with the one of the letters."""
        return self.scene.size + 1


def point_at(x: int, y: int, size: int) -> Point | None:
    """Return the point at a column and row of the drawing, or None beside the board."""
    column = (x - MARGIN + 1) // 2
    return Point(column, y) if 0 <= column < size and 0 <= y < size else None


def column_of(point: Point) -> int:
    """Return the column in which a point's stone stands."""
    return MARGIN + 2 * point.x


def draw_row(drawing: Drawing, y: int) -> list[Segment]:
    """Return one row of the board; the row after the last has the letters."""
    size = drawing.scene.size
    ink = _style(drawing, "grid")
    if y == size:
        letters = " " * MARGIN + " ".join(chr(ord("a") + x) for x in range(size)) + "  "
        return [Segment(letters[: drawing.width].ljust(drawing.width), ink)]
    segments = [Segment(f"{size - y:>{MARGIN - 1}}", ink)]
    for x in range(size):
        segments += _point(drawing, Point(x, y), ink)
    last = drawing.scene.last
    closing = "]" if last == Point(size - 1, y) else " "
    return [*segments, Segment(closing + " ", ink if closing == " " else _mark(drawing))]


def _point(drawing: Drawing, point: Point, ink: Style) -> list[Segment]:
    scene, signs = drawing.scene, drawing.signs
    before = Point(point.x - 1, point.y)
    join, join_style = (signs.join if point.x else " "), ink
    if scene.last == point:
        join, join_style = "[", _mark(drawing)
    elif scene.last == before:
        join, join_style = "]", _mark(drawing)
    candidate = next((c for c in scene.candidates if c.point == point), None)
    if candidate is not None and point != drawing.cursor:
        style = _style(drawing, "board", "best" if candidate.rank == "best" else "good")
        return [Segment(f"{candidate.text[:2]:>2}", style)]
    sign, style = _sign(drawing, point, ink)
    if point == drawing.cursor:
        style = style + Style(reverse=True) if not drawing.has_colors else _cursor(drawing, style)
    return [Segment(join, join_style), Segment(sign, style)]


def _sign(drawing: Drawing, point: Point, ink: Style) -> tuple[str, Style]:
    scene, signs = drawing.scene, drawing.signs
    for stone in scene.stones:
        if stone.point == point:
            return _stone(drawing, stone.color, is_in_line=point in scene.line)
    if point == drawing.cursor and drawing.ghost is not None:
        sign, style = _stone(drawing, drawing.ghost, is_in_line=False)
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


def _stone(drawing: Drawing, color: Color, *, is_in_line: bool) -> tuple[str, Style]:
    signs, is_black = drawing.signs, color is Color.BLACK
    sign = signs.black if is_black else signs.white
    if drawing.has_colors and drawing.has_shades and signs is DISCS:
        # On wood both colours are full discs, told apart as real stones are.
        sign = signs.black
    shades = tokens()["stones"]["black" if is_black else "white"]
    shade = shades[-1][1] if is_black else shades[0][1]
    style = Style(color=shade, bgcolor=_value(drawing, "board"), bold=True)
    if drawing.theme == "dark" and is_black:
        style = Style(color="#000000", bgcolor=_value(drawing, "board"), bold=True)
    if is_in_line:
        style += Style(underline=True, reverse=not drawing.has_colors)
    return sign, style


def _crossing(point: Point, size: int, signs: Signs) -> str:
    middle = size - 1
    if size % 2 and (2 * point.x, 2 * point.y) == (middle, middle):
        return signs.centre
    row = 0 if point.y == 0 else 2 if point.y == size - 1 else 1
    column = 0 if point.x == 0 else 2 if point.x == size - 1 else 1
    return signs.crossings[row][column]


def _cursor(drawing: Drawing, style: Style) -> Style:
    return Style(color=style.color, bgcolor=_value(drawing, "paper"), bold=True)


def _mark(drawing: Drawing) -> Style:
    return _style(drawing, "seal") + Style(bold=True)


def _style(drawing: Drawing, ink: str, back: str = "board") -> Style:
    return Style(color=_value(drawing, ink), bgcolor=_value(drawing, back))


def _value(drawing: Drawing, name: str) -> str:
    return find_theme(drawing.theme)[name]
