"""A board for terminals: a scene in lines and stones, with the engine's candidates on it."""

import locale
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from tengen.core.geometry import Color, Point
from tengen.picture.scene import Scene

if TYPE_CHECKING:
    from rich.text import Text


class _Signs(NamedTuple):
    """What points are drawn with: stones, and the nine kinds of crossings with what joins them."""

    black: str
    white: str
    crossings: tuple[str, str, str]
    join: str
    star: str
    blocked: str
    trap: str
    forbidden: str


DISCS: Final = _Signs("●", "○", ("┌┬┐", "├┼┤", "└┴┘"), "─", "╋", "▨", "◎", "×")
LETTERS: Final = _Signs("X", "O", ("...", "...", "..."), " ", "+", "#", "*", "!")

_RANKS: Final = {
    "best": "bold black on cyan",
    "good": "black on green",
    "doubtful": "black on yellow",
}
_WIDE: Final = ("zh", "ja", "ko")


def signs() -> _Signs:
    """Return discs and lines, or letters where those may be missing or two columns wide."""
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower()
    language = locale.setlocale(locale.LC_CTYPE) or ""
    if not encoding.startswith("utf") or language.lower().startswith(_WIDE):
        return LETTERS
    return DISCS


def draw_board(scene: Scene, kind: _Signs | None = None, *, colors: bool = True) -> "Text":
    """Return the board, two columns a point, with row numbers and column letters.

    Without colours two candidates side by side would read as one number, so that they are
    numbered by their order instead.
    """
    from rich.text import Text

    kind = signs() if kind is None else kind
    if not colors:
        numbered = (replace(c, text=str(i)) for i, c in enumerate(scene.candidates, 1))
        scene = replace(scene, candidates=tuple(numbered))
    text = Text(no_wrap=True)
    width = len(str(scene.size))
    for y in range(scene.size):
        text.append(f"{scene.size - y:>{width}}", "dim")
        for x in range(scene.size):
            text.append_text(_point(scene, Point(x, y), kind))
        text.append("\n")
    text.append(" " * width + "".join(f" {chr(ord('a') + x)}" for x in range(scene.size)), "dim")
    return text


def _point(scene: Scene, point: Point, kind: _Signs) -> "Text":
    from rich.text import Text

    join = kind.join if point.x else " "
    for candidate in scene.candidates:
        if candidate.point == point:
            text = candidate.text[:2]
            return Text((join if len(text) < 2 else "") + text, _RANKS[candidate.rank])
    for ghost in scene.preview:
        if ghost.point == point:
            style = "black on white" if ghost.color is Color.WHITE else "white on black"
            return Text(f"{ghost.number or '':>2}", style)
    for stone in scene.stones:
        if stone.point == point:
            return _stone(scene, point, stone.color, kind, join)
    if point in scene.forbidden:
        return Text(join, "dim") + Text(kind.forbidden, "bold red")
    if point in scene.blocked:
        return Text(join, "dim") + Text(kind.blocked, "dim")
    if point in scene.traps:
        return Text(join, "dim") + Text(kind.trap, "magenta")
    return Text(join + _crossing(point, scene.size, kind), "dim")


def _stone(scene: Scene, point: Point, color: Color, kind: _Signs, join: str) -> "Text":
    from rich.text import Text

    sign = kind.black if color is Color.BLACK else kind.white
    style = "bold" if color is Color.BLACK else "bold cyan"
    if point in scene.line:
        style = "bold reverse"
    elif point == scene.last:
        return Text("(" if kind is LETTERS else join, "dim") + Text(sign, "bold red")
    return Text(join, "dim") + Text(sign, style)


def _crossing(point: Point, size: int, kind: _Signs) -> str:
    middle = (size - 1) / 2
    if (point.x, point.y) == (middle, middle):
        return kind.star
    row = 0 if point.y == 0 else 2 if point.y == size - 1 else 1
    column = 0 if point.x == 0 else 2 if point.x == size - 1 else 1
    return kind.crossings[row][column]


def draw_bar(black: float, width: int = 32) -> "Text":
    """Return Black's chance as a bar; the part of Black is the darker one."""
    from rich.text import Text

    share = round(width * max(0.0, min(1.0, black)))
    plain = not (getattr(sys.stdout, "encoding", None) or "ascii").lower().startswith("utf")
    full, light = ("#", "-") if plain else ("█", "░")
    return Text(full * share, "bold") + Text(light * (width - share), "dim")
