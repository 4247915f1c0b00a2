"""`tengen host`: be a program on a tournament host."""

from typing import Annotated

import typer

from tengen.bots import STRONGEST
from tengen.cli._app import app
from tengen.hosts import THREADS, host_names, run_host


@app.command(epilog="Example: tengen host gomocup --bot greedy")
def host(
    name: Annotated[str, typer.Argument(metavar="HOST", help=f"{', '.join(host_names())}.")],
    bot: Annotated[str, typer.Option(metavar="NAME", help="See `tengen bots`.")] = STRONGEST,
    threads: Annotated[
        str, typer.Option(metavar="N", help="How many threads may think, 1 to 256.")
    ] = str(THREADS.default),
) -> None:
    """Let a bot play on a host: it talks to it on standard input and output."""
    count = THREADS.read(threads)
    assert isinstance(count, int)
    run_host(name, bot, count)
