"""`tengen check`: does a program speak the Gomocup protocol as it should?"""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from tengen.cli._app import app
from tengen.cli._arguments import RULE_HELP, SIZE_HELP, read_size
from tengen.errors import BotFault, InvalidText
from tengen.options import Option

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from tengen.hosts.gomocup.compliance import Check, Result, Settings, Verdict

_TIMEOUT: Final = Option("timeout", float, 10.0, 0.1, 600.0)
_TOLERANCE: Final = Option("tolerance", float, 1.0, 0.0, 60.0)
_SHOWN_LINES: Final = 40  # Of a transcript, the last ones.
_SHOWN_LETTERS: Final = 200  # Of a line.
_STYLES: Final = {
    "pass": "green",
    "warn": "yellow",
    "fail": "bold red",
    "absent": "dim",
    "skip": "magenta",
}

_HELP = """Check whether a program speaks the Gomocup protocol.

PROGRAM is a path, a command in quotes such as "python3 brain.py", or the name of one of our bots.
Each check passes, warns or fails; what fails is explained, with the transcript: > is what was
sent, < what came, ! stderr, each with the seconds since the check began. The status is 0 if every
mandatory check passes, and 1 if not.

The keys of the JSON object are program, command, rule, size, is_good (whether the status is 0) and
checks: name, group, level, verdict, seconds, note, problems (expected, came, mend) and transcript
(seconds, sigil, line).
"""


@app.command(help=_HELP, epilog='Example: tengen check "python3 brain.py" --only turn')
def check(
    program: Annotated[
        list[str] | None, typer.Argument(metavar="PROGRAM", help="What to check.")
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="NAME", help="Make this check only; may be given often."),
    ] = None,
    lists: Annotated[bool, typer.Option("--list", help="List the checks and leave.")] = False,
    rule: Annotated[str, typer.Option(metavar="RULE", help=RULE_HELP)] = "freestyle",
    size: Annotated[str, typer.Option(metavar="N", help=SIZE_HELP)] = "15",
    timeout: Annotated[
        str, typer.Option(metavar="SECONDS", help="How long an answer is waited for.")
    ] = "10",
    tolerance: Annotated[
        str, typer.Option(metavar="SECONDS", help="By how much a limit may be overrun.")
    ] = "1",
    verbose: Annotated[
        bool, typer.Option("-v", "--verbose", help="Show every transcript.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Write one JSON object.")] = False,
) -> None:
    """Check a program and say what is wrong with it."""
    from tengen.core.rules import find_rule
    from tengen.hosts.gomocup.compliance import Settings

    checks = _chosen(only or [])
    settings = Settings(
        find_rule(rule),
        read_size(size),
        _seconds(_TIMEOUT, timeout),
        _seconds(_TOLERANCE, tolerance),
    )
    if lists:
        _print_list(checks)
        return
    name, command = _program(program or [])
    report = _Json(name, command, settings) if as_json else _Text(name, settings, verbose)
    results = [result for result in _run(command, settings, checks, report)]
    report.finish(results)
    raise typer.Exit(0 if all(result.is_good for result in results) else 1)
