"""`tengen bundle`: a bot in one file, to submit to a host."""

from pathlib import Path
from typing import Annotated

import typer

from tengen.cli._app import app
from tengen.cli._output import open_output


@app.command(epilog="Example: tengen bundle forms --host cs303 -o ai.py")
def bundle(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="See `tengen bots`.")],
    host: Annotated[str, typer.Option(metavar="HOST", help="botzone, cs165a, cs303 or cs4386.")],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Else standard output.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")] = False,
) -> None:
    """Write a bot as one self-contained Python file that plays the same moves on a host.

    The file needs nothing but Python 3.8 or newer. Test it with `tengen judge HOST FILE`.
    """
    from tengen.bundle import bundle as bundled

    text = bundled(bot, host)
    with open_output(output, force) as file:
        file.write(text)
    if output is not None:
        typer.echo(f"{output}: {bot} for {host}, {len(text.encode()) / 1024:.0f} KB")
