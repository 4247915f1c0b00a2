"""`tengen bots`: every bot with its sentence."""

from tengen.cli._app import app


@app.command(epilog="Example: tengen bots")
def bots() -> None:
    """List every bot: its name, what it is like, and its options."""
    from rich.console import Console
    from rich.table import Table

    from tengen.bots import STRONGEST, bot_names, bot_options, find_bot

    table = Table("bot", box=None, pad_edge=False, header_style="bold")
    table.add_column("options", max_width=26)
    table.add_column("")
    for name in bot_names():
        bot = find_bot(name)
        mark = " (plays when you name nobody)" if name == STRONGEST else ""
        options = ", ".join(option.name for option in bot_options(name))
        table.add_row(name, options, bot.description + mark)
    Console(highlight=False).print(table)
