"""Who can be played: the three of the window first, then the levels, then all other bots."""

from dataclasses import dataclass
from functools import cache
from typing import Final

from tengen.bots import Bot, bot_names, find_bot, read_ratings
from tengen.core.setup import Setup

EASY_TO_HARD: Final = {"ends-easy": "Easy", "ends-medium": "Medium", "ends-hard": "Hard"}
"""The three opponents of the window that tengen's own continues, as its buttons name them."""

_LEVEL: Final = "level-"


@dataclass(frozen=True, slots=True)
class Opponent:
    """A bot as a list of opponents shows it."""

    name: str
    label: str
    description: str
    rating: float | None = None


@cache
def opponents() -> tuple[Opponent, ...]:
    """Return every bot: Easy, Medium and Hard, the levels in order, the others by name."""
    return tuple(
        Opponent(name, label_of(name), bot.description, _rating(bot))
        for name in sorted(bot_names(), key=_order)
        for bot in (find_bot(name),)
    )


def label_of(spec: str) -> str:
    """Return what people call a bot: `Easy`, `Level 3`, `greedy`."""
    name = spec.partition(":")[0]
    if name in EASY_TO_HARD:
        return EASY_TO_HARD[name]
    if name.startswith(_LEVEL):
        return f"Level {name.removeprefix(_LEVEL)}"
    return name


@cache
def refusal(spec: str, setup: Setup) -> str | None:
    """Return why a bot does not play this, or None if it does."""
    return find_bot(spec).supports(setup)


def _rating(bot: Bot) -> float | None:
    measured = read_ratings()
    rating = None if measured is None else measured.of(bot)
    return None if rating is None else rating.elo


def _order(name: str) -> tuple[int, int, str]:
    if name in EASY_TO_HARD:
        return 0, list(EASY_TO_HARD).index(name), name
    number = name.removeprefix(_LEVEL)
    if name.startswith(_LEVEL) and number.isdigit():
        return 1, int(number), name
    return 2, 0, name
