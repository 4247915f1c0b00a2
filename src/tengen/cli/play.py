"""`tengen play`: a game against a bot."""

import random
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlencode

import typer

from tengen.bots import STRONGEST, find_bot
from tengen.cli._app import app
from tengen.cli._arguments import RULE_HELP, SIZE_HELP, read_number, read_size
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
from tengen.options import Option
from tengen.ui import run_ui, ui_names

if TYPE_CHECKING:
    from tengen.session.start import Start

_SEATS = {"black": (Seat.FIRST,), "white": (Seat.SECOND,), "random": tuple(Seat)}
"""Under a swap procedure nobody has a colour at first: there, Black is who opens."""

_DEFAULTS = {
    "bot": STRONGEST,
    "rule": "freestyle",
    "size": "15",
    "opening": "free",
    "color": "black",
}

_LEVEL = Option("level", int, None, 1, 20)
_FIRST_OPPONENT = {"desktop": "ends-easy", "terminal": "level-3"}
"""Whom somebody plays who has not said whom; in lines of text it is the strongest."""


@app.command(epilog="Example: tengen play --ui desktop --level 5, or --ui terminal --rule renju")
def play(
    bot: Annotated[
        str | None, typer.Option(metavar="NAME", help="Your opponent; see `tengen bots`.")
    ] = None,
    level: Annotated[
        str | None, typer.Option(metavar="N", help="Short for --bot level-N, 1 to 20.")
    ] = None,
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
    plain: Annotated[
        bool, typer.Option("--plain", help="In the terminal: lines of text, as in a pipe.")
    ] = False,
    stones: Annotated[
        str | None,
        typer.Option(metavar="KIND", help="In the terminal: disc, letters or ascii."),
    ] = None,
    port: PortOption = None,
    host: HostOption = None,
    store: StoreOption = None,
    no_browser: NoBrowserOption = False,
    allow_host: AllowHostOption = None,
) -> None:
    """Play a game: in the browser, or wherever --ui says. The options are its first choice."""
    chosen = ui or ("terminal" if plain or stones is not None else _default_ui())
    bot = _read_level(bot, level)
    name = bot or STRONGEST
    game = Game(read_size(size), rule, opening=opening)
    _check(name, game, color)
    asked = {"bot": name, "rule": rule, "size": size, "opening": opening, "color": color}
    wishes = {key: value for key, value in asked.items() if value != _DEFAULTS[key]}
    if bot is not None:
        wishes["bot"] = bot
    if chosen == "web":
        path = "/" + ("?" + urlencode(wishes) if wishes else "")
        serve_web(port, host, store, no_browser, allow_host, path)
        return
    check_unused(
        f"--ui {chosen}", port=port, host=host, no_browser=no_browser, allow_host=allow_host
    )
    start = _start(chosen, game, bot, random.choice(_SEATS[color]), plain=plain)
    is_asked = bool(wishes)
    run_ui(chosen, replace(start, is_asked=is_asked, store=store, stones=_read_stones(stones)))


def _read_level(bot: str | None, level: str | None) -> str | None:
    if level is None:
        return bot
    if bot is not None:
        raise InvalidText("two-bots", "give --bot or --level, not both")
    return f"level-{read_number(_LEVEL, level)}"


def _check(bot: str, game: Game, color: str) -> None:
    """Refuse what cannot be played before anything is opened."""
    find_bot(bot).check_setup(game.setup)
    if color not in _SEATS:
        raise InvalidText(
            "unknown-color",
            "{color!r} is not something to play; choose black, white or random",
            color=color,
        )


def _start(ui: str, game: Game, bot: str | None, seat: Seat, *, plain: bool) -> "Start":
    from tengen.session import Start, Wishes

    usual = _FIRST_OPPONENT.get(ui, STRONGEST)
    is_in_lines = ui == "terminal" and (plain or not _is_terminal())
    opponent = bot or (STRONGEST if is_in_lines else usual)
    if find_bot(opponent).supports(game.setup) is not None:
        opponent = STRONGEST
    wishes = Wishes(game.size, game.rule.name, game.opening, opponent, seat)
    return Start(wishes, plain=is_in_lines)


def _is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _read_stones(stones: str | None) -> str | None:
    from tengen.session.start import STONES

    if stones is not None and stones not in STONES:
        raise InvalidText(
            "unknown-stones",
            "{stones!r} is nothing to draw stones with; choose {known}",
            stones=stones,
            known=", ".join(STONES),
        )
    return stones


def _default_ui() -> str:
    from tengen.ui.web import is_available

    return "web" if is_available() else "terminal"
