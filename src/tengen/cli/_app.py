"""The `tengen` command that every command file adds itself to."""

from typing import Annotated

import typer

import tengen

app = typer.Typer(
    help="The Gomoku laboratory: play, look, measure. Without a command: a game in the terminal.",
    epilog="Example: tengen play --bot greedy --rule renju",
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
) -> None:
    if context.invoked_subcommand is None:
        from tengen.cli.play import play

        play()
