"""What every host's brain promises, asked of each one that the registry finds."""

import random
import sys
from collections import deque
from pathlib import Path

import pytest

from brains import arguments, read_transcript, replay, think, transcripts
from tengen import InvalidText
from tengen.errors import BotFault
from tengen.hosts import Brain, host_names, make_brain
from tengen.process import Child

BOT = "greedy"
"""Who plays in the transcripts."""

PATIENCE = 20.0
"""Seconds within which a busy machine starts a process or answers."""

every_host = pytest.mark.parametrize("host", host_names())
every_transcript = pytest.mark.parametrize(
    ("host", "path"),
    [pytest.param(h, p, id=f"{h}-{p.stem}") for h in host_names() for p in transcripts(h)],
)


@every_host
def test_it_has_transcripts(host: str) -> None:
    assert transcripts(host)


@every_transcript
def test_the_brain_answers_as_in_the_transcript(host: str, path: Path) -> None:
    brain = make_brain(host, BOT, arguments=arguments(path))
    said = deque(brain.start() + think(brain))

    def send(line: str) -> None:
        assert not said, f"before {line!r} too much was said: {said}"
        said.extend(brain.feed(line) + think(brain))

    replay(read_transcript(path), send, lambda: said.popleft() if said else None)
    assert not said


@every_transcript
def test_the_process_answers_as_in_the_transcript(host: str, path: Path) -> None:
    command = [sys.executable, "-m", "tengen", "host", host, "--bot", BOT, *arguments(path)]
    with Child(command, newline="\r\n") as child:

        def send(line: str) -> None:
            # After END nobody may be there to read.
            if child.status is None:
                child.send(line)

        replay(read_transcript(path), send, lambda: child.read(PATIENCE).text)
        child.end_input()
        with pytest.raises(BotFault):
            child.read(PATIENCE)
        assert child.wait(PATIENCE) == 0
        assert child.stderr_tail == ()


STRANGE = ["", " ", "\t", "\x00", "\ufeff", "\x1b[31m", "名人", "\ud800", "{}", "[]", "-1 -1"]
HUGE = ["x" * 1_000_000, "9" * 5000, "[" * 5000, " " * 100_000]


@every_host
@pytest.mark.parametrize("line", STRANGE + HUGE, ids=lambda line: ascii(line[:5]))
def test_no_line_makes_it_raise(host: str, line: str) -> None:
    brain = make_brain(host, BOT)
    said = [reply for _ in range(2) for reply in brain.feed(line) + think(brain)]
    check_lines(said)


@every_host
def test_random_bytes_do_not_make_it_raise(host: str) -> None:
    brain = make_brain(host, "random")
    rng = random.Random(1)
    for _ in range(2000):
        line = rng.randbytes(rng.randrange(60)).decode("utf-8", "replace")
        check_lines(brain.feed(line) + think(brain))


def check_lines(lines: list[str]) -> None:
    for line in lines:
        assert "\n" not in line
        assert "\r" not in line
        assert "internal" not in line
        assert len(line) < 1000


@every_host
def test_a_bot_that_raises_is_reported_to_the_host(host: str) -> None:
    brain = ask_something(host)
    assert brain.fail(ValueError("no idea\nat all"))
    assert brain.task is None


@every_host
def test_questions_come_with_a_bot_that_can_answer_them(host: str) -> None:
    brain = ask_something(host)
    assert brain.task is not None
    game = brain.task.game
    game.copy().push(brain.task.choose())


def ask_something(host: str) -> Brain:
    """Return a brain that waits for a move, brought there by its first transcript that asks."""
    for path in transcripts(host):
        brain = make_brain(host, BOT, arguments=arguments(path))
        brain.start()
        for step in read_transcript(path):
            if step.sigil == ">" and brain.task is None:
                brain.feed(step.text)
        if brain.task is not None:
            return brain
    raise AssertionError(f"no transcript of {host} asks for a move")


@every_host
def test_an_unknown_bot_is_refused(host: str) -> None:
    with pytest.raises(InvalidText, match="there is no bot 'gredy'; did you mean greedy"):
        make_brain(host, "gredy")


def test_an_unknown_host_is_refused() -> None:
    with pytest.raises(InvalidText, match="there is no host 'gomocub'; did you mean gomocup"):
        make_brain("gomocub")
