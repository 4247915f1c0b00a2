"""`tengen check`: does a program speak the Gomocup protocol as it should?"""

import itertools
import json
import re
import shlex
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, TextIO

import typer

from tengen.cli._app import app
from tengen.cli._arguments import RULE_HELP, SIZE_HELP, read_size
from tengen.errors import BotFault, InvalidText
from tengen.options import Option
from tengen.registry import nearest

if TYPE_CHECKING:
    from rich.console import Console

    from tengen.hosts.gomocup.compliance import Check, Entry, Result, Settings

_TIMEOUT: Final = Option("timeout", float, 10.0, 0.1, 600.0)
_TOLERANCE: Final = Option("tolerance", float, 1.0, 0.0, 60.0)
_SHOWN_LINES: Final = 30  # Of a transcript, the last ones.
_SAME_LINES: Final = 3  # More of one kind are not shown.
_SHOWN_LETTERS: Final = 120  # Of a line.
_STYLES: Final = {
    "pass": "green",
    "warn": "yellow",
    "fail": "bold red",
    "absent": "dim",
    "skip": "dim",
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
        typer.Option(metavar="NAME", help="Make only this check; may be given several times."),
    ] = None,
    is_list: Annotated[bool, typer.Option("--list", help="List the checks, and leave.")] = False,
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
    """Check a program, and say what is wrong with it."""
    from tengen.core.rules import find_rule
    from tengen.hosts.gomocup.compliance import Settings

    checks = _chosen(only or [])
    if is_list:
        _print_list(checks)
        return
    settings = Settings(
        find_rule(rule),
        read_size(size),
        _seconds(_TIMEOUT, timeout),
        _seconds(_TOLERANCE, tolerance),
    )
    name, command = _program(program or [])
    if as_json:
        results = list(_results(command, settings, checks, _console(sys.stderr)))
        typer.echo(json.dumps(_described(name, command, settings, results), indent=2))
    else:
        results = _printed(name, command, settings, checks, verbose=verbose)
    raise typer.Exit(0 if all(result.is_good for result in results) else 1)


# What is asked for.


def _chosen(names: Sequence[str]) -> "list[Check]":
    from tengen.hosts.gomocup.compliance import all_checks

    known = all_checks()
    for name in names:
        if name not in known:
            raise InvalidText(
                "unknown-check",
                "there is no check {name!r}; did you mean {near}? See --list",
                name=name,
                near=nearest(name, known),
            )
    return [each for name, each in known.items() if not names or name in names]


def _seconds(option: Option, text: str) -> float:
    value = option.read(text)
    assert isinstance(value, float)
    return value


def _program(words: Sequence[str]) -> tuple[str, list[str]]:
    """Return the program's name for people and its command, once it has started at all."""
    from tengen.bots import bot_names, find_bot
    from tengen.process import Child, parse_command

    if len(words) != 1:
        known = "a path, a command in quotes, or the name of a bot"
        template = "name one program: {known}" + (", as in {quoted!r}" if words else "")
        raise InvalidText("one-program", template, known=known, quoted=shlex.join(words))
    text = words[0]
    if text.partition(":")[0] in bot_names():
        find_bot(text)  # Wrong options are named now.
        # What `tengen host gomocup` does as well, without the time that the command line takes.
        return text, [sys.executable, "-m", "tengen.hosts.gomocup.pbrain", "--bot", text]
    command = [text] if Path(text).is_file() else parse_command(text)
    try:
        Child(command).close(0)
    except BotFault as fault:
        is_word = fault.code == "not-found" and Path(text).name == text
        hint = "; did you mean the bot {near}?" if is_word else ""
        near = nearest(text, bot_names())
        template = "{reason}" + hint
        raise InvalidText(fault.code, template, reason=str(fault), near=near) from None
    return text, command


def _results(
    command: list[str], settings: "Settings", checks: "list[Check]", console: "Console"
) -> "Iterator[Result]":
    """Make the checks; on a terminal a line says which one is being made."""
    from tengen.hosts.gomocup.compliance import Examiner

    examiner = Examiner(command, settings)
    with _status(console) as say:
        for number, each in enumerate(checks, start=1):
            say(f"{each.name} ({number} of {len(checks)})")
            yield examiner.run(each)


@contextmanager
def _status(console: "Console") -> Iterator[Callable[[str], None]]:
    if not console.is_terminal:
        yield lambda _: None
        return
    with console.status("") as status:
        yield status.update


# What is shown.


def _console(file: TextIO) -> "Console":
    from rich.console import Console

    # In a pipe there is no edge at which a line would have to be broken.
    width = None if file.isatty() else 10_000
    return Console(file=file, highlight=False, markup=False, emoji=False, width=width)


def _print_list(checks: "list[Check]") -> None:
    for each in checks:
        sentence = each.explanation.partition(". ")[0].rstrip(".")
        typer.echo(f"{each.name:12}  {each.level:9}  {sentence}")


def _described(
    name: str, command: list[str], settings: "Settings", results: "list[Result]"
) -> dict[str, object]:
    return {
        "program": name,
        "command": command,
        "rule": settings.rule.name,
        "size": settings.size,
        "is_good": all(result.is_good for result in results),
        "checks": [result.describe() for result in results],
    }


def _printed(
    name: str,
    command: list[str],
    settings: "Settings",
    checks: "list[Check]",
    *,
    verbose: bool,
) -> "list[Result]":
    """Make the checks, printing each as it comes, then what there is to say about them."""
    console = _console(sys.stdout)
    size, results = f"{settings.size}x{settings.size}", list["Result"]()
    console.print(_plain(f"Checking {name} ({settings.rule}, {size})"))
    for result in _results(command, settings, checks, console):
        if not results or results[-1].check.group is not result.check.group:
            console.print(f"\n{result.check.group}", style="bold")
        _print_row(console, result)
        results.append(result)
    for result in results:
        if result.problems or verbose:
            _print_detail(console, result, verbose=verbose)
    _print_summary(console, name, results)
    return results


def _print_row(console: "Console", result: "Result") -> None:
    from rich.text import Text

    row = Text("  ")
    row.append(f"{result.verdict:6}", _STYLES[result.verdict])
    row.append(f"  {result.check.name:12}  {result.seconds:5.1f} s  ")
    row.append(_plain(result.note), "dim")
    row.rstrip()
    console.print(row, no_wrap=True, overflow="ellipsis", crop=True)
    console.file.flush()


def _print_detail(console: "Console", result: "Result", *, verbose: bool) -> None:
    from rich.padding import Padding
    from rich.text import Text

    title = Text.assemble(
        "\n", (str(result.verdict), _STYLES[result.verdict]), " ", (result.check.name, "bold")
    )
    console.print(title)
    for problem in result.problems:
        console.print(Padding(Text(_plain(str(problem))), (0, 0, 0, 2), expand=False))
    explanation = Text(f"The check: {result.check.explanation}", "dim")
    console.print(Padding(explanation, (0, 0, 0, 2), expand=False))
    if verbose or result.verdict == "fail":
        for line in map(_shown, result.transcript) if verbose else _transcript(result):
            console.print(Text(line), no_wrap=True, overflow="ellipsis", crop=True)


def _transcript(result: "Result") -> Iterator[str]:
    """Yield the end of a transcript, with what is dull left out."""
    lines = list(_without_dull(result.transcript))
    if (left := len(lines) - _SHOWN_LINES) > 0:
        yield f"            ({left} before)"
    yield from lines[-_SHOWN_LINES:]


def _without_dull(entries: "Iterable[Entry]") -> Iterator[str]:
    """Yield every line, but of many lines of one kind only the first and the last."""
    for _, group in itertools.groupby(entries, _kind):
        same = list(group)
        if len(same) <= _SAME_LINES:
            yield from map(_shown, same)
        else:
            yield _shown(same[0])
            yield f"            ({len(same) - 2} more of these)"
            yield _shown(same[-1])


def _kind(entry: "Entry") -> tuple[str, str]:
    if entry.text.startswith(("MESSAGE ", "DEBUG ")):
        return entry.sigil, entry.text.partition(" ")[0]
    # The stones of BOARD differ only in their numbers.
    return entry.sigil, re.sub("[0-9]+,[0-9]+,[0-9]", "a stone", entry.text)


def _shown(entry: "Entry") -> str:
    cut = "…" if len(entry.text) > _SHOWN_LETTERS else ""
    return f"    {entry.at:7.3f} {entry.sigil} {_plain(entry.text[:_SHOWN_LETTERS])}{cut}"


def _print_summary(console: "Console", name: str, results: "list[Result]") -> None:
    from rich.text import Text

    counts = Counter(str(result.verdict) for result in results)
    words = {
        "fail": "failed",
        "skip": "could not be made",
        "warn": "with a warning",
        "pass": "passed",
        "absent": "not supported",
    }
    told = ", ".join(f"{counts[key]} {said}" for key, said in words.items() if counts[key])
    seconds = sum(result.seconds for result in results)
    is_good = all(result.is_good for result in results)
    what = "complies" if is_good else "does not comply"
    line = Text(_plain(f"\n{name} {what}: {told}, in {seconds:.1f} s."), "bold")
    console.print(line, style="green" if is_good else "red")
    if counts["fail"]:
        console.print("Whole transcripts: -v. One check again: --only NAME.", style="dim")


def _plain(text: str) -> str:
    """Keep what a program said from steering the terminal."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "?" for letter in text)
