"""What every layer of a picture is drawn with: elements, colours by name, places and numbers."""

import re
from math import floor
from typing import Final
from xml.etree.ElementTree import Element, SubElement

from tengen.core.geometry import Point
from tengen.picture.scene import Scene
from tengen.picture.theme import find_theme, tokens

STONE: Final = 0.465
"""The radius of a stone, in cells, as all lengths in this room."""
MARGIN: Final = 0.9
"""Around the outermost lines."""

Place = tuple[float, float]

_UNPRINTABLE: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Canvas:
    """A scene with the colours and places that its layers need.

    An attribute that begins with `$` is the name of a token: this writer puts the value there,
    and the page, which draws the same elements, the CSS variable of that name.
    """

    def __init__(self, scene: Scene, theme: str) -> None:
        self.scene = scene
        self.colors = {stone.point: str(stone.color) for stone in scene.stones}
        """The colours of the stones on the board."""
        self._values = _values(theme)

    def place(self, point: Point) -> Place:
        """Return where a point is drawn, the board being turned as the scene says."""
        x, y = point
        for _ in range(self.scene.rotate):
            x, y = self.scene.size - 1 - y, x
        return x, y

    def node(self, parent: Element, tag: str, **attributes: str | float) -> Element:
        """Append an element; an underscore in the name of an attribute stands for a hyphen."""
        written = {
            name.strip("_").replace("_", "-"): self.value(value)
            for name, value in attributes.items()
        }
        return SubElement(parent, tag, written)

    def value(self, value: str | float) -> str:
        """Return the text of an attribute."""
        if isinstance(value, str):
            return self._values[value[1:]] if value.startswith("$") else value
        return figure(value)

    def layer(self, parent: Element, name: str) -> Element:
        """Append a group of that class."""
        return self.node(parent, "g", class_=name)

    def line(self, parent: Element, d: str, color: str, width: float, **more: str) -> Element:
        """Append a path that is only stroked."""
        return self.node(
            parent, "path", d=d, fill="none", stroke=f"${color}", stroke_width=width, **more
        )

    def disc(self, parent: Element, at: Place, r: float, color: str) -> None:
        """Append a filled circle."""
        self.node(parent, "circle", cx=at[0], cy=at[1], r=r, fill=f"${color}")

    def ring(
        self, parent: Element, at: Place, r: float, color: str, width: float, **more: str
    ) -> None:
        """Append a circle that is only stroked, unless `fill` says otherwise."""
        style: dict[str, str | float] = {"fill": "none", "stroke": f"${color}", **more}
        self.node(parent, "circle", cx=at[0], cy=at[1], r=r, stroke_width=width, **style)

    def label(self, parent: Element, text: str, at: Place, size: float, color: str) -> None:
        """Append text whose middle is at a place; fonts are not asked where theirs is."""
        x, y = at
        made = self.node(
            parent,
            "text",
            x=x,
            y=y + 0.35 * size,
            font_size=size,
            text_anchor="middle",
            fill=f"${color}",
        )
        made.text = _UNPRINTABLE.sub("", text)

    def body(self, parent: Element, at: Place, color: str, **more: float) -> None:
        """Append a stone without its shadow."""
        self.node(
            parent,
            "circle",
            cx=at[0],
            cy=at[1],
            r=STONE,
            fill=f"url(#stone-{color})",
            stroke=f"$rim-{color}",
            stroke_width="$rim-width",
            **more,
        )


def figure(value: float) -> str:
    """Write a length with at most three decimals, as the page does."""
    return f"{floor(value * 1000 + 0.5) / 1000:.3f}".rstrip("0").rstrip(".")


def path(*steps: str | float) -> str:
    """Write the steps of a path; two numbers have a blank between them, letters need none."""
    text, was_number = "", False
    for step in steps:
        is_number = not isinstance(step, str)
        text += (" " if is_number and was_number else "") + (
            step if isinstance(step, str) else figure(step)
        )
        was_number = is_number
    return text


def segment(one: Place, other: Place) -> str:
    """Write a straight path from one place to another."""
    return path("M", *one, "L", *other)


def furthest(places: list[Place]) -> tuple[Place, Place] | None:
    """Return the two places of a row that are furthest from one another; None for fewer."""
    ordered = sorted(places)
    return (ordered[0], ordered[-1]) if len(ordered) > 1 else None


def _values(theme: str) -> dict[str, str]:
    values = find_theme(theme)
    values |= {f"font-{name}": font for name, font in tokens()["fonts"].items()}
    for name, stone in tokens()["stones"].items():
        if isinstance(stone, str):
            values[f"stone-{name}"] = stone
        else:
            values |= {f"stone-{name}-{i}": color for i, (_, color) in enumerate(stone, 1)}
    return values
