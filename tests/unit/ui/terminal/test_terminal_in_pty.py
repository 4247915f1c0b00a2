"""The terminal app as a process on a terminal of its own: colours, letters, and how it is left."""

import contextlib
import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from idle import BUSY, work
from tengen.session.archive import OWNER
from tengen.store import GameFilter, Store

PATIENCE = 120.0
GARBAGE = b"\x1b[200~zz\n\x00\x1b[31m\xff\xfe]]>{}[bold]\t\x1bu/q\x1b[201~"
COLORS = {*range(30, 39), *range(40, 49), *range(90, 98), *range(100, 108)}


def until(is_so: Callable[[], object], what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline, what
        time.sleep(0.05)


class Terminal:
    """A pseudo terminal with `tengen play --ui terminal` in it."""

    def __init__(self, folder: Path, *, shape: tuple[int, int] = (80, 24), **env: str) -> None:
        self.file = folder / "games.sqlite"
        self._master, self._slave = pty.openpty()
        rows = struct.pack("HHHH", shape[1], shape[0], 0, 0)
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, rows)
        self._before = self.modes
        given = {"TERM": "xterm-256color", "TENGEN_STORE": str(self.file), **env}
        names = ("LC_ALL", "LC_CTYPE", "NO_COLOR", "COLORTERM")
        kept = {name: value for name, value in os.environ.items() if name not in names}
        words = [] if self.file.exists() else ["--bot", "greedy"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tengen", "play", "--ui", "terminal", *words],
            env=kept | given,
            stdin=self._slave,
            stdout=self._slave,
            stderr=self._slave,
            start_new_session=True,
        )
        self._heard = bytearray()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        with contextlib.suppress(OSError):
            while heard := os.read(self._master, 65536):
                self._heard += heard

    @property
    def modes(self) -> list[object]:
        """The terminal's settings: echo, lines, signals."""
        return termios.tcgetattr(self._slave)[:4]

    @property
    def is_restored(self) -> bool:
        """Whether the terminal is as it was before."""
        return self.modes == self._before

    @property
    def heard(self) -> str:
        """Everything that was written so far."""
        return bytes(self._heard).decode(errors="replace")

    def type(self, keys: bytes) -> None:
        os.write(self._master, keys)

    def wait_for(self, text: str) -> None:
        until(lambda: text in self.heard, f"{text!r} not in {self.heard[-2000:]!r}")

    def plies(self) -> int:
        """Return how many moves the newest kept game has."""
        if not self.file.exists():
            return 0
        with Store.open(self.file) as store:
            games = store.games(GameFilter(owner=OWNER), limit=1)
        return games[0].plies if games else 0

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for end in (self._slave, self._master):
            os.close(end)


@pytest.fixture
def open_terminal(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def make(**words: object) -> Terminal:
        opened.append(Terminal(tmp_path, **words))  # type: ignore[arg-type]
        return opened[-1]

    yield make
    for terminal in opened:
        terminal.close()


def colors(text: str) -> set[int]:
    """Return the colours that escape sequences ask for."""
    codes = re.findall(r"\x1b\[([0-9;:]*)m", text)
    return COLORS & {int(one) for code in codes for one in re.split("[;:]", code) if one}


def test_without_colours_in_chinese_there_are_letters_and_pasted_garbage_does_nothing(
    open_terminal: Callable[..., Terminal],
) -> None:
    terminal = open_terminal(NO_COLOR="1", LANG="zh_CN.UTF-8")
    terminal.wait_for("Quit")
    terminal.type(b"\r")
    until(lambda: terminal.plies() == 2, "not played")
    until(lambda: work(terminal.process.pid, 2.0) < BUSY, "not idle")
    terminal.type(GARBAGE)
    terminal.type(b"/" + GARBAGE + b"\r")
    terminal.wait_for("neither a point")
    assert terminal.plies() == 2
    terminal.type(b"q")
    assert terminal.process.wait(PATIENCE) == 0
    assert terminal.is_restored
    assert colors(terminal.heard) == set()
    assert all(stone in terminal.heard for stone in (" X ", " O "))
    assert not any(word in terminal.heard for word in ("●", "○", "Traceback"))


def test_whoever_suspends_kills_and_comes_back_finds_terminal_and_game(
    open_terminal: Callable[..., Terminal],
) -> None:
    terminal = open_terminal()
    terminal.wait_for("Quit")
    terminal.type(b"\r")
    until(lambda: terminal.plies() == 2, "not played")
    app = psutil.Process(terminal.process.pid)
    assert colors(terminal.heard)
    assert "●" in terminal.heard
    assert not terminal.is_restored
    terminal.type(b"\x1a")
    until(lambda: app.status() == psutil.STATUS_STOPPED, "not suspended")
    assert terminal.is_restored
    terminal.process.send_signal(signal.SIGCONT)
    until(lambda: not terminal.is_restored, "not back")
    children = app.children(recursive=True)
    assert children
    terminal.process.kill()
    terminal.process.wait(PATIENCE)
    assert psutil.wait_procs(children, timeout=PATIENCE)[1] == []

    again = open_terminal()
    again.wait_for("is not over")
    again.type(b"\r")
    children = psutil.Process(again.process.pid).children(recursive=True)
    again.process.terminate()
    assert again.process.wait(PATIENCE) == 0
    assert again.is_restored
    assert psutil.wait_procs(children, timeout=PATIENCE)[1] == []
    assert again.plies() == 2
