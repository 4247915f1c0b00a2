"""Talks on standard input and output without threads: all that a bundled program needs."""

import sys
from collections.abc import Callable, Sequence

from tengen.errors import TengenError
from tengen.hosts._host import Brain


def talk(brain: Brain) -> None:
    """Converse until the host says that it is over or goes away; the bot thinks in between."""
    _say(brain.start(), brain)
    while not brain.is_done and (line := sys.stdin.readline()):
        _say(brain.feed(line), brain)


def run(main: Callable[[Sequence[str]], None]) -> None:
    """Call `main` with the arguments of the process; what is wrong with them is one line."""
    try:
        main(sys.argv[1:])
    except TengenError as error:
        sys.exit(str(error))


def _say(lines: list[str], brain: Brain) -> None:
    """Print lines, and then what the bot finds for as long as the brain asks it."""
    _print(lines)
    while brain.task is not None and not brain.is_done:
        try:
            move = brain.task.choose()
        except Exception as error:
            _print(brain.fail(error))
        else:
            _print(brain.answer(move))


def _print(lines: list[str]) -> None:
    sys.stdout.write("".join(line + "\n" for line in lines))
    sys.stdout.flush()
