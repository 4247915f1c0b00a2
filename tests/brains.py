"""Talks with brains in tests: thinks for them at once, and replays written conversations."""

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from tengen.hosts import Brain

TRANSCRIPTS = Path(__file__).parent / "transcripts"


class Step(NamedTuple):
    """One line of a transcript that is not its title."""

    sigil: str
    """`>` we send, `<` exactly this comes back, `<~` this expression matches what comes back."""
    text: str
    place: str
    """File and line, for the message of a failed test."""


def think(brain: Brain) -> list[str]:
    """Answer the brain's questions until it has none, and return what it says."""
    lines: list[str] = []
    while brain.task is not None and not brain.is_done:
        try:
            move = brain.task.choose()
        except Exception as error:
            lines += brain.fail(error)
        else:
            lines += brain.answer(move)
    return lines


def talk(brain: Brain, *lines: str) -> list[str]:
    """Feed lines, thinking after each, and return all that the brain says."""
    return [said for line in lines for said in brain.feed(line) + think(brain)]


def transcripts(host: str) -> list[Path]:
    """Return the written conversations with a host."""
    return sorted((TRANSCRIPTS / host).glob("*.txt"))


def arguments(path: Path) -> list[str]:
    """Return the host's own arguments, which stand behind `$` in a transcript's second line."""
    second = path.read_text(encoding="utf-8").splitlines()[1]
    return second[1:].split() if second.startswith("$") else []


def read_transcript(path: Path) -> Iterator[Step]:
    """Yield the steps of a transcript; the first line must be its title."""
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("# "), f"{path} has no title"
    for number, line in enumerate(lines, 1):
        match = re.fullmatch(r"(>|<~|<) ?(.*)", line)
        if match:
            yield Step(match[1], match[2], f"{path.name}:{number}")
        else:
            is_silent = not line or line.startswith(("#", "$"))
            assert is_silent, f"{path.name}:{number} has no sigil"


def replay(
    steps: Iterable[Step], send: Callable[[str], None], receive: Callable[[], str | None]
) -> None:
    """Say what we say in a conversation and compare what comes back.

    `receive` returns the next line that came, or None if there is none.
    """
    for step in steps:
        if step.sigil == ">":
            send(step.text)
            continue
        line = receive()
        assert line is not None, f"{step.place}: nothing came, but should: {step.text}"
        if step.sigil == "<":
            assert line == step.text, f"{step.place}: {line!r} is not {step.text!r}"
        else:
            assert re.fullmatch(step.text, line), f"{step.place}: {line!r} is not {step.text!r}"
