"""Plays a random legal point. The smallest bot: copy this file to start your own."""

import random

from tengen.bots._bot import Bot
from tengen.core.game import Game
from tengen.core.geometry import PASS, Point
from tengen.core.limits import Limit
from tengen.options import Option

OPTIONS = (Option("seed", int, None, 0, 2**32 - 1, help="the same seed plays the same moves"),)


def make(seed: int | None) -> Bot:
    """Make the bot; without a seed every game is another."""

    def choose_point(game: Game, limit: Limit) -> Point:  # noqa: ARG001
        # A seed counts from the position, so that no game depends on the one before.
        rng = random.Random(None if seed is None else f"{seed} {game.board.key}")
        points = game.legal_points()
        return rng.choice(points) if points else PASS

    return Bot(
        "random",
        "Plays any legal point, without a thought.",
        choose_point,
        story=(
            "The smallest bot there is, and the one to copy for a bot of your own. "
            "It draws a legal point from a hat, so whoever loses to it was not looking."
        ),
    )
