"""Why a bot plays what it plays: the step that decided, and the values it rests on."""

from dataclasses import dataclass
from typing import Any

from tengen.core.geometry import Point, format_point

Value = bool | int | float | str | Point | None
"""What can stand in a table: points are written like `h8`, None is left empty."""


@dataclass(frozen=True, slots=True)
class Why:
    """A move with its reasons, for people who want to understand a bot."""

    move: Point
    step: str
    """The step of the bot that decided, in one word: `book`, `search`."""
    because: str
    """What that step saw, in one sentence."""
    facts: tuple[tuple[str, Value], ...] = ()
    """Values of the whole position, each with its name."""
    columns: tuple[str, ...] = ()
    """What the cells of a row are; the first is always the move."""
    rows: tuple[tuple[Value, ...], ...] = ()
    """The moves that were compared, the one that is played first, then by their worth."""
    nodes: int = 0
    """How many positions were looked at, as the bot counts them; 0 if nothing was searched."""

    def plain(self, size: int) -> dict[str, Any]:
        """Return the same as values that JSON knows, points written as on a board of `size`."""

        def told(value: Value) -> Value:
            return format_point(value, size) if isinstance(value, Point) else value

        return {
            "move": told(self.move),
            "step": self.step,
            "because": self.because,
            "facts": {name: told(value) for name, value in self.facts},
            "candidates": [
                dict(zip(self.columns, map(told, row), strict=True)) for row in self.rows
            ],
            "nodes": self.nodes,
        }
