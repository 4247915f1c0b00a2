"""The terminal app: the board with its panel, keys, a command line, and the engine's view."""

import asyncio
import os
import signal
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from rich.text import Text
from textual import events, on
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.color import Color as TextualColor
from textual.containers import Container, Horizontal
from textual.message import Message
from textual.theme import Theme
from textual.widgets import Footer, Input, Static

from tengen.core.geometry import Color, format_point
from tengen.picture.theme import find_theme
from tengen.session.opponents import label_of
from tengen.session.session import Session, Wishes
from tengen.session.words import obey
from tengen.ui.terminal.board_view import BoardView
from tengen.ui.terminal.cells import Drawing, Shades, draw_stone, span
from tengen.ui.terminal.dialogs import GoOn, Help, NewGame, TooSmall
from tengen.ui.terminal.panel import black_chance, candidates, panel_text
from tengen.ui.terminal.signs import Signs

SMALLEST: Final = 60, 20
"""Columns and rows below which lines of text serve better."""

_PANEL: Final = 40  # Columns of the panel,
_WIDE_PANEL: Final = 64  # where there is more room,
_NARROW_PANEL: Final = 26  # where the board would not fit beside it,
_ROWS: Final = 22  # and its rows.
_SCROLLBAR: Final = 2
_PATIENCE: Final = 15.0  # Seconds that an end may take.
_BEAT: Final = 0.25  # Seconds between two looks of the sign of thinking.


class TerminalApp(App[bool]):
    """Plays one session. `run` returns True if the person wants lines of text instead."""

    TITLE = "tengen"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { layers: base; }
    #room { height: 1fr; align: center middle; }
    #board { padding: 0; }
    #panel { padding: 0 2; height: 1fr; overflow-y: auto; }
    #command { display: none; border: none; height: 1; padding: 0 1; background: $surface; }
    #command.open { display: block; }
    ModalScreen { align: center middle; }
    .dialog { width: 76; max-width: 100%; height: auto; max-height: 100%; padding: 1 2;
              background: $surface; border: round $primary; }
    .dialog Label { margin-bottom: 1; width: 100%; }
    .small { width: 52; }
    .small Horizontal { height: auto; }
    .small Button { margin-right: 2; }
    #opponents { height: 1fr; min-height: 5; max-height: 24; }
    #choices { grid-size: 4; height: 3; margin-top: 1; }
    TooSmall { background: $background; }
    OptionList:nocolor > .option-list--option-highlighted { text-style: reverse; }
    Button:nocolor:focus { text-style: reverse; }
    """
    BINDINGS = [  # noqa: RUF012
        Binding("u", "undo", "Undo"),
        Binding("h", "hint", "Hint"),
        Binding("a", "analyse", "Analyse"),
        # At once, before the keys that follow it are handed to the board.
        Binding("slash", "command", "Command", key_display="/", priority=True),
        Binding("f2", "new_game", "New", key_display="F2"),
        Binding("f3", "theme", "Theme", show=False),
        Binding("f1", "help", "Help", key_display="F1"),
        Binding("ctrl+z", "suspend_process", "Suspend", show=False),
        Binding("q", "quit", "Quit"),
    ]

    class Woken(Message):
        """An engine has answered."""

    def __init__(
        self,
        make_session: Callable[[Callable[[], None]], Session],
        signs: Signs,
        *,
        is_asked: bool = True,
        theme: str | None = None,
    ) -> None:
        # Without colours textual would show greys, which are colours to a terminal; this way it
        # shows none.
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        self._signs = signs
        self._is_asked = is_asked
        self._scheme = theme or guess_theme()
        self._beat = 0
        self._chances: dict[int, float] = {}
        self._is_small = False
        self._scale, self._columns = 1, _PANEL - 4
        self.session = make_session(self._wake)

    def compose(self) -> ComposeResult:
        """Put the parts together."""
        with Container(id="room"), Horizontal(id="table"):
            yield BoardView(self._drawing())
            yield Static(id="panel", markup=False)
        yield Input(placeholder="h8, or a word: undo, hint, threats, save game.sgf …", id="command")
        yield Footer()

    def on_mount(self) -> None:
        """Begin, or offer to go on."""
        for scheme in ("light", "dark"):
            self.register_theme(_theme(scheme, is_tinted=self._shades is Shades.ALL))
        self.theme = f"tengen-{self._scheme}"
        self._hear_signals()
        self.set_interval(_BEAT, self._tick)
        if not self._is_asked and self.session.restore():
            moves = len(self.session.game.moves)
            who = label_of(self.session.bot)
            asked = f"Your game against {who} is not over ({moves} moves). Go on?"
            self.push_screen(GoOn(asked), self._go_on)
        self.session.poll()
        self.query_one(BoardView).focus()
        self._show()

    def on_resize(self, event: events.Resize) -> None:
        """Offer lines of text where there is no room for a board."""
        is_small = event.size.width < SMALLEST[0] or event.size.height < SMALLEST[1]
        if is_small and not self._is_small:
            self.push_screen(TooSmall(), self._leave_for_lines)
        elif not is_small and isinstance(self.screen, TooSmall):
            self.screen.dismiss(False)
        self._is_small = is_small
        self._show()

    # What the person does.

    def on_board_view_played(self, message: BoardView.Played) -> None:
        """Put a stone; out of turn nothing happens."""
        if self.session.is_mine:
            self.session.play(format_point(message.point, self.session.game.size))
            self._show()

    def on_board_view_moved(self) -> None:
        """Draw the ghost stone where the cursor is now."""
        self._show_board()

    def action_undo(self) -> None:
        """Take back."""
        self.session.undo()
        self._show()

    def action_hint(self) -> None:
        """Ask for a hint."""
        self.session.hint()
        self._show()

    def action_analyse(self) -> None:
        """Open or close the engine's view."""
        self.session.analyse(not self.session.is_analysing)
        self._show()

    def action_theme(self) -> None:
        """Change between light and dark."""
        self._scheme = "light" if self._scheme == "dark" else "dark"
        self.theme = f"tengen-{self._scheme}"
        self._show()

    def action_help(self) -> None:
        """Show the keys."""
        self.push_screen(Help())

    def action_new_game(self) -> None:
        """Ask what to play."""
        self.push_screen(NewGame(self.session.wishes), self._begin)

    def action_command(self) -> None:
        """Open the command line."""
        line = self.query_one("#command", Input)
        line.add_class("open")
        line.value = ""
        self.set_focus(line)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Let a slash be a letter on the command line, and nothing where a question is asked."""
        if action == "command":
            return len(self.screen_stack) == 1 and not isinstance(self.focused, Input)
        return super().check_action(action, parameters)

    async def action_quit(self) -> None:
        """Leave; the game is kept."""
        self.exit(False)

    @on(Input.Submitted, "#command")
    def _typed(self, event: Input.Submitted) -> None:
        text = event.value.strip()
        self._close_command()
        if text.lower() in ("quit", "exit"):
            self.exit(False)
        elif text.lower() == "help":
            self.action_help()
        elif text:
            said = obey(self.session, text)
            if said and not self.session.live.is_over:
                self.session.note = said
            elif said:
                self.notify(said, markup=False)
        self._show()

    def on_key(self, event: events.Key) -> None:
        """Let Escape close the command line."""
        if event.key == "escape" and self.focused is self.query_one("#command"):
            event.stop()
            self._close_command()

    def _close_command(self) -> None:
        self.query_one("#command", Input).remove_class("open")
        self.query_one(BoardView).focus()

    def _go_on(self, is_wanted: bool | None) -> None:
        if not is_wanted:
            self.session.begin()
        self._show()

    def _begin(self, wishes: Wishes | None) -> None:
        if wishes is not None:
            self._chances.clear()
            self.session.begin(wishes)
        self._show()

    def _leave_for_lines(self, is_wanted: bool | None) -> None:
        if is_wanted:
            self.exit(True)

    # What happens meanwhile.

    def on_terminal_app_woken(self) -> None:
        """Take what the engines have answered."""
        self.session.poll()
        self._show()

    def _wake(self) -> None:
        self.post_message(self.Woken())

    def _tick(self) -> None:
        self._beat += 1
        due = self.session.due_in()
        if self.session.is_thinking or (due is not None and due <= 0):
            self.session.poll()
            self._show_panel()

    def _hear_signals(self) -> None:
        """End cleanly when the process is asked to end; at once, if the terminal itself is gone.

        Textual waits for ever for a terminal that takes nothing any more, so the loop may be stuck.
        Moves are kept as they are made, and engines end with the process.
        """
        loop = asyncio.get_running_loop()

        def end(*_: object) -> None:
            loop.call_soon_threadsafe(self.exit, False)
            last = threading.Timer(_PATIENCE, os._exit, (0,))
            last.daemon = True
            last.start()

        for name in ("SIGTERM", "SIGHUP"):
            if hasattr(signal, name) and os.name == "posix":
                signal.signal(getattr(signal, name), end)

    # What is shown.

    def _show(self) -> None:
        found = self.session.found
        chance = None if found is None else black_chance(self.session, found)
        if chance is not None:
            self._chances[len(self.session.game.moves)] = chance
        self._fit()
        self._show_board()
        self._show_panel()

    def _fit(self) -> None:
        """Give the board and the panel their places: in the middle, and larger where they can be.

        The terminal's last row is the footer's. A board that does not fit scrolls.
        """
        width, height = self.size.width, self.size.height - 1
        size = self.session.game.size
        self._scale = 1
        large = span(size, 2)
        if large[0] + _PANEL <= width and large[1] <= height:
            self._scale = 2
        across, down = span(size, self._scale)
        panel = _WIDE_PANEL if across + _WIDE_PANEL <= width else _PANEL
        panel = min(panel, max(_NARROW_PANEL, width - across))
        across = min(across + _SCROLLBAR * (down > height), max(1, width - panel))
        self._columns = panel - 4
        for found in self.screen_stack[0].query("#table"):
            found.styles.width = across + panel
            found.styles.height = min(max(1, height), max(down, _ROWS))
        for found in self.screen_stack[0].query(BoardView):
            found.styles.width, found.styles.height = across, min(max(1, height), down)
        for found in self.screen_stack[0].query("#panel"):
            found.styles.width = panel

    def _show_board(self) -> None:
        for view in self.screen_stack[0].query(BoardView):
            view.show(self._drawing())

    def _show_panel(self) -> None:
        drawn = ((color, *draw_stone(self._drawing(), color)) for color in Color)
        stones = {color: Text(f" {sign} ", style) for color, sign, style in drawn}
        text = panel_text(
            self.session, self._signs, stones, self._chances, self._beat, self._columns
        )
        for panel in self.screen_stack[0].query("#panel").results(Static):
            panel.update(text)

    def _drawing(self) -> Drawing:
        session = self.session
        scene = session.scene()
        marks = candidates(session)
        if marks:
            scene = replace(scene, candidates=marks)
        ghost = session.game.turn if session.is_mine and not session.game.choices else None
        has_colors = "NO_COLOR" not in os.environ
        return Drawing(
            scene, self._signs, self._scheme, None, ghost, has_colors, self._shades, self._scale
        )

    @property
    def _shades(self) -> Shades:
        known = {"truecolor": Shades.ALL, "256": Shades.MANY}
        return known.get(self.console.color_system or "", Shades.FEW)


def guess_theme(environ: Any = os.environ) -> str:
    """Return light or dark, as the terminal says by COLORFGBG; most that say nothing are dark."""
    back = environ.get("COLORFGBG", "").rpartition(";")[2]
    return "light" if back in ("7", "15") else "dark"


def _theme(scheme: str, *, is_tinted: bool) -> Theme:
    values = dict(find_theme(scheme))
    if not is_tinted:
        # Among 256 colours the nearest to a grey with a tint are yellow and pink.
        values |= {name: _grey(values[name]) for name in ("ink", "paper", "surface", "sunk")}
    return Theme(
        name=f"tengen-{scheme}",
        primary=values["seal"],
        secondary=values["indigo"],
        accent=values["seal"],
        foreground=values["ink"],
        background=values["paper"],
        surface=values["surface"],
        panel=values["sunk"],
        dark=scheme == "dark",
    )


def _grey(value: str) -> str:
    """Return the grey that is as bright as a colour."""
    level = round(255 * TextualColor.parse(value).brightness)
    return TextualColor(level, level, level).hex
