"""`tengen play`: a game against a bot."""

import random
from typing import Annotated
from urllib.parse import urlencode

import typer

from tengen.bots import STRONGEST, find_bot
from tengen.cli._app import app
from tengen.cli._arguments import RULE_HELP, SIZE_HELP, read_size
from tengen.cli._serve import (
    AllowHostOption,
    HostOption,
    NoBrowserOption,
    PortOption,
    StoreOption,
    check_unused,
    serve_web,
)
from tengen.core.game import Game
from tengen.core.openings import Seat, opening_names
from tengen.errors import InvalidText
from tengen.ui import run_ui, ui_names

_SEATS = {"black": (Seat.FIRST,), "white": (Seat.SECOND,), "random": tuple(Seat)}
"""Under a swap procedure nobody has a colour at first: there, Black is who opens."""

_DEFAULTS = {
    "bot": STRONGEST,
    "rule": "freestyle",
    "size": "15",
    "opening": "free",
    "color": "black",
}


@app.command(epilog="Example: tengen play --ui terminal --bot greedy --rule renju --color white")
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
    ui: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help=f"{', '.join(ui_names())}. By default web, where it is installed."
        ),
    ] = None,
    port: PortOption = None,
    host: HostOption = None,
    store: StoreOption = None,
    no_browser: NoBrowserOption = False,
    allow_host: AllowHostOption = None,
) -> None:
    """Play a game: in the browser, or wherever --ui says. The options are its first choice."""
    chosen = ui or _default_ui()
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
    if chosen == "web":
        asked = {"bot": bot, "rule": rule, "size": size, "opening": opening, "color": color}
        wishes = {name: value for name, value in asked.items() if value != _DEFAULTS[name]}
        path = "/" + ("?" + urlencode(wishes) if wishes else "")
        serve_web(port, host, store, no_browser, allow_host, path)
        return
    check_unused(
        f"--ui {chosen}",
        port=port,
        host=host,
        store=store,
        no_browser=no_browser,
        allow_host=allow_host,
    )
    run_ui(chosen, game, opponent, random.choice(_SEATS[color]))


def _default_ui() -> str:
    from tengen.ui.web import is_available

    return "web" if is_available() else "terminal"
