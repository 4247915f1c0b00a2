"""`tengen bench`: how fast this machine runs tengen's native parts."""

import typer

from tengen.cli._app import app

bench = typer.Typer(
    help="Measure speed on this machine.",
    epilog="Example: tengen bench board",
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(bench, name="bench")


@bench.callback(invoke_without_command=True)
def _help(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


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
