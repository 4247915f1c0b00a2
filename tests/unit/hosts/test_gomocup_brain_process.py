"""The brain as a process: pipes, signals, a quick end, and nothing on stderr."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tengen.hosts._stdio import split_lines
from tengen.process import Child

PATIENCE = 20.0
"""Seconds within which a busy machine starts a process or answers."""

SOON = 10.0
"""Seconds for what takes 0.2 on an idle machine, and a minute if nobody interrupts the bot."""

SLOW_BRAIN = """
import sys, time
from tengen import Point
from tengen.bots import Bot
from tengen.hosts._stdio import serve
from tengen.hosts.gomocup import Brain

def choose_point(game, limit):
    end = time.monotonic() + 60
    while time.monotonic() < end: {busy}
    return Point(7, 7)

serve(Brain(lambda: Bot("slow", "Thinks for a minute.", choose_point)))
"""

SLEEPS = SLOW_BRAIN.format(busy="time.sleep(0.1)")
HOGS = SLOW_BRAIN.format(busy="pass")

NOISY_BRAIN = """
import sys, threading, warnings
from tengen import Point
from tengen.bots import Bot
from tengen.hosts._stdio import serve
from tengen.hosts.gomocup import Brain

def choose_point(game, limit):
    threading.Thread(target=lambda: 1 / 0).start()
    warnings.warn("take care")
    print("a word", file=sys.stderr)
    raise SystemError("broken")

serve(Brain(lambda: Bot("noisy", "Writes to stderr.", choose_point)))
"""

STOPPABLE_BRAIN = """
import threading, time
from tengen import Point
from tengen.bots import Bot
from tengen.hosts._stdio import serve
from tengen.hosts.gomocup import Brain

stopped = threading.Event()

def choose_point(game, limit):
    stopped.wait(60)
    stopped.clear()
    return game.legal_points()[0]

serve(Brain(lambda: Bot("stoppable", "Waits for a stop.", choose_point, stop=stopped.set)))
"""


@contextmanager
def run(script: str) -> Iterator[Child]:
    with Child([sys.executable, "-c", script]) as child:
        child.send("START 15")
        assert child.read(PATIENCE).text == "OK"
        yield child
        child.close()
        assert child.stderr_tail == ()


@contextmanager
def thinking(script: str) -> Iterator[Child]:
    """Yield a brain whose bot has been thinking for a moment."""
    with run(script) as child:
        child.send("BEGIN")
        time.sleep(0.1)
        yield child


@pytest.mark.parametrize("script", [SLEEPS, HOGS], ids=["sleeps", "hogs"])
def test_end_leaves_while_the_bot_thinks(script: str) -> None:
    with thinking(script) as child:
        child.send("END")
        assert child.wait(SOON) == 0


@pytest.mark.parametrize("script", [SLEEPS, HOGS], ids=["sleeps", "hogs"])
def test_the_end_of_the_input_leaves_while_the_bot_thinks(script: str) -> None:
    with thinking(script) as child:
        child.end_input()
        assert child.wait(SOON) == 0


def test_end_leaves_when_nothing_is_asked() -> None:
    with run(SLEEPS) as child:
        child.send("END")
        assert child.wait(SOON) == 0


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX has them")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_in_silence(number: signal.Signals) -> None:
    with thinking(HOGS) as child:
        os.kill(child.pid, number)
        assert child.wait(SOON) == -number


def test_whoever_does_not_read_any_more_is_left_in_silence() -> None:
    command = [sys.executable, "-m", "tengen.hosts.gomocup.pbrain"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(b"ABOUT\n")
        process.stdin.flush()
        assert process.wait(PATIENCE) == 0
        assert process.stderr.read() == b""


def test_a_new_game_is_begun_while_the_bot_still_thinks_about_the_old_one() -> None:
    with thinking(HOGS) as child:
        child.send("START 20")
        assert child.read(PATIENCE).text == "OK"
        child.send("TURN 20,20", "TURN 19,19", "PLAY 0,0")
        assert child.read(PATIENCE).text.startswith("ERROR TURN: '20,20' is off the board")
        child.send("END")
        assert child.wait(SOON) == 0


def test_a_bot_that_can_be_stopped_answers_when_it_is() -> None:
    with thinking(STOPPABLE_BRAIN) as child:
        for line in ("STOP", "INFO timeout_turn 0", "YXSTOP"):
            child.send(line)
            assert child.read(PATIENCE).text.endswith(",0")
            child.send("BEGIN")
            time.sleep(0.1)


def test_an_answer_to_a_question_that_was_given_up_is_not_sent() -> None:
    with thinking(STOPPABLE_BRAIN) as child:
        child.send("RESTART")
        assert child.read(PATIENCE).text == "OK"
        child.send("PLAY 0,0", "ABOUT")
        assert child.read(PATIENCE).text == "0,0"
        assert child.read(PATIENCE).text.startswith("name=")


def test_nothing_a_bot_does_reaches_stderr() -> None:
    with run(NOISY_BRAIN) as child:
        child.send("BEGIN", "ABOUT")
        assert child.read(PATIENCE).text == "ERROR noisy failed: SystemError: broken"
        assert child.read(PATIENCE).text.startswith("name=")


def test_a_session_from_a_pipe_is_answered_before_the_process_leaves() -> None:
    session = b"START 15\r\nTURN 20,20\r\nABOUT\r\nPLAY 3,3"
    done = subprocess.run(
        [sys.executable, "-m", "tengen.hosts.gomocup.pbrain"],
        input=session,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    ok, error, about, play = done.stdout.decode("ascii").splitlines()
    assert (ok, play) == ("OK", "3,3")
    assert error.startswith("ERROR TURN")
    assert about.startswith("name=")
    assert done.stderr == b""
    assert done.returncode == 0


def test_huge_and_binary_lines_are_survived() -> None:
    bad = bytes(range(256)) * 20_000 + b"\n" + b"\x00\xff\n" + b"START " * 300_000
    done = subprocess.run(
        [sys.executable, "-m", "tengen.hosts.gomocup.pbrain"],
        input=bad + b"\nSTART 15\nPLAY 1,2\n",
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    *_, ok, play = done.stdout.decode("ascii").splitlines()
    assert (ok, play) == ("OK", "1,2")
    assert done.stderr == b""


def test_without_an_input_it_leaves() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tengen.hosts.gomocup.pbrain"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.parametrize(
    ("chunks", "lines"),
    [
        ([], []),
        ([b""], []),
        ([b"a\nb\r\nc\rd"], ["a", "b", "c", "d"]),
        ([b"a", b"b\nc"], ["ab", "c"]),
        ([b"a\r", b"\nb"], ["a", "b"]),
        ([b"\n\r\n\r"], []),
        ([b"\xff\xfe\n"], ["\ufffd\ufffd"]),
        ([b"12345", b"6789\n12\n"], ["12345678", "12"]),
        ([b"123456789"], ["12345678"]),
    ],
)
def test_a_stream_is_cut_into_lines(chunks: list[bytes], lines: list[str]) -> None:
    assert list(split_lines(chunks, longest=8)) == lines
