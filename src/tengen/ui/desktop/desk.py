"""What the window shows and does, without a window: clicks and keys come in as plain values.

The panel has three faces: the start menu, the game, and the list of all opponents. Each is a list
of widgets in rows. What a widget does stands beside it.
"""

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from typing import Final

from tengen.core.geometry import Color, Point, format_point
from tengen.core.openings import Seat
from tengen.session.opponents import EASY_TO_HARD, label_of, opponents, refusal
from tengen.session.session import Session, Wishes
from tengen.ui.desktop.layout import Layout, Rect
from tengen.ui.desktop.widgets import Look, Row, Widget, laid, placed

SIZES: Final = range(5, 20)
"""The board sizes that the window offers, as the report does."""

_HEAD: Final = 52  # How high the head of the list of opponents is, and a row of it.
_ROW: Final = 72

_STEPS: Final = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class Face(StrEnum):
    """What the panel shows."""

    MENU = "menu"
    GAME = "game"
    PICKER = "picker"


class Desk:
    """The state of the window besides the game: what is hovered, focused, open and scrolled."""

    def __init__(self, session: Session, *, face: Face = Face.MENU) -> None:
        self.session = session
        self.face = face
        self.hover: Point | None = None
        """The point under the pointer."""
        self.pointed = ""
        """The widget under the pointer."""
        self.cursor: Point | None = None
        """The point that the keyboard is at, while the board has the focus."""
        self.focus = ""
        """The widget that has the keyboard's focus; empty for the board."""
        self.scroll = 0.0
        """How far the list of opponents is scrolled, in rows."""
        self.is_dark = False
        self.has_sound = False
        self.is_closed = False
        self.wants_fullscreen = False

    # What comes in. Each says whether there is anything new to draw.

    def click(self, x: float, y: float, layout: Layout) -> bool:
        """Do what is under the pointer; nothing, if nothing is."""
        self.cursor, self.focus = None, ""
        for widget in self.widgets(layout):
            if widget.rect.has(x, y):
                if widget.is_button and widget.action is not None:
                    widget.action()
                return True
        point = layout.point_at(x, y, self.session.game.size)
        if point is not None:
            self._play(point)
        return True

    def point_to(self, x: float, y: float, layout: Layout) -> bool:
        """Move the pointer."""
        before = self.hover, self.pointed
        self.hover = layout.point_at(x, y, self.session.game.size)
        under = (w for w in self.widgets(layout) if w.is_button and w.rect.has(x, y))
        self.pointed = next((widget.id for widget in under), "")
        return before != (self.hover, self.pointed)

    def wheel(self, steps: float, layout: Layout) -> bool:
        """Scroll the list of opponents."""
        if self.face is not Face.PICKER:
            return False
        before = self.scroll
        self._scroll_to(self.scroll - steps, layout)
        return before != self.scroll

    def key(self, name: str, layout: Layout) -> bool:
        """Press a key, named as in `ctrl+z`, `left`, `enter` or `h`; say if it means anything."""
        session = self.session
        does: dict[str, Callable[[], object]] = {
            "ctrl+z": session.undo,
            "u": session.undo,
            "ctrl+n": self._restart,
            "h": session.hint,
            "f11": self._toggle_fullscreen,
            "ctrl+q": self.close,
            "escape": self._escape,
            "tab": lambda: self._move_focus(1, layout),
            "shift+tab": lambda: self._move_focus(-1, layout),
            "enter": lambda: self._press(layout),
            "space": lambda: self._press(layout),
            "pageup": lambda: self.wheel(self._rows_shown(layout) - 1, layout),
            "pagedown": lambda: self.wheel(1 - self._rows_shown(layout), layout),
        }
        if name in _STEPS:
            self._step(name, layout)
        elif name in does:
            does[name]()
        else:
            return False
        return True

    # What is drawn.

    @property
    def ghost(self) -> Point | None:
        """The point where a stone would be put, if it is the person's turn and it is free."""
        point = self.cursor or self.hover
        game = self.session.game
        is_free = point is not None and self.session.is_mine and not game.choices
        return point if is_free and point in game.board.empty_points() else None

    def widgets(self, layout: Layout) -> list[Widget]:
        """Return the widgets of the panel with their places."""
        rows = {Face.MENU: self._menu, Face.GAME: self._game}.get(self.face)
        if rows is None:
            return self._picker(layout)
        return placed(rows(), layout)

    # The faces of the panel.

    def _menu(self) -> tuple[list[Row], list[Row]]:
        session = self.session
        back: list[Widget] = []
        if session.has_begun and not session.live.is_over:
            back = [Widget("close-menu", Look.PRIMARY, "Back to the game", self._to_game)]
        elif not session.is_mine or session.live.is_over:
            back = [Widget("play", Look.PRIMARY, "Play", self._restart)]
        mine = session.live.color(session.seat)
        sides = tuple(
            Widget(
                f"side-{color}",
                Look.BUTTON,
                f"{str(color).capitalize()}{', first' if color is Color.BLACK else ''}",
                lambda seat=seat: self._begin(seat=seat),  # type: ignore[misc]
                chosen=mine is color,
            )
            for color, seat in ((Color.BLACK, Seat.FIRST), (Color.WHITE, Seat.SECOND))
        )
        top = [
            Row(40, (Widget("title", Look.TITLE, "tengen"),)),
            Row(84, (self._status(),)),
            *([Row(38, tuple(back))] if back else []),
            *self._bring_back(),
        ]
        bottom = [
            Row(22, (Widget("who", Look.HEADING, "Opponent"),)),
            *self._opponent_rows(),
            Row(22, (Widget("you", Look.HEADING, "You play"),)),
            Row(34, sides),
            Row(22, (Widget("size-heading", Look.HEADING, "Board"),)),
            self._size_row(),
            self._last_row(),
        ]
        return top, bottom

    def _game(self) -> tuple[list[Row], list[Row]]:
        session = self.session
        menu = Widget("menu", Look.QUIET, "Menu", self._to_menu)
        seats = [
            Row(30, (Widget(f"seat-{color}", Look.SEAT, session.name(color), more=str(color)),))
            for color in Color
        ]
        top = [
            Row(40, (Widget("title", Look.TITLE, "tengen"), menu), (0.68, 0.32)),
            *seats,
            Row(84, (self._status(),)),
            *self._bring_back(),
            *self._choices(),
        ]
        undo = Widget("undo", Look.BUTTON, "Undo", self._undo, enabled=session.can_undo)
        hint = Widget("hint", Look.BUTTON, "Hint", self._hint, enabled=session.is_mine)
        is_over = session.live.is_over
        restart = Widget(
            "restart",
            Look.PRIMARY if is_over else Look.BUTTON,
            "Play again" if is_over else "Restart",
            self._restart,
        )
        swap = Widget(
            "swap", Look.BUTTON, "Swap sides", session.swap_sides, enabled=not session.live.is_over
        )
        bottom = [
            *self._opponent_rows(),
            self._size_row(),
            Row(36, (restart, undo)),
            Row(36, (hint, swap)),
            self._last_row(),
        ]
        return top, bottom

    def _picker(self, layout: Layout) -> list[Widget]:
        scale, panel = layout.scale, layout.panel
        head = Row(40, (Widget("title", Look.HEADING, "Opponents"), self._back()), (0.62, 0.38))
        made, _ = laid([head], panel, scale)
        top, height = panel.y + round(_HEAD * scale), round(_ROW * scale)
        shown, every = self._rows_shown(layout), opponents()
        first = min(int(self.scroll), max(0, len(every) - shown))
        setup = self.session.wishes.game().setup
        bar = round(8 * scale)
        for n, who in enumerate(every[first : first + shown]):
            why = refusal(who.name, setup)
            made.append(
                Widget(
                    f"bot-{who.name}",
                    Look.ROW,
                    who.label,
                    lambda name=who.name: self._pick(name),  # type: ignore[misc]
                    enabled=why is None,
                    chosen=who.name == self.session.bot.partition(":")[0],
                    more=who.description if why is None else why,
                    aside="" if who.rating is None else f"{who.rating:.0f}",
                    rect=Rect(panel.x, top + n * height, panel.w - bar, height - round(4 * scale)),
                )
            )
        if shown < len(every):
            rect = Rect(panel.x + panel.w - bar // 2, top, bar // 2, shown * height)
            share = f"{first / len(every)} {shown / len(every)}"
            made.append(Widget("bar", Look.BAR, more=share, rect=rect))
        return made

    def _rows_shown(self, layout: Layout) -> int:
        return max(1, int((layout.panel.h / layout.scale - _HEAD) / _ROW))

    def _scroll_to(self, row: float, layout: Layout) -> None:
        most = max(0, len(opponents()) - self._rows_shown(layout))
        self.scroll = min(max(0.0, row), most)

    def _reveal(self, layout: Layout) -> None:
        """Scroll as far as is needed to show the opponent that has the focus."""
        names = [f"bot-{who.name}" for who in opponents()]
        if self.face is Face.PICKER and self.focus in names:
            row, shown = names.index(self.focus), self._rows_shown(layout)
            if not self.scroll <= row < self.scroll + shown:
                self._scroll_to(row if row < self.scroll else row - shown + 1, layout)

    # Rows that faces share.

    def _status(self) -> Widget:
        session = self.session
        text = session.unkept
        text = f"Games are not being saved: {text}" if text else ""
        if not text or session.live.is_over:
            text = session.status("Click any point to start")
        return Widget("status", Look.STATUS, text, more="result" if session.live.is_over else "")

    def _opponent_rows(self) -> list[Row]:
        bot = self.session.bot.partition(":")[0]
        three = tuple(
            Widget(
                f"bot-{name}",
                Look.BUTTON,
                label,
                lambda name=name: self._pick(name),  # type: ignore[misc]
                chosen=name == bot,
            )
            for name, label in EASY_TO_HARD.items()
        )
        other = "All opponents" if bot in EASY_TO_HARD else f"{label_of(bot)}: change"
        every = Widget("all", Look.BUTTON, other, self._to_picker, chosen=bot not in EASY_TO_HARD)
        return [Row(34, three), Row(34, (every,))]

    def _size_row(self) -> Row:
        size = self.session.game.size
        less = Widget(
            "smaller", Look.BUTTON, "−", lambda: self._resize(size - 1), enabled=size > SIZES[0]
        )
        more = Widget(
            "larger", Look.BUTTON, "+", lambda: self._resize(size + 1), enabled=size < SIZES[-1]
        )
        number = Widget("size", Look.NUMBER, f"{size} × {size}")
        return Row(36, (less, number, more), (0.26, 0.48, 0.26))

    def _bring_back(self) -> list[Row]:
        if self.session.fault is not None:
            return [Row(36, (Widget("retry", Look.PRIMARY, "Try again", self.session.retry),))]
        if not self.session.can_bring_back:
            return []
        return [Row(36, (Widget("back", Look.BUTTON, "Bring it back", self._bring),))]

    def _choices(self) -> list[Row]:
        session = self.session
        names = [str(choice) for choice in session.game.choices] if session.is_mine else []
        if session.is_mine and session.game.may_pass():
            names.append("pass")
        return [
            Row(
                36,
                (
                    Widget(
                        f"choose-{name}",
                        Look.PRIMARY,
                        name.replace("-", " ").capitalize(),
                        lambda name=name: self._choose(name),  # type: ignore[misc]
                    ),
                ),
            )
            for name in names
        ]

    def _last_row(self) -> Row:
        sound = Widget(
            "sound", Look.QUIET, f"Sound {'on' if self.has_sound else 'off'}", self._toggle_sound
        )
        dark = Widget("theme", Look.QUIET, "Light" if self.is_dark else "Dark", self._toggle_theme)
        return Row(30, (sound, dark))

    def _back(self) -> Widget:
        return Widget("close-picker", Look.BUTTON, "Back", self._leave_picker)

    # What widgets and keys do.

    def _play(self, point: Point) -> None:
        if self.session.is_mine and self.session.play(format_point(point, self.session.game.size)):
            self.face = Face.GAME

    def _begin(self, **changes: object) -> None:
        self.session.begin(replace(self.session.wishes, **changes))  # type: ignore[arg-type]

    def _restart(self) -> None:
        self.session.begin()
        self.face = Face.GAME

    def _resize(self, size: int) -> None:
        """Begin anew on another board; a bot that does not play it gives way to Easy."""
        wishes: Wishes = replace(self.session.wishes, size=size)
        if size in SIZES:
            if refusal(wishes.bot, wishes.game().setup) is not None:
                wishes = replace(wishes, bot=next(iter(EASY_TO_HARD)))
            self.session.begin(wishes)

    def _pick(self, name: str) -> None:
        self._begin(bot=name)
        if self.face is Face.PICKER:
            self._leave_picker()

    def _choose(self, name: str) -> None:
        self.session.play(name)

    def _undo(self) -> None:
        self.session.undo()

    def _hint(self) -> None:
        self.session.hint()

    def _bring(self) -> None:
        self.session.bring_back()
        self.face = Face.GAME

    def _to_menu(self) -> None:
        self.face = Face.MENU

    def _to_game(self) -> None:
        self.face = Face.GAME

    def _to_picker(self) -> None:
        """Show all opponents, with the present one in view."""
        self._before, self.face = self.face, Face.PICKER
        names = [who.name for who in opponents()]
        bot = self.session.bot.partition(":")[0]
        self.scroll = float(max(0, names.index(bot) - 2)) if bot in names else 0.0

    _before = Face.GAME

    def _leave_picker(self) -> None:
        self.face = self._before

    def _toggle_sound(self) -> None:
        self.has_sound = not self.has_sound

    def _toggle_theme(self) -> None:
        self.is_dark = not self.is_dark

    def _toggle_fullscreen(self) -> None:
        self.wants_fullscreen = not self.wants_fullscreen

    def close(self) -> None:
        """Leave; the game is kept."""
        self.is_closed = True

    def _escape(self) -> None:
        if self.cursor is not None or self.focus:
            self.cursor, self.focus = None, ""
        elif self.face is Face.PICKER:
            self._leave_picker()
        elif self.wants_fullscreen:
            self.wants_fullscreen = False
        else:
            self.face = Face.GAME if self.face is Face.MENU else Face.MENU

    def _move_focus(self, step: int, layout: Layout) -> None:
        """Go on to the next button, or from the last to the board and round again."""
        ids = ["", *self._stops(layout)]
        at = ids.index(self.focus) if self.focus in ids else 0
        if self.cursor is None and not self.focus and step > 0:
            self._enter_board()
            return
        self.focus = ids[(at + step) % len(ids)]
        if self.focus:
            self.cursor = None
            self._reveal(layout)
        else:
            self._enter_board()

    def _stops(self, layout: Layout) -> list[str]:
        """Return what the keyboard can go to, in order; opponents also where they are scrolled."""
        if self.face is not Face.PICKER:
            return [widget.id for widget in self.widgets(layout) if widget.is_button]
        setup = self.session.wishes.game().setup
        able = (who.name for who in opponents() if refusal(who.name, setup) is None)
        return ["close-picker", *(f"bot-{name}" for name in able)]

    def _enter_board(self) -> None:
        middle = self.session.game.size // 2
        self.cursor = self.session.scene().last or Point(middle, middle)

    def _step(self, name: str, layout: Layout) -> None:
        dx, dy = _STEPS[name]
        if self.focus:
            self._move_focus(dx or dy, layout)
        elif self.cursor is None:
            self._enter_board()
        else:
            end = self.session.game.size - 1
            x, y = self.cursor
            self.cursor = Point(min(max(0, x + dx), end), min(max(0, y + dy), end))

    def _press(self, layout: Layout) -> None:
        if not self.focus:
            if self.cursor is not None:
                self._play(self.cursor)
            return
        for widget in self.widgets(layout):
            if widget.id == self.focus and widget.is_button and widget.action is not None:
                widget.action()
                return
