"""The judges, found by file or folder name: each is a local replica of a host for one's program.

A judge has a class `Judge` as `tengen.judges._judge` describes it, and may have `FLAGS`: arguments
of its own, each an option by how it is written, which `Judge` takes by name.
"""

from collections.abc import Sequence
from types import ModuleType

from tengen.errors import InvalidText
from tengen.hosts._flags import Flags, split_flags
from tengen.judges._event import Event, GameEnd
from tengen.judges._judge import Judge
from tengen.registry import modules, nearest

__all__ = ["Event", "GameEnd", "Judge", "judge_flags", "judge_names", "make_judge"]


def judge_names() -> list[str]:
    """Return the names of all judges, which are those of their hosts."""
    return sorted(modules(__name__))


def judge_flags(host: str) -> Flags:
    """Return what may be said to the judge of `host`, by how it is written."""
    flags: Flags = getattr(_module(host), "FLAGS", {})
    return flags


def make_judge(host: str, words: Sequence[str] = ()) -> tuple[Judge, list[str]]:
    """Return the judge of `host` with these arguments, and the words that are none of its flags.

    Raise InvalidText for a host or an argument that there is not.
    """
    values, rest = split_flags(words, judge_flags(host), owner=f"the judge of {host}")
    judge: Judge = _module(host).Judge(**values)
    return judge, rest


def _module(host: str) -> ModuleType:
    found = modules(__name__)
    if host not in found:
        raise InvalidText(
            "unknown-judge",
            "there is no judge of {name!r}; did you mean {near}?",
            name=host,
            near=nearest(host, found),
        )
    module: ModuleType = found[host]()
    return module
