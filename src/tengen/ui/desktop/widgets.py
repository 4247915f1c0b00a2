"""The things in the panel: what they look like, what they do, and where they are."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from tengen.ui.desktop.layout import NOWHERE, Layout, Rect


class Look(StrEnum):
    """How a widget is drawn."""

    BUTTON = "button"
    PRIMARY = "primary"
    QUIET = "quiet"
    """A button without a frame."""
    ROW = "row"
    """An opponent in the list: a name, a rating, a sentence."""
    TITLE = "title"
    HEADING = "heading"
    NUMBER = "number"
    SEAT = "seat"
    STATUS = "status"
    BAR = "bar"
    """Where in a list one is: `more` is the share above and the share shown, as `0.1 0.4`."""


@dataclass(frozen=True, slots=True)
class Widget:
    """One thing in the panel. Those with an action can be clicked and focused."""

    id: str
    look: Look
    text: str = ""
    action: Callable[[], None] | None = None
    enabled: bool = True
    chosen: bool = False
    more: str = ""
    """A second text: an opponent's sentence, or why a widget is grey."""
    aside: str = ""
    """A short text at the right: an opponent's rating."""
    rect: Rect = NOWHERE

    @property
    def is_button(self) -> bool:
        """Whether it can be pressed now."""
        return self.action is not None and self.enabled


class Row(NamedTuple):
    """Widgets side by side, each with its share of the width."""

    height: float
    widgets: tuple[Widget, ...]
    shares: tuple[float, ...] = ()


def placed(parts: tuple[list[Row], list[Row]], layout: Layout) -> list[Widget]:
    """Give the rows their places: one part above the other at the edges, or in two columns."""
    panel, scale = layout.panel, layout.scale
    top, bottom = parts
    if layout.columns == 2:
        gap = round(16 * scale)
        half = (panel.w - gap) // 2
        left, _ = laid(top, Rect(panel.x, panel.y, half, panel.h), scale)
        right, _ = laid(bottom, Rect(panel.x + half + gap, panel.y, half, panel.h), scale)
        return left + right
    above, _ = laid(top, panel, scale)
    _, height = laid(bottom, panel, scale)
    below, _ = laid(bottom, panel._replace(y=panel.y + panel.h - height), scale)
    return above + below


def laid(rows: list[Row], panel: Rect, scale: float) -> tuple[list[Widget], int]:
    """Give rows their places from the top of a panel on; return them with their height."""
    made: list[Widget] = []
    gap = round(7 * scale)
    y = panel.y
    for row in rows:
        height = round(row.height * scale)
        shares = row.shares or (1 / len(row.widgets),) * len(row.widgets)
        x = float(panel.x)
        free = panel.w - gap * (len(row.widgets) - 1)
        for widget, share in zip(row.widgets, shares, strict=True):
            width = free * share
            made.append(replace(widget, rect=Rect(round(x), y, round(width), height)))
            x += width + gap
        y += height + gap
    return made, y - gap - panel.y
