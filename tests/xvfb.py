"""The real window on a virtual screen, with a mouse and keys: what its tests are made of."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from PIL import ImageColor, ImageGrab

from tengen import Game, Point
from tengen.notation.position import parse_position
from tengen.picture.theme import find_theme
from tengen.session import Session
from tengen.session.archive import OWNER
from tengen.store import GameFilter, Store, StoredGame
from tengen.ui.desktop.desk import Desk, Face
from tengen.ui.desktop.layout import Layout

PATIENCE = 90.0
MISSING = [name for name in ("Xvfb", "xdotool") if shutil.which(name) is None]


def until(is_so: Callable[[], object], what: str = "") -> None:
    """Wait for a condition, and never for a while."""
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline, what
        time.sleep(0.05)


class Screen:
    """A virtual screen of its own, whose number the server chooses."""

    def __init__(self, folder: Path) -> None:
        reader, writer = os.pipe()
        self._server = subprocess.Popen(
            [
                "Xvfb",
                "-displayfd",
                str(writer),
                *["-screen", "0", "1700x1100x24", "-nolisten", "tcp"],
                # Or the server begins anew, and refuses clients, whenever the last one goes.
                "-noreset",
            ],
            pass_fds=[writer],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(writer)
        with os.fdopen(reader) as numbers:
            self.display = f":{numbers.readline().strip()}"
        self.file = folder / "games.sqlite"
        self.env = {**os.environ, "DISPLAY": self.display, "TENGEN_STORE": str(self.file)}
        self.env.pop("SDL_VIDEODRIVER", None)

    def close(self) -> None:
        self._server.kill()
        self._server.wait()

    def tool(self, *words: object) -> str:
        command = ["xdotool", *map(str, words)]
        done = subprocess.run(command, env=self.env, capture_output=True, text=True, check=False)
        return done.stdout.strip()


class RealWindow:
    """`tengen play --ui desktop`, seen from outside: by its window and by its store."""

    def __init__(self, screen: Screen, twin: Session, *words: str, **env: str) -> None:
        self._screen = screen
        self._twin = twin
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tengen", "play", "--ui", "desktop", *words],
            env=screen.env | env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._id = ""

        def is_there() -> bool:
            assert self.process.poll() is None, self.process.communicate()
            self._id = screen.tool("search", "--pid", self.process.pid).split("\n")[0]
            return bool(self._id)

        until(is_there, "no window")
        # Clicks on a window that is not yet on the screen, or is still being placed, go elsewhere.
        until(lambda: self.has_color(find_theme("light")["board"]), "no board")
        is_there()
        screen.tool("windowmove", self._id, 0, 0)
        screen.tool("windowfocus", self._id)

    @property
    def shape(self) -> tuple[int, int]:
        said = self._screen.tool("getwindowgeometry", "--shell", self._id)
        values = dict(line.split("=") for line in said.splitlines())
        return int(values["WIDTH"]), int(values["HEIGHT"])

    def resize(self, width: int, height: int) -> None:
        self._screen.tool("windowsize", self._id, width, height)
        until(lambda: self.shape == (width, height), "not resized")

    def click(self, x: float, y: float) -> None:
        self._screen.tool("mousemove", "--window", self._id, round(x), round(y), "click", 1)

    def put(self, point: Point, size: int = 15) -> None:
        """Click a point of the board."""
        self.click(*Layout.of(*self.shape).place(point, size))

    def press(self, name: str, face: Face = Face.GAME, *, twin: Session | None = None) -> None:
        """Click a widget of the panel where the desk would have it."""
        widgets = Desk(twin or self._twin, face=face).widgets(Layout.of(*self.shape))
        rect = next(widget for widget in widgets if widget.id == name).rect
        self.click(rect.x + rect.w / 2, rect.y + rect.h / 2)

    def key(self, name: str) -> None:
        self._screen.tool("key", name)

    def has_color(self, ink: str) -> bool:
        """Say whether a colour is anywhere on the screen."""
        picture = ImageGrab.grab(xdisplay=self._screen.display).convert("RGB")
        colors = picture.getcolors(picture.width * picture.height) or []
        return ImageColor.getrgb(ink) in {color for _, color in colors}

    def color_between(self, one: Point, other: Point, size: int = 15) -> str:
        """Return the colour in the middle between two points of the board."""
        layout = Layout.of(*self.shape)
        (ax, ay), (bx, by) = layout.place(one, size), layout.place(other, size)
        picture = ImageGrab.grab(xdisplay=self._screen.display).convert("RGB")
        ink = picture.getpixel((round((ax + bx) / 2), round((ay + by) / 2)))
        assert isinstance(ink, tuple)
        return "#{:02x}{:02x}{:02x}".format(*ink)

    def stored(self) -> StoredGame | None:
        """Return the newest game that the window has kept."""
        if not self._screen.file.exists():
            return None
        with Store.open(self._screen.file) as store:
            games = store.games(GameFilter(owner=OWNER), limit=1)
        return games[0] if games else None

    def game(self) -> Game:
        """Return that game as it stands."""
        from tengen.play import Referee, event_from_dict

        stored = self.stored()
        if stored is None:
            return parse_position("")
        with Store.open(self._screen.file) as store:
            return Referee.replay(event_from_dict(e.payload) for e in store.events(stored.id)).game

    def wait_for(self, plies: int) -> None:
        """Wait until so many moves are kept, or the game is over."""

        def is_so() -> bool:
            assert self.process.poll() is None, self.process.communicate()
            stored = self.stored()
            return stored is not None and (stored.plies == plies or stored.verdict is not None)

        until(is_so, f"not {plies} moves")
