"""Draws the panel: who plays, what is going on, and the buttons."""

import math
from collections.abc import Callable
from typing import Final

import pygame

from tengen.ui.desktop.desk import Desk
from tengen.ui.desktop.fonts import fitted, wrapped, written
from tengen.ui.desktop.layout import Layout, Rect
from tengen.ui.desktop.sprites import as_text, color, disc, plate, put, stone
from tengen.ui.desktop.widgets import Look, Widget

_SMALL: Final = 13
_TEXT: Final = 15
_LARGE: Final = 18
_TITLE: Final = 26


class PanelPainter:
    """Draws widgets in one theme and scale."""

    def __init__(self, target: pygame.Surface, layout: Layout, theme: str, desk: Desk) -> None:
        self._target = target
        self._scale = layout.scale
        self._theme = theme
        self._desk = desk

    def draw(self, widgets: list[Widget]) -> None:
        """Draw all of them."""
        looks: dict[Look, Callable[[Widget], None]] = {
            Look.TITLE: self._title,
            Look.HEADING: self._heading,
            Look.NUMBER: self._number,
            Look.SEAT: self._seat,
            Look.STATUS: self._status,
            Look.ROW: self._row,
            Look.BAR: self._bar,
        }
        for widget in widgets:
            looks.get(widget.look, self._button)(widget)
            if widget.id and widget.id == self._desk.focus:
                grown = pygame.Rect(widget.rect).inflate(4, 4)
                edge = (self._ink("indigo"), max(2, self._px(2)))
                plate(self._target, grown, self._px(8), None, edge)

    def _ink(self, name: str) -> pygame.Color:
        return color(self._theme, name) or pygame.Color(0, 0, 0, 0)

    def _px(self, units: float) -> int:
        return max(1, round(units * self._scale))

    def _text(
        self, text: str, rect: Rect, ink: str, size: int = _TEXT, *, align: float = 0.0,
        title: bool = False,
    ) -> None:  # fmt: skip
        """Draw one line in the middle of a rectangle's height; `align` 0 is left, 0.5 centred."""
        height = self._px(size)
        shown = fitted(text, rect.w, height, title=title)
        made = written(shown, height, int(self._ink(ink)), title=title)
        x = rect.x + (rect.w - made.get_width()) * align
        self._target.blit(made, (round(x), round(rect.y + (rect.h - made.get_height()) / 2)))

    def _title(self, widget: Widget) -> None:
        """Draw the mark, two crossing lines with a dot of seal ink, and the name."""
        rect, arm = widget.rect, self._px(11)
        x, y = rect.x + arm, rect.y + rect.h // 2
        width = self._px(2)
        for line in (
            (x - arm, y - width // 2, 2 * arm, width),
            (x - width // 2, y - arm, width, 2 * arm),
        ):
            pygame.draw.rect(self._target, self._ink("ink"), line)
        dot = disc(float(self._px(5)), as_text(self._ink("seal")))
        put(self._target, dot, (x, y))
        beside = Rect(rect.x + 2 * arm + self._px(10), rect.y, rect.w - 3 * arm, rect.h)
        self._text(widget.text, beside, "ink", _TITLE, title=True)

    def _heading(self, widget: Widget) -> None:
        self._text(widget.text, widget.rect, "ink-2", _SMALL)

    def _number(self, widget: Widget) -> None:
        self._text(widget.text, widget.rect, "ink", _LARGE, align=0.5)

    def _seat(self, widget: Widget) -> None:
        """Draw a player: a stone, a name, and a bar of ink where it is the turn."""
        session, rect = self._desk.session, widget.rect
        is_turn = not session.live.is_over and str(session.game.turn) == widget.more
        at = (rect.x + rect.h * 0.6, rect.y + rect.h / 2)
        if is_turn:
            plate(self._target, pygame.Rect(rect), self._px(6), self._ink("ink"))
            # A stone of the bar's own colour would not be seen without something under it.
            put(self._target, disc(rect.h * 0.43, as_text(self._ink("edge"))), at)
        put(self._target, stone(widget.more, float(rect.h) * 0.8, self._theme), at)
        left = rect.x + round(rect.h * 1.2)
        beside = Rect(left, rect.y, rect.x + rect.w - left - rect.h, rect.h)
        self._text(widget.text, beside, "paper" if is_turn else "ink", _TEXT)

    def _status(self, widget: Widget) -> None:
        is_result = widget.more == "result"
        size = self._px(_LARGE if is_result else _TEXT)
        rect = widget.rect
        lines = wrapped(widget.text, rect.w, size, title=is_result)
        step = round(size * 1.28)
        for n, line in enumerate(lines[: max(1, rect.h // step)]):
            made = written(line, size, int(self._ink("ink")), title=is_result)
            self._target.blit(made, (rect.x, rect.y + self._px(4) + n * step))

    def _button(self, widget: Widget) -> None:
        rect, radius = pygame.Rect(widget.rect), self._px(6)
        is_pointed = widget.enabled and self._desk.pointed == widget.id
        ink, fill = "ink" if widget.enabled else "edge", "surface"
        if widget.look is Look.PRIMARY:
            ink, fill = "on-seal", "seal"
        elif widget.chosen:
            ink, fill = "paper", "ink"
        elif is_pointed:
            fill = "sunk"
        edge = None
        if widget.look is Look.BUTTON and not widget.chosen:
            edge = (self._ink("edge" if widget.enabled else "line"), max(1, self._px(1)))
        if widget.look is not Look.QUIET or is_pointed:
            plate(self._target, rect, radius, self._ink(fill), edge)
        self._text(widget.text, widget.rect, ink, _TEXT, align=0.5)

    def _row(self, widget: Widget) -> None:
        """Draw an opponent: name and rating, and under it a sentence in two lines."""
        rect, pad = widget.rect, self._px(10)
        is_pointed = widget.enabled and self._desk.pointed == widget.id
        if widget.chosen or is_pointed:
            plate(self._target, pygame.Rect(rect), self._px(6), self._ink("sunk"))
        if widget.chosen:
            bar = pygame.Rect(rect.x, rect.y + self._px(6), self._px(3), rect.h - 2 * self._px(6))
            self._target.fill(self._ink("seal"), bar)
        inner = Rect(rect.x + pad, rect.y + self._px(4), rect.w - 2 * pad, self._px(24))
        self._text(widget.text, inner, "ink" if widget.enabled else "edge")
        self._text(widget.aside, inner, "ink-2", _SMALL, align=1.0)
        ink, size, step = "ink-2" if widget.enabled else "edge", self._px(_SMALL), self._px(17)
        lines = wrapped(widget.more, inner.w, size)
        if len(lines) > 2:
            lines = (lines[0], fitted(" ".join(lines[1:]), inner.w, size))
        for n, line in enumerate(lines):
            below = Rect(inner.x, inner.y + inner.h + n * step, inner.w, step)
            self._text(line, below, ink, _SMALL)

    def _bar(self, widget: Widget) -> None:
        """Draw how much of a list is shown, and where that is."""
        above, shown = map(float, widget.more.split())
        rect = pygame.Rect(widget.rect)
        plate(self._target, rect, rect.w // 2, self._ink("sunk"))
        thumb = pygame.Rect(rect.x, rect.y + rect.h * above, rect.w, rect.h * shown)
        plate(self._target, thumb, rect.w // 2, self._ink("edge"))


def spinner_rect(widgets: list[Widget], turn: str) -> Rect | None:
    """Return where the ring of a thinking bot is: at the right of its seat, if that is shown."""
    for widget in widgets:
        if widget.look is Look.SEAT and widget.more == turn:
            rect = widget.rect
            return Rect(rect.x + rect.w - rect.h, rect.y, rect.h, rect.h)
    return None


def draw_spinner(target: pygame.Surface, rect: Rect, theme: str, seconds: float) -> None:
    """Draw the moving ring that shows that somebody thinks."""
    back = color(theme, "ink")
    front = color(theme, "seal")
    assert back is not None
    assert front is not None
    r = rect.h * 0.28
    center = pygame.Vector2(rect.x + rect.w / 2, rect.y + rect.h / 2)
    pygame.draw.rect(target, back, pygame.Rect(rect).inflate(-4, -4))
    for n in range(10):
        angle = 2 * math.pi * (n / 10) + seconds * 5
        at = center + pygame.Vector2(math.cos(angle), math.sin(angle)) * r
        share = (n + 1) / 10
        put(target, disc(max(1.2, r * 0.24), _mixed(back, front, share)), (at.x, at.y))


def _mixed(back: pygame.Color, front: pygame.Color, share: float) -> str:
    return as_text(back.lerp(front, share))
