"""The bots, found by file name. A bot is one file `<name>.py` with `make(**options) -> Bot`.

The file may declare `OPTIONS`, a tuple of `tengen.options.Option` rows: `make` is then called with
a checked value for each. A file with several bots declares their names, which begin with its own
and a hyphen (`NAMES = ("tables-1.0", "tables-2.0")` in `tables.py`), and its `make` takes the name
first. So only one file is imported to find a bot.

Wherever a bot is named, options may follow: `random:seed=3`, several with commas between.
"""

import re
from types import ModuleType
from typing import Final, NamedTuple

from tengen.bots._bot import Bot
from tengen.bots._ratings import Rating, Ratings, read_ratings
from tengen.bots._why import Why
from tengen.errors import InvalidText
from tengen.options import Option, Value, read_options
from tengen.registry import modules, nearest

__all__ = [
    "STRONGEST",
    "Bot",
    "Rating",
    "Ratings",
    "Why",
    "bot_call",
    "bot_names",
    "bot_options",
    "find_bot",
    "is_bot",
    "read_ratings",
]

STRONGEST: Final = "tengen"
"""The strongest bot there is: who plays when nobody is named, and who gives hints."""


def bot_names() -> list[str]:
    """Return the names of all bots, numbers in their order: `level-2` before `level-10`."""
    found = modules(__name__)
    names = [name for family in found for name in _names(family, found[family]())]
    return sorted(names, key=_in_order)


def bot_options(name: str) -> tuple[Option, ...]:
    """Return the options of the bot called `name`."""
    return _options(_module(_split(name)[0]))


class BotCall(NamedTuple):
    """How a bot is made: `module.make(*positional, **options)`."""

    module: ModuleType
    positional: tuple[str, ...]
    options: dict[str, Value]


def find_bot(name: str, **options: object) -> Bot:
    """Make the bot called `name`, as in `greedy` or `random:seed=3`.

    Options may be given as values or as text; those here count more than those in the name.

    Raise InvalidText for a name that no bot has, naming the nearest ones, and for an option that
    the bot has not or that is out of its range.
    """
    call = bot_call(name, **options)
    bot: Bot = call.module.make(*call.positional, **call.options)
    return bot


def bot_call(name: str, **options: object) -> BotCall:
    """Return how the bot called `name` is made, with every option checked; see `find_bot`."""
    name, written = _split(name)
    module = _module(name)
    checked = read_options(_options(module), {**written, **options}, owner=name)
    return BotCall(module, (name,) if hasattr(module, "NAMES") else (), checked)


def is_bot(name: str) -> bool:
    """Say whether there is a bot called `name`, whatever options are written after it."""
    return name.partition(":")[0] in bot_names()


def _in_order(name: str) -> list[tuple[int, str]]:
    return [(int(part) if part.isdigit() else 0, part) for part in re.split(r"(\d+)", name)]


def _split(name: str) -> tuple[str, dict[str, str]]:
    """Return the name of the bot, and the options written after it."""
    plain, _, written = str(name).partition(":")
    options = {}
    for part in written.split(",") if written else []:
        option, equals, value = part.partition("=")
        if not equals:
            raise InvalidText(
                "bad-bot-option",
                "{name!r}: write options as in 'random:seed=3,…'",
                name=name,
            )
        if option in options:
            raise InvalidText(
                "bad-bot-option",
                "{name!r} has the option {option!r} twice",
                name=name,
                option=option,
            )
        options[option] = value
    return plain, options


def _module(name: str) -> ModuleType:
    found = modules(__name__)
    family = str(name).partition("-")[0]
    if family in found:
        module: ModuleType = found[family]()
        if name in _names(family, module):
            return module
    raise InvalidText(
        "unknown-bot",
        "there is no bot {name!r}; did you mean {near}?",
        name=name,
        near=nearest(name, bot_names()),
    )


def _names(family: str, module: ModuleType) -> tuple[str, ...]:
    names: tuple[str, ...] = getattr(module, "NAMES", (family,))
    return names


def _options(module: ModuleType) -> tuple[Option, ...]:
    options: tuple[Option, ...] = getattr(module, "OPTIONS", ())
    return options
