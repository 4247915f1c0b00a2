"""`tengen play`: a game against a bot."""

import random
from typing import Annotated

import typer

from tengen.bots import STRONGEST, find_bot
from tengen.cli._app import app
from tengen.cli._arguments import RULE_HELP, SIZE_HELP, read_size
from tengen.core.game import Game
from tengen.core.openings import Seat, opening_names
from tengen.errors import InvalidText
from tengen.ui import run_ui, ui_names

_SEATS = {"black": (Seat.FIRST,), "white": (Seat.SECOND,), "random": tuple(Seat)}
"""Under a swap procedure nobody has a colour at first: there, Black is who opens."""


@app.command(epilog="Example: tengen play --bot greedy --rule renju --color white")
def play(
    bot: Annotated[str, typer.Option(metavar="NAME", help="See `tengen bots`.")] = STRONGEST,
    rule: Annotated[str, typer.Option(metavar="RULE", help=RULE_HELP)] = "freestyle",
    size: Annotated[str, typer.Option(metavar="N", help=SIZE_HELP)] = "15",
    opening: Annotated[
        str, typer.Option(metavar="NAME", help=f"{', '.join(opening_names())}.")
    ] = "free",
    color: Annotated[
        str,
        typer.Option(
            metavar="COLOR", help="What you play: black, white, random. Under swap, black opens."
        ),
    ] = "black",
    ui: Annotated[str, typer.Option(metavar="NAME", help=f"{', '.join(ui_names())}.")] = "terminal",
) -> None:
    """Play a game against a bot. In the game, type `help`."""
    game = Game(read_size(size), rule, opening=opening)
    opponent = find_bot(bot)
    if (reason := opponent.supports(game.setup)) is not None:
        raise InvalidText(
            "unsupported", "{bot} does not play this: {reason}", bot=bot, reason=reason
        )
    if color not in _SEATS:
        raise InvalidText(
            "unknown-color",
            "{color!r} is not something to play; choose black, white or random",
            color=color,
        )
    run_ui(ui, game, opponent, random.choice(_SEATS[color]))
