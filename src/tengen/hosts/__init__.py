"""The hosts, found by file or folder name: on each, a bot of ours can be a program.

A host has a class `Brain` as `tengen.hosts._host` describes it. A new host is one new file or
folder, and its conversations are in `tests/transcripts/<name>/`.
"""

from functools import partial
from typing import Final, NoReturn

from tengen.bots import STRONGEST, bot_options, find_bot
from tengen.errors import InvalidText
from tengen.hosts._host import Brain, Think
from tengen.options import Option
from tengen.registry import modules, nearest

__all__ = ["THREADS", "Brain", "Think", "host_names", "make_brain", "run_host"]

THREADS: Final = Option(
    "threads", int, 1, 1, 256, help="how many threads may think; most bots use one"
)


def host_names() -> list[str]:
    """Return the names of all hosts."""
    return sorted(modules(__name__))


def make_brain(host: str, bot: str = STRONGEST, threads: int = 1) -> Brain:
    """Return a brain with which `bot` can talk to `host`.

    Raise InvalidText for a host or a bot that there is not, naming the nearest ones.
    """
    found = modules(__name__)
    if host not in found:
        raise InvalidText(
            "unknown-host",
            "there is no host {name!r}; did you mean {near}?",
            name=host,
            near=nearest(host, found),
        )
    make_bot, options, notes = partial(find_bot, bot), bot_options(bot), []
    if any(option.name == THREADS.name for option in options):
        make_bot = partial(make_bot, threads=threads)
    elif threads > 1:
        notes.append(f"{bot} thinks with one thread; the other {threads - 1} are not used")
    brain: Brain = found[host]().Brain(make_bot, options, notes)
    return brain


def run_host(host: str, bot: str = STRONGEST, threads: int = 1) -> NoReturn:
    """Be a program on `host`: talk on standard input and output, then leave the process.

    Does not return: a bot that cannot be interrupted must not hold up the end.
    """
    brain = make_brain(host, bot, threads)
    from tengen.hosts._stdio import serve

    serve(brain)
