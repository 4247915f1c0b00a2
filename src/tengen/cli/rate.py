"""`tengen rate`: ratings from the games of the store, or from files of plain results."""

import json
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli._app import app
from tengen.errors import InvalidText

if TYPE_CHECKING:
    from tengen.arena.ratings import Tally


@app.command(epilog="Example: tengen rate results.txt --anchor rapfi=2390")
def rate(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FILE…", help="Lines 'A - B: wins : losses'; - for standard input."),
    ] = None,
    run: Annotated[
        list[int] | None, typer.Option("--run", metavar="N", help="Games of this run; repeatable.")
    ] = None,
    anchor: Annotated[
        str | None, typer.Option("--anchor", metavar="NAME=ELO", help="Fix one player's rating.")
    ] = None,
    prior: Annotated[
        float, typer.Option(metavar="G", help="Virtual even games a player, so 100 % is finite.")
    ] = 1.0,
    store: Annotated[
        str | None, typer.Option("--store", metavar="WHERE", help="Where the runs are kept.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write a JSON list.")] = False,
    markdown: Annotated[
        Path | None, typer.Option("--markdown", metavar="FILE", help="Write the table there too.")
    ] = None,
) -> None:
    """Rate players by Bradley-Terry with draws and first-move advantage, with 95 % intervals.

    The results are those of the files, or of runs in the store: the last one if none is named.
    Players of one name are one player, so name runs together only if they were played alike.
    """
    from rich.console import Console

    from tengen.arena.ratings import rate as rate_tally
    from tengen.arena.report import markdown_table, rating_rows
    from tengen.cli._arena import read_anchor, table_of, write_file

    if files and run:
        raise InvalidText("files-and-runs", "give files or --run, not both")
    fixed = read_anchor(anchor)
    tally = _from_files(files) if files else _from_store(store, run)
    ratings = rate_tally(tally, prior=prior, anchor=fixed)
    rows = rating_rows(ratings)
    if markdown is not None:
        write_file(markdown, markdown_table(rows) + "\n")
    if as_json:
        typer.echo(json.dumps(ratings.to_json(), ensure_ascii=False))
        return
    console = Console()
    console.print(table_of(rows))
    for name, measure, form in (
        ("first move", ratings.first_move, "{:+.0f}"),
        ("draw rate", ratings.draw_rate, "{:.1%}"),
    ):
        if measure is not None:
            value, low, high = map(form.format, (measure.value, measure.low, measure.high))
            console.print(f"{name}: {value} [{low}, {high}]", highlight=False)
    if ratings.remark:
        console.print(ratings.remark, highlight=False)


def _from_files(files: list[Path]) -> "Tally":
    from tengen.arena.ratings import Tally
    from tengen.arena.records import parse_records
    from tengen.cli._arena import read_bytes

    records = [one for path in files for one in parse_records(read_bytes(path), str(path))]
    return Tally.from_records(records)


def _from_store(store: str | None, runs: list[int] | None) -> "Tally":
    from tengen.arena.ratings import Tally
    from tengen.arena.run import JUDGED, Run
    from tengen.store import Store, locate

    with Store.open(locate(store)) as opened:
        last = (one.id for one in opened.runs(limit=None) if one.kind != JUDGED)
        wanted = runs or list(islice(last, 1))
        standings = [Run(opened, run_id).standing for run_id in wanted]
    tally = Tally()
    for standing in standings:
        for first, second, wins, draws, losses in standing.totals():
            tally.add_games(first, second, wins=wins, draws=draws, losses=losses)
    if not tally.games:
        raise InvalidText("nothing-to-rate", "there is no game to rate; play a match first")
    return tally
