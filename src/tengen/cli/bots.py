"""`tengen bots`: every bot with its rating, what it plays and its sentence."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tengen.cli._app import app
from tengen.core.geometry import MAX_SIZE, MIN_SIZE
from tengen.core.rules import RULES
from tengen.core.setup import Setup

if TYPE_CHECKING:
    from tengen.bots import Bot, Ratings

_HELP = """List every bot, the strongest first: its measured rating, what it plays, what it is like.

Who has no rating yet comes last. A rating is Elo with a 95 % interval, and stands only for the
version that was measured. The keys of
each JSON object are name, rating, error, games (these three null if it was not measured), sizes,
rules, options, default (whether it plays when nobody is named) and description.
"""


@app.command(help=_HELP, epilog="Example: tengen bots --json")
def bots(
    as_json: Annotated[bool, typer.Option("--json", help="Write a JSON list.")] = False,
) -> None:
    """List every bot as a table or as JSON."""
    from tengen.bots import bot_names, find_bot, read_ratings

    ratings = read_ratings()
    found = [describe(find_bot(name), ratings) for name in bot_names()]
    found.sort(key=lambda bot: -bot["rating"] if bot["rating"] is not None else float("inf"))
    if as_json:
        typer.echo(json.dumps(found, ensure_ascii=False, indent=2))
    else:
        _print_table(found, ratings)


def describe(bot: "Bot", ratings: "Ratings | None") -> dict[str, Any]:
    """Return what is known of a bot as JSON values; the command's help lists the keys."""
    from tengen.bots import STRONGEST, bot_options

    rating = None if ratings is None else ratings.of(bot)
    played = [
        (size, rule)
        for rule in RULES
        for size in range(MIN_SIZE, MAX_SIZE + 1)
        if bot.supports(Setup(size, rule)) is None
    ]
    return {
        "name": bot.name,
        "rating": None if rating is None else rating.elo,
        "error": None if rating is None else rating.error,
        "games": None if rating is None else rating.games,
        "sizes": sorted({size for size, _ in played}),
        "rules": [rule for rule in RULES if any(rule == other for _, other in played)],
        "options": [option.name for option in bot_options(bot.name)],
        "default": bot.name == STRONGEST,
        "description": bot.description,
    }


def _print_table(found: list[dict[str, Any]], ratings: "Ratings | None") -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("bot", box=None, pad_edge=False, header_style="bold")
    table.add_column("rating", justify="right", no_wrap=True)
    table.add_column("sizes", no_wrap=True)
    table.add_column("rules")
    table.add_column("")
    for bot in found:
        mark = " (plays when you name nobody)" if bot["default"] else ""
        table.add_row(
            bot["name"],
            "" if bot["rating"] is None else f"{bot['rating']:.0f} ± {bot['error']:.0f}",
            _sizes(bot["sizes"]),
            "all" if len(bot["rules"]) == len(RULES) else ", ".join(bot["rules"]),
            bot["description"] + mark,
        )
    console = Console(highlight=False)
    console.print(table)
    console.print()
    for line in _options(found):
        console.print(line)
    console.print(_source(ratings))


def _sizes(sizes: list[int]) -> str:
    """Return sizes as ranges: `5-12, 15`."""
    parts: list[list[int]] = []
    for size in sizes:
        if parts and parts[-1][-1] == size - 1:
            parts[-1].append(size)
        else:
            parts.append([size])
    return ", ".join(str(p[0]) if len(p) == 1 else f"{p[0]}-{p[-1]}" for p in parts)


def _options(found: list[dict[str, Any]]) -> list[str]:
    """Return a line for each set of options, with those who have it."""
    owners: dict[tuple[str, ...], list[str]] = {}
    for bot in found:
        family = bot["name"].partition("-")[0]
        names = owners.setdefault(tuple(bot["options"]), [])
        if family not in names:
            names.append(family)
    return [
        f"Options of {', '.join(sorted(names))}: {', '.join(options)}."
        for options, names in owners.items()
        if options
    ]


def _source(ratings: "Ratings | None") -> str:
    if ratings is None:
        return "No ratings are here; benchmarks/ladder.py measures them."
    return (
        f"Ratings: Elo with 95 % intervals, {ratings.games:,} games of {ratings.rule} "
        f"{ratings.size}x{ratings.size}, {ratings.date}, {ratings.machine}. {ratings.scale}"
    )
