"""The hosts, found by file or folder name: on each, a bot of ours can be a program.

A host has a class `Brain` as `tengen.hosts._host` describes it, and may have `FLAGS`: arguments of
its own, each an option by how it is written, which `Brain` takes by name. A new host is one new
file or folder, and its conversations are in `tests/transcripts/<name>/`.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from types import ModuleType
from typing import Final, NoReturn

from tengen.bots import STRONGEST, bot_options, find_bot
from tengen.errors import InvalidText
from tengen.hosts._flags import read_flags
from tengen.hosts._host import Brain, Think
from tengen.options import Option
from tengen.registry import modules, nearest

__all__ = ["THREADS", "Brain", "Think", "host_flags", "host_names", "make_brain", "run_host"]

THREADS: Final = Option(
    "threads", int, 1, 1, 256, help="how many threads may think; most bots use one"
)


def host_names() -> list[str]:
    """Return the names of all hosts."""
    return sorted(modules(__name__))


def host_flags(host: str) -> Mapping[str, Option]:
    """Return what the command line of a program on `host` may have, by how it is written."""
    flags: Mapping[str, Option] = getattr(_module(host), "FLAGS", {})
    return flags


def make_brain(
    host: str, bot: str = STRONGEST, threads: int = 1, arguments: Sequence[str] = ()
) -> Brain:
    """Return a brain with which `bot` can talk to `host`, with the host's own arguments.

    Raise InvalidText for a host, a bot or an argument that there is not.
    """
    module = _module(host)
    flags = read_flags(arguments, host_flags(host), owner=host)
    make_bot, options, notes = partial(find_bot, bot), bot_options(bot), []
    if any(option.name == THREADS.name for option in options):
        make_bot = partial(make_bot, threads=threads)
    elif threads > 1:
        notes.append(f"{bot} thinks with one thread; the other {threads - 1} are not used")
    brain: Brain = module.Brain(make_bot, options, notes, **flags)
    return brain


def run_host(
    host: str, bot: str = STRONGEST, threads: int = 1, arguments: Sequence[str] = ()
) -> NoReturn:
    """Be a program on `host`: talk on standard input and output, then leave the process.

    Does not return: a bot that cannot be interrupted must not hold up the end.
    """
    brain = make_brain(host, bot, threads, arguments)
    from tengen.hosts._stdio import serve

    serve(brain)


def _module(host: str) -> ModuleType:
    found = modules(__name__)
    if host not in found:
        raise InvalidText(
            "unknown-host",
            "there is no host {name!r}; did you mean {near}?",
            name=host,
            near=nearest(host, found),
        )
    module: ModuleType = found[host]()
    return module
