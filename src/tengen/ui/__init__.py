"""The user interfaces, found by folder name. One is a folder with `run(game, bot, seat)`."""

from tengen.bots import Bot
from tengen.core.game import Game
from tengen.core.openings import Seat
from tengen.errors import InvalidText
from tengen.registry import modules, nearest

__all__ = ["run_ui", "ui_names"]


def ui_names() -> list[str]:
    """Return the names of all user interfaces."""
    return sorted(modules(__name__))


def run_ui(name: str, game: Game, bot: Bot, seat: Seat) -> None:
    """Play `game` in the interface called `name`, a person on `seat` and `bot` on the other.

    Returns when the person leaves.
    """
    found = modules(__name__)
    if name not in found:
        raise InvalidText(
            "unknown-ui",
            "there is no user interface {name!r}; did you mean {near}?",
            name=name,
            near=nearest(name, found),
        )
    found[name]().run(game, bot, seat)
