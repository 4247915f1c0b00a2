"""The real window on a virtual screen: mouse, keys, sizes, and how it ends."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from idle import BUSY, work
from tengen import Point
from tengen.bots import find_bot
from tengen.picture.theme import find_theme
from tengen.session import Session, Wishes
from tengen.session.opponents import opponents
from tengen.store import GameResult
from tengen.ui.desktop.desk import Face
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


@pytest.fixture(scope="module")
def twin_that_began_anew() -> Iterator[Session]:
    """Return a session whose last game can be had back for ever."""
    made = Session(Wishes(bot="random"), clock=lambda: 0.0)
    made.play("h8")
    made.begin()
    yield made
    made.close()


def lose(window: RealWindow) -> None:
    """Put stones that hinder nobody until the bot has won."""
    for point in (Point(x, y) for y in (0, 14) for x in range(0, 15, 2)):
        game = window.game()
        if point in game.board.empty_points():
            window.put(point)
            window.wait_for(len(game.moves) + 2)
        stored = window.stored()
        if stored is not None and stored.verdict is not None:
            return


def win(window: RealWindow) -> None:
    """Put the stones that `greedy` would put until somebody has won."""
    mind = find_bot("greedy")
    while (stored := window.stored()) is None or stored.verdict is None:
        game = window.game()
        point = mind.choose(game)
        assert isinstance(point, Point)
        window.put(point)
        window.wait_for(len(game.moves) + 2)


def test_a_game_is_won_by_the_mouse_and_nothing_happens_after_its_end(
    screen: Screen, twin: Session
) -> None:
    window = RealWindow(screen, twin, "--bot", "random:seed=5")
    win(window)
    stored = window.stored()
    assert stored is not None
    assert stored.verdict is not None
    assert stored.verdict.result is GameResult.FIRST
    outcome = window.game().outcome()
    assert outcome is not None
    first, second, *_ = outcome.line
    ink = find_theme("light")["last-on-black"]
    until(lambda: window.color_between(first, second) == ink, "no line through the five")
    window.put(window.game().board.empty_points()[0])
    window.click(1, 1)
    until(lambda: work(window.process.pid, 1.0) < BUSY, "not idle")
    assert window.stored() == stored
    window.press("restart")
    window.put(Point(7, 7))
    window.wait_for(2)
    assert window.game().moves[0] == Point(7, 7)
    window.process.terminate()
    assert window.process.communicate(timeout=PATIENCE) == ("", "")


def test_a_lost_game_another_one_a_hint_and_what_is_brought_back(
    screen: Screen, twin: Session, twin_that_began_anew: Session
) -> None:
    # Without a PATH no font of the system is found, which nobody should hear of.
    window = RealWindow(screen, twin, "--bot", "greedy", PATH="")
    lose(window)
    stored = window.stored()
    assert stored is not None
    assert stored.verdict is not None
    assert stored.verdict.result is GameResult.SECOND
    window.put(Point(7, 0))
    window.press("restart")
    window.put(Point(7, 7))
    window.wait_for(2)
    assert window.game().moves[0] == Point(7, 7)
    best = find_theme("light")["best"]
    assert not window.has_color(best)
    window.press("hint")
    until(lambda: window.has_color(best), "no hint")
    window.press("larger")
    window.press("back", twin=twin_that_began_anew)
    window.put(Point(0, 14))
    window.wait_for(4)
    assert window.game().moves[0] == Point(7, 7)
    until(lambda: work(window.process.pid, 2.0) < BUSY, "not idle")
    children = psutil.Process(window.process.pid).children(recursive=True)
    window.process.send_signal(signal.SIGSTOP)
    window.process.send_signal(signal.SIGCONT)
    window.put(Point(2, 14))
    window.wait_for(6)
    window.process.send_signal(signal.SIGSTOP)
    window.process.kill()
    assert window.process.communicate(timeout=PATIENCE) == ("", "")
    assert psutil.wait_procs(children, timeout=PATIENCE)[1] == []
    assert len(window.game().moves) == 6


def test_the_last_opponent_of_the_list_is_chosen_and_may_be_left_while_it_thinks(
    screen: Screen, twin: Session
) -> None:
    window = RealWindow(screen, twin)
    window.press("all", Face.MENU)
    window.key("shift+Tab")
    window.key("Return")
    window.put(Point(7, 7))
    window.wait_for(2)
    stored = window.stored()
    assert stored is not None
    assert stored.second.name == opponents()[-1].name
    window.process.terminate()
    assert window.process.communicate(timeout=PATIENCE) == ("", "")
    window = RealWindow(screen, twin, "--bot", "tables-3.0")
    window.put(Point(7, 7))
    for shape in ((480, 360), (1600, 1000), (90, 60), (600, 1000)):
        window.put(Point(1, 1))
        window.click(1, 1)
        window.resize(*shape)
    window.key("ctrl+n")
    window.resize(940, 680)
    window.put(Point(3, 3))
    until(lambda: window.game().moves[:1] == (Point(3, 3),), "not restarted")
    window.process.terminate()
    assert window.process.communicate(timeout=PATIENCE) == ("", "")


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
