"""What the arena's commands share: their options, the live table, and the report at the end."""

import inspect
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from tengen.cli._arguments import RULE_HELP, SIZE_HELP, read_size
from tengen.core.limits import Limit
from tengen.core.rules import find_rule
from tengen.core.setup import Setup
from tengen.errors import InvalidText, TengenError

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from tengen.arena.plan import Plan
    from tengen.arena.report import Rows
    from tengen.arena.run import Run
    from tengen.arena.sprt import Hypotheses
    from tengen.arena.standing import Standing

PLAYERS_HELP = (
    "A bot, or a program that speaks the Gomocup protocol; with its own limit: greedy@0.1s, "
    "./pbrain-mine@20000n, new=./pbrain-mine@0.3s+2t (two threads; else one)."
)


def _option(flag: str, metavar: str | None, help_text: str) -> Any:
    return typer.Option(flag, metavar=metavar, help=help_text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """The options of whatever plays games: each field is one, with its default."""

    concurrency: Annotated[
        int | None, _option("--concurrency", "N", "Games at once; else one for each core.")
    ] = None
    store: Annotated[
        str | None, _option("--store", "WHERE", "Where games are kept: a file or a URL.")
    ] = None
    as_json: Annotated[bool, _option("--json", None, "Write the result as JSON.")] = False
    markdown: Annotated[
        Path | None, _option("--markdown", "FILE", "Write the tables there too.")
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings(Output):
    """The options that every new run has besides."""

    rule: Annotated[str, _option("--rule", "RULE", RULE_HELP)] = "freestyle"
    size: Annotated[str, _option("--size", "N", SIZE_HELP)] = "15"
    games: Annotated[
        int, _option("--games", "N", "Games for each pair of players, at most; even.")
    ] = 100
    limit: Annotated[
        str | None,
        _option(
            "--limit",
            "LIMIT",
            "For each move: 0.3s, 20000n (nodes), 8d (depth); 1s if there is no --match.",
        ),
    ] = None
    match: Annotated[float | None, _option("--match", "S", "Seconds for the whole game.")] = None
    increment: Annotated[float, _option("--increment", "S", "Seconds added after every move.")] = (
        0.0
    )
    openings: Annotated[
        Path | None, _option("--openings", "FILE", "One opening a line; else made at random.")
    ] = None
    rows: Annotated[
        str,
        _option(
            "--rows", "top|bottom", "Where row 1 of that file is: c-gomoku-cli has it at the top."
        ),
    ] = "top"
    symmetries: Annotated[
        bool, _option("--symmetries", None, "Use openings turned and mirrored too.")
    ] = False
    seed: Annotated[int, _option("--seed", "N", "For openings made at random.")] = 1
    tolerance: Annotated[
        float, _option("--tolerance", "S", "By how much a limit may be overrun.")
    ] = 1.0
    max_moves: Annotated[
        int | None, _option("--max-moves", "N", "A game is drawn after so many moves.")
    ] = None
    memory: Annotated[
        int, _option("--memory", "MB", "What players are told to stay below; 0 for no limit.")
    ] = 350
    enforce_memory: Annotated[
        bool, _option("--enforce-memory", None, "A player that takes more loses.")
    ] = False

    def plan(
        self, kind: str, players: Sequence[str], hypotheses: "Hypotheses | None" = None
    ) -> "Plan":
        """Return the run that the command line asks for, or raise InvalidText."""
        from tengen.arena.openings import MOST_RANDOM, random_openings, read_openings
        from tengen.arena.plan import Plan
        from tengen.arena.player import parse_players

        rule, size = find_rule(self.rule), read_size(self.size)
        if self.rows not in ("top", "bottom"):
            raise InvalidText(
                "bad-rows", "row 1 is at the 'top' or the 'bottom', not at {rows!r}", rows=self.rows
            )
        if self.increment and self.match is None:
            raise InvalidText(
                "increment-alone", "an increment needs the seconds it is added to: give --match"
            )
        usual = None if self.match else "1s"
        given = self.limit or usual
        limit = Limit.parse(given) if given else Limit()
        limit = replace(limit, match=self.match, increment=self.increment)
        if self.openings is not None:
            openings = read_openings(self.openings, size, rule, self.rows)
        else:
            openings = random_openings(
                min(max(1, self.games // 2), MOST_RANDOM), size, rule, self.seed
            )
        return Plan(
            kind,
            tuple(parse_players(players, limit, Setup(size, rule))),
            tuple(openings),
            self.games,
            size,
            rule.name,
            self.tolerance,
            self.max_moves,
            self.symmetries,
            self.memory * 1024 * 1024 if self.memory else None,
            self.enforce_memory,
            hypotheses,
        )


def with_settings(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of its last argument, an `Output` or `Settings`.

    Typer reads options off a signature, and so they are declared once here instead of in every
    command. The default of that last argument has the defaults of the options.
    """
    *own, last = inspect.signature(command, eval_str=True).parameters.values()
    kind = type(last.default)
    hints = get_type_hints(kind, include_extras=True)
    shared = [
        inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=getattr(last.default, field.name),
            annotation=hints[field.name],
        )
        for field in fields(kind)
    ]

    @wraps(command)
    def wrapper(**values: Any) -> None:
        settings = kind(**{option.name: values.pop(option.name) for option in shared})
        command(**values, **{last.name: settings})

    parameters = [*own, *shared]
    wrapper.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    wrapper.__annotations__ = {option.name: option.annotation for option in parameters}
    del wrapper.__wrapped__
    return wrapper


def check_output(output: Output) -> None:
    """Raise InvalidText now for what would fail only when all games are played."""
    if output.concurrency is not None and output.concurrency < 1:
        raise InvalidText(
            "bad-concurrency",
            "{n} games at once is not possible; give 1 or more",
            n=output.concurrency,
        )
    if output.markdown is not None and not output.markdown.absolute().parent.is_dir():
        raise InvalidText(
            "no-folder",
            "{path}: there is no such folder to write to",
            path=str(output.markdown),
        )


def begin_and_play(plan: "Plan", settings: Settings) -> None:
    """Start a run and play it to its end."""
    from tengen.arena.run import Run
    from tengen.store import Store, locate

    check_output(settings)
    wanted = plan.games * len(plan.pairings)
    if plan.total < wanted:
        typer.echo(
            f"tengen: {plan.total} games instead of {wanted}: players without a clock would only "
            "repeat the openings; give more of them, or --symmetries",
            err=True,
        )
    with Store.open(locate(settings.store)) as opened:
        play_run(Run.begin(opened, plan), settings)


def play_run(run: "Run", output: Output) -> None:
    """Play what is left of a run, show it live, and write the report."""
    from rich.console import Console

    from tengen.arena.executor import LocalExecutor
    from tengen.arena.report import duel_line

    check_output(output)
    concurrency = output.concurrency or os.cpu_count() or 1
    errors = Console(stderr=True)
    # Whoever ends the process politely gets the same good-bye as with Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with _live(run, errors) as on_change:
            finish = run.play(LocalExecutor(concurrency), on_change)
    except KeyboardInterrupt:
        # Games that ended while the others were being stopped are in the store and count.
        standing = run.again().standing
        if len(run.plan.players) == 2 and standing.counted():
            errors.print(duel_line(standing), highlight=False)
        errors.print(
            f"stopped after {standing.games} of {run.plan.total} games; "
            f"go on with: tengen resume {run.id}",
            highlight=False,
        )
        raise
    except TengenError:
        errors.print(f"what was played is kept; go on with: tengen resume {run.id}")
        raise
    if run.plan.kind == "sprt" or finish.name != "PLAYED":
        errors.print(f"run {run.id}: {finish}", highlight=False)
    write_report(run.standing, as_json=output.as_json, markdown=output.markdown)
    if run.standing.faults:
        hint = f"why: tengen games list --run {run.id}, then tengen games show; or tengen check"
        errors.print(hint, highlight=False)


def write_report(
    standing: "Standing",
    *,
    as_json: bool,
    markdown: Path | None,
    anchor: tuple[str, float] | None = None,
) -> None:
    """Print a run's result, and write it to a file where one is asked for."""
    from rich.console import Console

    from tengen.arena.report import to_json, to_markdown

    if markdown is not None:
        write_file(markdown, to_markdown(standing, anchor))
    if as_json:
        typer.echo(json.dumps(to_json(standing, anchor), ensure_ascii=False))
    else:
        Console().print(_final(standing, anchor))


def write_file(path: Path, data: str | bytes) -> None:
    """Write a whole file or nothing."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(data.encode() if isinstance(data, str) else data)
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise InvalidText(
            "cannot-write", "{path}: {why}", path=path, why=(error.strerror or "cannot be written")
        ) from None


def table_of(rows: "Rows") -> "RenderableType":
    """Return rows as a table for the terminal, numbers to the right."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD)
    for title in rows[0]:
        is_text = title in ("", "player")
        table.add_column(title, justify="left" if is_text else "right", no_wrap=True)
    for row in rows[1:]:
        table.add_row(*row)
    return table


def read_anchor(text: str | None) -> tuple[str, float] | None:
    """Read `NAME=ELO`."""
    if text is None:
        return None
    name, equals, elo = text.rpartition("=")
    try:
        if equals and name:
            return name, float(elo)
    except ValueError:
        pass
    raise InvalidText("bad-anchor", "{text!r} is not an anchor; write 'NAME=ELO'", text=text)


def _final(standing: "Standing", anchor: tuple[str, float] | None) -> "RenderableType":
    from rich.console import Group
    from rich.text import Text

    from tengen.arena.report import cross_rows, duel_line, fault_lines, rating_rows

    parts: list[Any] = []
    if standing.counted():
        ratings = standing.ratings(anchor)
        if len(standing.plan.players) == 2:
            parts.append(Text(duel_line(standing)))
        else:
            parts += [table_of(rating_rows(ratings)), table_of(cross_rows(standing))]
        if ratings.remark:
            parts.append(Text(ratings.remark))
    parts += [Text(line) for line in fault_lines(standing)]
    if (line := _test_line(standing)) is not None:
        parts.append(Text(line))
    return Group(*parts) if parts else Text("no game was counted")


def _test_line(standing: "Standing") -> str | None:
    state = standing.test()
    if state is None:
        return None
    lower, upper = state.bounds
    hypotheses = state.hypotheses
    unit = "Elo" if hypotheses.model == "logistic" else "nElo"
    return (
        f"LLR {state.llr:+.2f} ({lower:.2f}, {upper:.2f})  {state.percent:+.0f} %  "
        f"H0 {hypotheses.elo0:g} {unit}, H1 {hypotheses.elo1:g} {unit}: {state.verdict.value}"
    )


@contextmanager
def _live(run: "Run", console: "Console") -> Iterator[Any]:
    """Yield what a run calls on every change: a live table on a terminal, else a rare line."""
    began, before = time.monotonic(), run.standing.games
    if not console.is_terminal:
        yield _plain_reporter(run, console, began, before)
        return
    from rich.live import Live

    with Live(console=console, refresh_per_second=2, transient=True) as live:
        next_time = 0.0

        def on_change(standing: "Standing") -> None:
            nonlocal next_time
            now = time.monotonic()
            if now >= next_time:
                live.update(_picture(run, standing, began, before))
                # The picture of a long run is dear, and must not take the time of its games.
                next_time = now + min(3.0, max(0.5, 20 * (time.monotonic() - now)))

        live.update(_picture(run, run.standing, began, before))
        yield on_change


def _plain_reporter(run: "Run", console: "Console", began: float, before: int) -> Any:
    said = began

    def on_change(standing: "Standing") -> None:
        nonlocal said
        if time.monotonic() - said >= 10:
            said = time.monotonic()
            console.print(_progress_line(run, standing, began, before), highlight=False)

    return on_change


def _progress_line(run: "Run", standing: "Standing", began: float, before: int) -> str:
    played, seconds = standing.games - before, time.monotonic() - began
    line = f"run {run.id}: {standing.games} of {run.plan.total} games"
    if played:
        left = (run.plan.total - standing.games) * seconds / played
        line += f", {played / seconds * 60:.0f} a minute, {_duration(left)} left"
    if (test := _test_line(standing)) is not None:
        line += f"; {test}"
    return line


def _picture(run: "Run", standing: "Standing", began: float, before: int) -> "RenderableType":
    from rich.console import Group
    from rich.text import Text

    from tengen.arena.report import duel_line, fault_lines, rating_rows

    parts: list[Any] = [
        Text(_progress_line(run, standing, began, before)),
        Text(_bar(standing.games / run.plan.total)),
    ]
    if standing.counted():
        if len(run.plan.players) == 2:
            parts.append(Text(duel_line(standing)))
        else:
            parts.append(table_of(rating_rows(standing.ratings())))
    parts += [Text(line, style="yellow") for line in fault_lines(standing)]
    return Group(*parts)


def _bar(part: float, width: int = 60) -> str:
    full = round(width * part)
    return "━" * full + "╌" * (width - full)


def _duration(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes:02} min"
    return f"{minutes} min {rest:02} s" if minutes else f"{rest} s"


def read_bytes(path: Path) -> bytes:
    """Return a file's bytes; `-` is standard input."""
    try:
        return sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    except OSError as error:
        why = (error.strerror or "cannot be read").lower()
        raise InvalidText("no-file", "{path}: {why}", path=path, why=why) from None
