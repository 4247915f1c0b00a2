"""The real window on a virtual screen: mouse, keys, sizes, and how it ends."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tengen import Point
from tengen.session import Session, Wishes
from xvfb import MISSING, PATIENCE, RealWindow, Screen, until


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Screen]:
    if MISSING:
        pytest.skip(f"not installed: {', '.join(MISSING)}")
    made = Screen(tmp_path)
    yield made
    made.close()


@pytest.fixture(scope="module")
def twin() -> Iterator[Session]:
    made = Session(Wishes())
    yield made
    made.close()


def test_a_game_by_mouse_and_keys_in_a_window_of_every_size_survives_its_end(
    screen: Screen, twin: Session
) -> None:
    window = RealWindow(screen, twin, "--bot", "ends-easy")
    window.put(Point(7, 7))
    window.wait_for(2)
    window.click(2, 2)
    window.put(Point(7, 7))
    window.resize(480, 360)
    window.put(Point(8, 6))
    window.resize(1600, 1000)
    window.wait_for(4)
    window.key("ctrl+z")
    window.wait_for(2)
    window.press("larger")
    window.press("smaller")
    for key in ("Tab", "Right", "Return"):
        window.key(key)
    until(lambda: window.game().moves[:1] == (Point(8, 7),), "not played by keys")
    window.wait_for(2)
    children = psutil.Process(window.process.pid).children(recursive=True)
    window.process.send_signal(signal.SIGTERM)
    said, complained = window.process.communicate(timeout=PATIENCE)
    assert (window.process.returncode, said, complained) == (0, "", "")
    assert psutil.wait_procs(children, timeout=PATIENCE)[1] == []

    again = RealWindow(screen, twin)
    again.put(Point(3, 3))
    again.wait_for(4)
    children = psutil.Process(again.process.pid).children(recursive=True)
    again.process.kill()
    again.process.communicate(timeout=PATIENCE)
    assert psutil.wait_procs(children, timeout=PATIENCE)[1] == []
    assert again.game().moves[0] == Point(8, 7)


@pytest.mark.parametrize("driver", ["", "nonsense"])
def test_without_a_display_one_line_names_the_terminal(driver: str) -> None:
    env = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
    env |= {"SDL_VIDEODRIVER": driver} if driver else {}
    env.pop("WAYLAND_DISPLAY", None)
    command = [sys.executable, "-m", "tengen", "play", "--ui", "desktop"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("tengen: there is no display for a window")
    assert "--ui terminal" in done.stderr
