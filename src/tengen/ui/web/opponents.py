"""The opponents and everything else that a new game can be made of, as the setup page gets them."""

from functools import cache
from typing import Any

from tengen.bots import STRONGEST, bot_names, bot_options, find_bot, read_ratings
from tengen.core.geometry import MAX_SIZE, MIN_SIZE, Point
from tengen.core.openings import opening_names
from tengen.core.rules import RULES
from tengen.core.setup import Setup
from tengen.errors import InvalidText

LEVELS = "level-"


@cache
def opponents() -> list[dict[str, Any]]:
    """Return every bot: levels first, in order, then the others by name."""
    names = sorted(bot_names(), key=_order)
    return [_describe(name) for name in names]


@cache
def ratings() -> dict[str, float]:
    """Return the rating of every bot that has one."""
    return {row["name"]: row["rating"] for row in opponents() if row["rating"] is not None}


def default_opponent() -> str:
    """Return whom to play when nobody is named: level 3, or what comes nearest to it."""
    names = bot_names()
    return next(name for name in ("level-3", "greedy", STRONGEST) if name in names)


def options() -> dict[str, Any]:
    """Return all that a new game can be made of."""
    return {
        "rules": [{"name": rule.name, "title": rule.title} for rule in RULES.values()],
        "openings": opening_names(),
        "sizes": {"min": MIN_SIZE, "max": MAX_SIZE},
        "opponents": opponents(),
        "default": {
            "rule": "freestyle",
            "size": 15,
            "opening": "free",
            "black": "you",
            "white": default_opponent(),
            "clock": None,
        },
    }


def bot_spec(name: str, seed: int | None) -> str:
    """Return the bot as `find_bot` reads it; only plain names are taken from outside."""
    if name not in bot_names():
        # A name with options could open files; `find_bot` says what is near to a wrong one.
        plain = find_bot(name.partition(":")[0]).name
        raise InvalidText(
            "unknown-bot",
            "options of a bot are not taken here; give {plain!r} instead of {name!r}",
            plain=plain,
            name=name,
        )
    has_seed = any(option.name == "seed" for option in bot_options(name))
    return name if seed is None or not has_seed else f"{name}:seed={seed}"


def _describe(name: str) -> dict[str, Any]:
    bot, measured = find_bot(name), read_ratings()
    rating = None if measured is None else measured.of(bot)
    rank, level, _ = _order(name)
    return {
        "name": name,
        "level": None if rank else level,
        "description": bot.description,
        "story": bot.story,
        "rating": None if rating is None else rating.elo,
        "error": None if rating is None else rating.error,
        "refuses": {
            "rules": _reasons(bot.supports, {rule: Setup(15, rule) for rule in RULES}),
            "sizes": _reasons(
                bot.supports,
                {str(size): Setup(size) for size in range(MIN_SIZE, MAX_SIZE + 1)},
            ),
            "blocked": bot.supports(Setup(15, blocked=[Point(3, 3)])),
            "traps": bot.supports(Setup(15, traps=[Point(3, 3)])),
        },
    }


def _reasons(supports: Any, setups: dict[str, Setup]) -> dict[str, str]:
    found = {name: supports(setup) for name, setup in setups.items()}
    return {name: reason for name, reason in found.items() if reason is not None}


def _order(name: str) -> tuple[int, int, str]:
    number = name.removeprefix(LEVELS)
    is_level = name.startswith(LEVELS) and number.isdigit()
    return (0, int(number), name) if is_level else (1, 0, name)
