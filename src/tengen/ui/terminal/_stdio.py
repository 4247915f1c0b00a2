"""The only file of the terminal interface that touches standard input and output."""

import contextlib
import os
from collections.abc import Iterable
from typing import TextIO

from tengen.ui.terminal.line import LineSession


def converse(session: LineSession, stdin: TextIO, stdout: TextIO) -> None:
    """Let the session talk until it is done or the input ends."""
    is_typed = stdin.isatty() and stdout.isatty()
    if is_typed:
        # With it, `input` knows the arrow keys. Elsewhere it may write escape bytes by itself.
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401
    try:
        _say(session.start(), stdout)
        while not session.is_done:
            line = _typed(session.prompt) if is_typed else _piped(session.prompt, stdin, stdout)
            if line is None:
                _say([""], stdout)
                return
            _say(session.feed(line), stdout)
    except KeyboardInterrupt:
        _say(["", "Good-bye."], stdout)
        raise


def wants_color(stdout: TextIO) -> bool:
    """Say whether `stdout` is a terminal that shows colours, and nobody has asked for none."""
    return (
        stdout.isatty()
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM", "dumb") != "dumb"
    )


def _say(lines: Iterable[str], stdout: TextIO) -> None:
    stdout.write("".join(line + "\n" for line in lines))
    stdout.flush()


def _typed(prompt: str) -> str | None:
    try:
        return input(prompt)
    except EOFError:
        return None


def _piped(prompt: str, stdin: TextIO, stdout: TextIO) -> str | None:
    stdout.write(prompt)
    stdout.flush()
    line = stdin.readline()
    if not line:
        return None
    if not stdin.isatty():
        # What a terminal shows by itself, so that the transcript can be read. Control characters
        # are shown as question marks: they would act on the terminal that the pipe ends in.
        text = line.strip()
        _say(["".join(c if c.isprintable() else "?" for c in text)], stdout)
    return line
