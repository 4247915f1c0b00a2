"""The only file of the desktop interface that touches the window: events in, pictures out."""

import contextlib
import os
import threading
import warnings
from collections import deque
from dataclasses import replace
from time import perf_counter, thread_time
from typing import Final

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")

import pygame

from tengen.errors import NotAvailable, StoreError
from tengen.session.archive import Archive
from tengen.session.opponents import opponents
from tengen.session.session import Session
from tengen.session.start import Start
from tengen.ui.desktop.bell import Bell
from tengen.ui.desktop.board import BoardPainter, Over
from tengen.ui.desktop.desk import Desk, Face
from tengen.ui.desktop.layout import SMALLEST, Layout
from tengen.ui.desktop.motion import Motion, wants_stillness
from tengen.ui.desktop.panel import PanelPainter, draw_spinner, spinner_rect
from tengen.ui.desktop.sound import Click, quiet
from tengen.ui.desktop.sprites import color, disc

_USUAL: Final = 940, 680
_SPIN: Final = 0.04  # Seconds between two pictures of the ring of a thinking bot,
_STEP: Final = 0.012  # and between two while a stone comes to rest.
# SDL cannot wait for events without asking all the time, a thousand times a second in pygame. The
# loop asks often while somebody moves the mouse or types, and seldom when nothing has happened.
_PAUSES: Final = (0.5, 0.005), (10.0, 0.025), (float("inf"), 0.05)
_KEYS: Final = {
    pygame.K_LEFT: "left",
    pygame.K_RIGHT: "right",
    pygame.K_UP: "up",
    pygame.K_DOWN: "down",
    pygame.K_RETURN: "enter",
    pygame.K_KP_ENTER: "enter",
    pygame.K_SPACE: "space",
    pygame.K_TAB: "tab",
    pygame.K_ESCAPE: "escape",
    pygame.K_F11: "f11",
    pygame.K_PAGEUP: "pageup",
    pygame.K_PAGEDOWN: "pagedown",
}
_REDRAW: Final = (
    pygame.VIDEORESIZE,
    pygame.WINDOWRESIZED,
    pygame.WINDOWSIZECHANGED,
    pygame.WINDOWEXPOSED,
    pygame.WINDOWRESTORED,
)


def open_window(start: Start) -> None:
    """Play in a window until it is closed; an unfinished game is kept."""
    _open_display()
    bell = Bell()
    archive, why = _open_archive(start.store)
    session = Session(start.wishes, archive=archive, wake=bell.ring)
    # The list of opponents reads every bot, which takes a while; it is ready when it is wanted.
    warming = threading.Timer(0.5, opponents)
    warming.daemon = True
    warming.start()
    try:
        is_restored = not start.is_asked and session.restore()
        session.poll()
        if why:
            session.note = f"Games are not being saved: {why}"
        desk = Desk(session, face=Face.GAME if is_restored else Face.MENU)
        with bell.asked_to_end(desk.close):
            Window(desk, bell, Motion(is_still=wants_stillness())).run()
    finally:
        session.close()
        bell.close()
        pygame.quit()


def _open_display() -> None:
    try:
        with quiet():
            pygame.display.init()
        pygame.font.init()
        if pygame.display.get_driver() in ("offscreen", "dummy") and not os.environ.get(
            "SDL_VIDEODRIVER"
        ):
            raise pygame.error("no display")
        pygame.display.set_caption("tengen")
        pygame.display.set_icon(_icon())
        screen = pygame.display.set_mode(_USUAL, pygame.RESIZABLE)
        screen.fill(color("light", "paper") or "white")
        pygame.display.flip()
        _keep_large()
    except (pygame.error, NotImplementedError, OSError) as error:
        pygame.quit()
        raise NotAvailable(
            "no-display",
            "there is no display for a window ({why}); play with --ui terminal",
            why=str(error).rstrip("."),
        ) from None


def _open_archive(where: str | None) -> tuple[Archive | None, str]:
    try:
        return Archive.open(where), ""
    except (StoreError, NotAvailable) as error:
        if where is not None:
            raise
        return None, str(error)


def _icon() -> pygame.Surface:
    """Return the mark: two crossing lines and a dot of seal ink."""
    icon = pygame.Surface((64, 64), pygame.SRCALPHA)
    pygame.draw.rect(icon, color("light", "board") or "white", icon.get_rect(), border_radius=12)
    for line in ((29, 8, 6, 48), (8, 29, 48, 6)):
        pygame.draw.rect(icon, color("light", "grid") or "black", line)
    seal = disc(15.0, "#b23a22")
    icon.blit(seal, (32 - seal.get_width() // 2, 32 - seal.get_height() // 2))
    return icon


def _keep_large() -> None:
    """Let the window be made no smaller than it is laid out for.

    The display module has no way to say so, and the way round it is to go; a window that is smaller
    is cut off, and nothing else happens.
    """
    with warnings.catch_warnings(), contextlib.suppress(AttributeError, pygame.error):
        warnings.simplefilter("ignore", DeprecationWarning)
        pygame.Window.from_display_module().minimum_size = SMALLEST


class Window:
    """Waits for events, hands them to the desk, and draws when something has changed."""

    def __init__(self, desk: Desk, bell: Bell, motion: Motion) -> None:
        self.desk = desk
        self.times: deque[float] = deque(maxlen=2000)
        """How long the last pictures took to draw, in seconds,"""
        self.work: deque[float] = deque(maxlen=2000)
        """and how much of that was our own work, and not another program's."""
        self._bell = bell
        self._motion = motion
        self._heard = 0.0  # When something was last done with the mouse or a key,
        self._spun = 0.0  # and when the ring was last drawn.
        self._board = BoardPainter()
        self._click = Click()
        self._is_fullscreen = False
        self._size = pygame.display.get_window_size()
        self._frame: object = None  # What the picture on the screen shows: where things are,
        self._panel: object = None  # and what stands in the panel.
        self._is_stale = True
        self._is_moving = False
        self._stones = len(desk.session.game.moves)

    @property
    def layout(self) -> Layout:
        """Where everything is, for events that come in the order in which they happened."""
        return Layout.of(*self._size)

    def run(self) -> None:
        """Play until the window is closed."""
        self.draw()
        while not self.desk.is_closed:
            session, events, is_rung = self.desk.session, pygame.event.get(), False
            if not events:
                is_rung = self._bell.wait(self._pause())
                events = pygame.event.get()
            if events:
                self._heard = perf_counter()
            is_new = sum(self.handle(event) for event in events) > 0
            if is_rung or session.due_in() == 0.0:
                is_new |= session.poll()
            if is_new or self._is_moving:
                self.draw()
            elif session.is_thinking and perf_counter() - self._spun >= _SPIN:
                self._spin()

    def _pause(self) -> float:
        """Return for how many seconds nothing is to be drawn or asked."""
        session, now = self.desk.session, perf_counter()
        waits = [next(pause for lull, pause in _PAUSES if now - self._heard < lull)]
        if (due := session.due_in()) is not None:
            waits.append(due)
        if self._is_moving:
            waits.append(_STEP)
        if session.is_thinking and self.desk.face is Face.GAME:
            waits.append(max(0.0, self._spun + _SPIN - now))
        return min(waits)

    def handle(self, event: pygame.Event) -> bool:
        """Do what an event says; return whether there is anything new to draw."""
        desk = self.desk
        if event.type == pygame.QUIT:
            desk.is_closed = True
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return desk.click(event.pos[0], event.pos[1], self.layout)
        elif event.type == pygame.MOUSEMOTION:
            return desk.point_to(event.pos[0], event.pos[1], self.layout)
        elif event.type == pygame.WINDOWLEAVE:
            desk.hover, desk.pointed = None, ""
            return True
        elif event.type == pygame.MOUSEWHEEL:
            return desk.wheel(event.y, self.layout)
        elif event.type == pygame.KEYDOWN:
            name = _key_name(event)
            return bool(name) and desk.key(name, self.layout)
        if event.type not in _REDRAW:
            return False
        if event.type == pygame.WINDOWSIZECHANGED:
            self._size = event.x, event.y
        self._frame, self._is_stale = None, True
        return True

    def draw(self) -> None:
        """Draw what has changed since the last picture, and show it."""
        begun, worked = perf_counter(), thread_time()
        self._follow_switches()
        self._size = pygame.display.get_window_size()
        target, layout = pygame.display.get_surface(), self.layout
        if target is None:
            return
        theme = "dark" if self.desk.is_dark else "light"
        frame = (layout, theme)
        if frame != self._frame:
            self._frame, self._panel, self._is_stale = frame, None, True
            target.fill(color(theme, "paper") or "white")
            self._shade(target, layout)
            self._board.forget()
        changed = self._draw_board(target, layout, theme)
        changed += self._draw_panel(target, layout, theme)
        if self._panel is not None and self._is_stale:
            self._is_stale = False
            pygame.display.flip()
        elif changed:
            pygame.display.update(changed)
        self.times.append(perf_counter() - begun)
        self.work.append(thread_time() - worked)

    def _draw_board(self, target: pygame.Surface, layout: Layout, theme: str) -> list[pygame.Rect]:
        desk = self.desk
        scene = desk.session.scene()
        moment = self._motion.follow(scene)
        self._is_moving = not moment.is_rest
        over = Over(desk.ghost, desk.cursor, moment)
        return self._board.draw(target, scene, layout, theme, over)

    def _draw_panel(self, target: pygame.Surface, layout: Layout, theme: str) -> list[pygame.Rect]:
        desk = self.desk
        widgets = desk.widgets(layout)
        facts = [(replace(w, action=None), w.id == desk.pointed) for w in widgets]
        session = desk.session
        panel = (facts, desk.focus, session.game.turn, session.live.is_over)
        if panel == self._panel:
            return []
        self._panel = panel
        rect = pygame.Rect(layout.panel).inflate(8, 8)
        target.fill(color(theme, "paper") or "white", rect)
        PanelPainter(target, layout, theme, desk).draw(widgets)
        self._ring(target, layout, theme)
        return [rect]

    def _spin(self) -> None:
        """Draw only the ring, where nothing else has changed."""
        self._spun = perf_counter()
        target, layout = pygame.display.get_surface(), self.layout
        if target is not None:
            theme = "dark" if self.desk.is_dark else "light"
            rect = self._ring(target, layout, theme)
            if rect is not None:
                pygame.display.update(rect)

    def _ring(self, target: pygame.Surface, layout: Layout, theme: str) -> pygame.Rect | None:
        session = self.desk.session
        if not session.is_thinking or self.desk.face is not Face.GAME:
            return None
        rect = spinner_rect(self.desk.widgets(layout), str(session.game.turn))
        if rect is None:
            return None
        draw_spinner(target, rect, theme, session.thinking_for)
        return pygame.Rect(rect)

    def _shade(self, target: pygame.Surface, layout: Layout) -> None:
        """Draw the one shadow there is, under the board."""
        paper, dark = target.get_at((0, 0)), pygame.Color(0, 0, 0)
        board = pygame.Rect(layout.board)
        for grown, share in ((6, 0.04), (4, 0.07), (2, 0.12)):
            rect = board.inflate(grown, grown).move(0, 2)
            pygame.draw.rect(target, paper.lerp(dark, share), rect, border_radius=8)

    def _follow_switches(self) -> None:
        """Let the window and the sound be as the desk wants them."""
        desk, session = self.desk, self.desk.session
        if desk.wants_fullscreen != self._is_fullscreen:
            self._is_fullscreen = desk.wants_fullscreen
            pygame.display.toggle_fullscreen()
        stones = len(session.game.moves)
        if desk.has_sound and not self._click.prepare():
            desk.has_sound = False
            session.note = "There is no sound device here."
        if desk.has_sound and stones > self._stones:
            self._click.play()
        self._stones = stones


def _key_name(event: pygame.Event) -> str:
    """Return a key as the desk knows it: `ctrl+z`, `shift+tab`, `left`, `h`; or nothing."""
    name = _KEYS.get(event.key)
    if name is None:
        name = event.unicode if event.unicode.isalpha() and event.unicode.isascii() else ""
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            name = pygame.key.name(event.key)
            return f"ctrl+{name}" if name else ""
        return name.lower()
    if event.mod & pygame.KMOD_SHIFT and name == "tab":
        return "shift+tab"
    return name


__all__ = ["SMALLEST", "Window", "open_window"]
