"""`tengen host`: be a program on a tournament host."""

from typing import Annotated

import typer

from tengen.bots import STRONGEST
from tengen.cli._app import app
from tengen.hosts import THREADS, host_names, run_host


@app.command(
    epilog="Example: tengen host cs165a --bot greedy -n 11 -l. docs/hosts.md has each host's own "
    "arguments, and a wrong one is answered with those that there are.",
    context_settings={"ignore_unknown_options": True},
)
def host(
    name: Annotated[str, typer.Argument(metavar="HOST", help=f"{', '.join(host_names())}.")],
    arguments: Annotated[
        list[str] | None, typer.Argument(metavar="ARGUMENT", help="The host's own, such as -n 11.")
    ] = None,
    bot: Annotated[str, typer.Option(metavar="NAME", help="See `tengen bots`.")] = STRONGEST,
    threads: Annotated[
        str, typer.Option(metavar="N", help="How many threads may think, 1 to 256.")
    ] = str(THREADS.default),
) -> None:
    """Let a bot play on a host: it talks to it on standard input and output."""
    count = THREADS.read(threads)
    assert isinstance(count, int)
    run_host(name, bot, count, arguments or ())
