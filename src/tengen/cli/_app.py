"""The `tengen` command that every command file adds itself to."""

from typing import Annotated

import typer

import tengen
from tengen.cli._serve import (
    AllowHostOption,
    HostOption,
    NoBrowserOption,
    PortOption,
    StoreOption,
    check_unused,
)

app = typer.Typer(
    help="The Gomoku laboratory: play, look, measure. Without a command: the web app.",
    epilog="Example: tengen --port 8136 --no-browser",
    rich_markup_mode=None,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"tengen {tengen.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _default(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
    port: PortOption = None,
    host: HostOption = None,
    store: StoreOption = None,
    no_browser: NoBrowserOption = False,
    allow_host: AllowHostOption = None,
) -> None:
    web = {
        "port": port,
        "host": host,
        "store": store,
        "no_browser": no_browser,
        "allow_host": allow_host,
    }
    if context.invoked_subcommand is None:
        from tengen.cli.play import play

        play(port=port, host=host, store=store, no_browser=no_browser, allow_host=allow_host)
    else:
        check_unused(f"`tengen {context.invoked_subcommand}`", **web)
