"""Draws a scene as SVG. The page's `board/draw.js` draws the same elements, and a test compares.

The unit is a cell, and (0, 0) is the top left intersection. Colours are written as values, because
picture converters and mail readers do not know CSS variables and paint them black.
"""

from dataclasses import replace
from typing import Final
from xml.etree.ElementTree import Element, tostring

from tengen.core.game import Game
from tengen.core.geometry import Point, format_point
from tengen.picture._canvas import MARGIN, STONE, Canvas, figure, path
from tengen.picture._marks import draw_marks
from tengen.picture.scene import Scene, Show, scene_of
from tengen.picture.theme import tokens

SMALLEST_CELL: Final = 18.0
"""In pixels; on smaller cells candidates keep their disc and lose their text."""

_BENDS: Final = (0.06, -0.11, 0.14, -0.05, 0.09, -0.13, 0.04, 0.12, -0.08, 0.1, -0.06, 0.07)
"""How the strokes of the grain curve: a dozen, barely visible."""


def scene_svg(scene: Scene, *, theme: str = "light", width: int = 480) -> str:
    """Return the picture of a scene, `width` pixels wide unless its reader says otherwise."""
    span = scene.size - 1 + 2 * MARGIN
    if width / span < SMALLEST_CELL:
        scene = replace(scene, small=True)
    canvas = Canvas(scene, theme)
    root = Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": " ".join(map(figure, (-MARGIN, -MARGIN, span, span))),
            "width": str(width),
            "height": str(width),
            "font-family": canvas.value("$font-figure"),
            "font-weight": "500",
        },
    )
    for draw in (_gradients, _wood, _grid, _coordinates, _special, _stones, draw_marks, _ghost):
        draw(canvas, root)
    return tostring(root, encoding="unicode")


def game_svg(game: Game, *, theme: str = "light", width: int = 480, numbers: bool = False) -> str:
    """Return the picture of a game as it stands: what a notebook shows of it."""
    scene = scene_of(game, numbers=numbers, threats=Show.NONE)
    return scene_svg(scene, theme=theme, width=width)


def _gradients(canvas: Canvas, root: Element) -> None:
    # All pictures in one document may share these ids: stones are the same in every theme.
    defs = canvas.node(root, "defs")
    for color in ("black", "white"):
        shade = canvas.node(
            defs, "radialGradient", id=f"stone-{color}", cx="36%", cy="30%", r="70%"
        )
        for i, (offset, _) in enumerate(tokens()["stones"][color], 1):
            canvas.node(shade, "stop", offset=offset, stop_color=f"$stone-{color}-{i}")


def _wood(canvas: Canvas, root: Element) -> None:
    layer = canvas.layer(root, "wood")
    start, span = -MARGIN, canvas.scene.size - 1 + 2 * MARGIN
    canvas.node(layer, "rect", x=start, y=start, width=span, height=span, rx=0.12, fill="$board")
    strokes: list[str | float] = []
    for i, bend in enumerate(_BENDS):
        y = start + span * (i + 0.5) / len(_BENDS)
        strokes += ["M", start, y, "C", start + span / 3, y + 2 * bend]
        strokes += [start + 2 * span / 3, y - bend, start + span, y]
    canvas.line(layer, path(*strokes), "grain", 0.05)


def _grid(canvas: Canvas, root: Element) -> None:
    layer = canvas.layer(root, "grid")
    size = canvas.scene.size
    end = size - 1
    inner = [s for i in range(1, end) for s in ("M", 0, i, "H", end, "M", i, 0, "V", end)]
    canvas.line(layer, path(*inner), "grid", 0.032)
    canvas.node(
        layer,
        "rect",
        x=0,
        y=0,
        width=end,
        height=end,
        fill="none",
        stroke="$grid",
        stroke_width=0.07,
    )
    for star in star_points(size):
        canvas.disc(layer, canvas.place(star), 0.1, "grid")
    if size % 2:
        canvas.ring(layer, (end / 2, end / 2), 0.15, "grid", 0.05, fill="$board")


def star_points(size: int) -> list[Point]:
    """Return the points with a dot: near the corners from 13 lines on, between them from 17."""
    if size < 13:
        return []
    low, high, middle = 3, size - 4, size // 2
    corners = [Point(x, y) for y in (low, high) for x in (low, high)]
    sides = [Point(middle, low), Point(low, middle), Point(high, middle), Point(middle, high)]
    return [*corners, *sides] if size >= 17 and size % 2 else corners


def _coordinates(canvas: Canvas, root: Element) -> None:
    layer = canvas.layer(root, "coordinates")
    if not canvas.scene.coordinates:
        return
    size, rotate = canvas.scene.size, canvas.scene.rotate
    letters = [chr(ord("a") + i) for i in range(size)]
    numbers = [str(i + 1) for i in range(size)]
    # What stands below and at the left once the board has been turned; numbers grow upwards.
    below = (letters, numbers, letters[::-1], numbers[::-1])[rotate]
    left = (numbers[::-1], letters, numbers, letters[::-1])[rotate]
    for i, name in enumerate(below):
        canvas.label(layer, name, (i, size - 0.34), 0.3, "grid")
    for i, name in enumerate(left):
        canvas.label(layer, name, (-0.66, i), 0.3, "grid")


def _special(canvas: Canvas, root: Element) -> None:
    layer = canvas.layer(root, "special")
    half = 0.36
    for point in canvas.scene.blocked:
        x, y = canvas.place(point)
        made = canvas.layer(layer, "blocked")
        canvas.node(
            made,
            "rect",
            x=x - half,
            y=y - half,
            width=2 * half,
            height=2 * half,
            fill="$board",
            stroke="$grid",
            stroke_width=0.05,
        )
        hatch: list[str | float] = []
        for d in (-0.24, -0.12, 0, 0.12, 0.24):
            cut = half - abs(d)
            hatch += ["M", x + d - cut, y + d + cut, "L", x + d + cut, y + d - cut]
        canvas.line(made, path(*hatch), "grid", 0.04)
    for point in canvas.scene.traps:
        made = canvas.layer(layer, "trap")
        canvas.ring(made, canvas.place(point), 0.3, "stop", 0.06, fill="$board")
        canvas.disc(made, canvas.place(point), 0.1, "stop")


def _stones(canvas: Canvas, root: Element) -> None:
    layer = canvas.layer(root, "stones")
    scene, row = canvas.scene, set(canvas.scene.line)
    for stone in scene.stones:
        color = str(stone.color)
        name = format_point(stone.point, scene.size)
        made = canvas.node(layer, "g", class_=f"stone {color}", data_point=name)
        if row and stone.point not in row:
            made.set("opacity", "0.55")
        x, y = canvas.place(stone.point)
        canvas.node(
            made,
            "circle",
            cx=x + 0.035,
            cy=y + 0.06,
            r=STONE,
            fill="$stone-shadow",
            fill_opacity=0.28,
        )
        canvas.body(made, (x, y), color)
        if scene.numbers and stone.number and all(m.point != stone.point for m in scene.marks):
            ink = f"last-on-{color}" if stone.point == scene.last else f"stone-on-{color}"
            canvas.label(made, str(stone.number), (x, y), 0.34 if stone.number > 99 else 0.42, ink)


def _ghost(canvas: Canvas, root: Element) -> None:
    layer = canvas.layer(root, "ghost")
    if (ghost := canvas.scene.ghost) is not None:
        canvas.body(layer, canvas.place(ghost.point), str(ghost.color), opacity=0.45)
