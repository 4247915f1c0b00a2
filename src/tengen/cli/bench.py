"""`tengen bench`: how fast this machine runs tengen's native parts, and which search it is."""

from typing import Annotated

import typer

from tengen.cli._app import app

bench = typer.Typer(
    help=(
        "Search fixed positions to a fixed depth. The signature is the number of nodes: it is the "
        "same on every machine, and another whenever the search or its weights are others."
    ),
    epilog="Example: tengen bench --depth 14",
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(bench, name="bench")


@bench.callback(invoke_without_command=True)
def _search(
    context: typer.Context,
    depth: Annotated[
        int | None, typer.Option(metavar="D", min=1, max=30, help="Moves to look ahead.")
    ] = None,
) -> None:
    if context.invoked_subcommand is not None:
        return
    from rich.console import Console
    from rich.progress import track

    from tengen.engine.bench import DEPTH, POSITIONS, bench_search, weight_hashes

    errors = Console(stderr=True)
    searches = bench_search(DEPTH if depth is None else depth)
    bar = track(searches, "searching", total=len(POSITIONS), console=errors, transient=True)
    done = list(bar)
    nodes, cuts = sum(one.nodes for one in done), sum(one.cuts for one in done)
    hashes = ", ".join(f"{rule} {number:08x}" for rule, number in weight_hashes().items())
    typer.echo(f"signature           {nodes}")
    typer.echo(f"nodes a second      {nodes / sum(one.seconds for one in done):,.0f}")
    typer.echo(f"first-move cut-offs {sum(one.first_cuts for one in done) / max(1, cuts):.1%}")
    typer.echo(f"weights             {hashes}")


@bench.command(epilog="Example: tengen bench board --seconds 2")
def board(
    seconds: float = typer.Option(0.5, min=0.05, max=60, help="Seconds for each line."),
) -> None:
    """Push and pop whole games on the native board, for every rule at 15, 20 and 26 lines.

    A pair is one push and one pop, with every pattern, counter and key kept. The last column is
    how many times as fast as the pure-Python core answers the same question.
    """
    from rich.console import Console
    from rich.progress import track
    from rich.table import Table

    from tengen.core.rules import RULES
    from tengen.engine.bench import core_speed, native_speed

    table = Table("rule", "size")
    table.add_column("pairs/s", justify="right")
    table.add_column("times the core", justify="right")
    errors = Console(stderr=True)
    settings = [(rule, size) for rule in RULES.values() for size in (15, 20, 26)]
    for rule, size in track(settings, "measuring", console=errors, transient=True):
        pairs = native_speed(size, rule, seconds)
        ratio = pairs / core_speed(size, rule, seconds / 2)
        table.add_row(rule.name, f"{size}x{size}", f"{pairs:,.0f}", f"{ratio:,.0f}")
    Console().print(table)
