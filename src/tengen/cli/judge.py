"""`tengen judge`: be a host for somebody's program, with its rules, limits and logs."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from tengen.cli._app import app
from tengen.cli._arguments import read_number
from tengen.options import Option

if TYPE_CHECKING:
    from tengen.judges import GameEnd, Judge
    from tengen.judges._entrant import Entrant
    from tengen.play.event import Event as GameEvent
    from tengen.play.referee import Referee
    from tengen.store import Store

_HOSTS: Final = "botzone, cs165a, cs303, cs4386"
_GAMES: Final = Option("games", int, None, 0, 10_000)
_OPPONENT: Final = "greedy"
_FAULT: Final = 1

_HELP = """Judge programs as a host does: its rules, its limits, its ways of losing, its logs.

A and B are Python files, commands in quotes, or bots by name (see `tengen bots`), each perhaps with
a label: mine=./gobang. Without B the opponent is greedy. Every program runs in its own process.
The exit status is 1 if A lost a game by a fault or was not admitted, else 0; that of cs165a after
one game is the referee's: 0 tie, 1 dark wins, 2 light wins. docs/hosts.md has the details.
"""


@app.command(
    help=_HELP,
    epilog="Example: tengen judge cs165a ./gobang.py greedy -n 11",
    context_settings={"ignore_unknown_options": True},
)
def judge(
    host: Annotated[str, typer.Argument(metavar="HOST", help=f"{_HOSTS}.")],
    words: Annotated[
        list[str],
        typer.Argument(metavar="A [B] [ARGUMENT]", help="Programs, and the host's own arguments."),
    ],
    games: Annotated[
        str | None, typer.Option(metavar="N", help="How many games; else as on the host.")
    ] = None,
    event: Annotated[
        str, typer.Option(metavar="NAME", help="What the event is called in the store.")
    ] = "",
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="DIR", help="Where files go.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Show results only, no boards.")] = False,
    store: Annotated[
        str | None,
        typer.Option(metavar="WHERE", help="A file or a PostgreSQL URL; `no` keeps nothing."),
    ] = None,
) -> None:
    """Judge programs as a host does."""
    from tengen.errors import InvalidText
    from tengen.judges import make_judge
    from tengen.judges._entrant import parse_pair

    made, rest = make_judge(host, words)
    count = made.games if games is None else read_number(_GAMES, games)
    if not 1 <= len(rest) <= 2:
        raise InvalidText(
            "programs", "give one or two programs, not {count}: A [B]", count=len(rest)
        )
    pair = parse_pair(rest[0], rest[1] if len(rest) > 1 else _OPPONENT)
    if not _examine(made, pair):
        raise typer.Exit(_FAULT)
    folder = Path.cwd() if output is None and made.writes_files else output
    opened = None if store == "no" else _open(store)
    try:
        raise typer.Exit(_play(made, pair, count, event, opened, folder, quiet))
    finally:
        if opened is not None:
            opened.close()


def _open(where: str | None) -> "Store":
    from tengen.store import Store

    return Store.open(where)


def _examine(judge: "Judge", pair: "tuple[Entrant, Entrant]") -> bool:
    """Try both programs as the host does before it lets them play; say whether both may."""
    admitted = True
    for entrant in pair:
        for outcome in judge.examine(entrant):
            verdict = f"NO  {outcome.name}: {outcome.problem}" if outcome.problem else outcome.name
            typer.echo(
                f"{entrant.name}: {verdict}"
                if outcome.problem
                else f"{entrant.name}: ok  {verdict}"
            )
            admitted = admitted and not outcome.problem
    return admitted


def _play(
    judge: "Judge",
    pair: "tuple[Entrant, Entrant]",
    count: int,
    name: str,
    store: "Store | None",
    folder: Path | None,
    quiet: bool,
) -> int:
    from tengen.judges import Event

    event = Event(judge, pair, name=name, store=store, folder=folder)
    show = _Show(judge, quiet)
    points = [0.0, 0.0]
    status = 0
    for end in event.play(count, show.on_event, show.on_note):
        show.end(end)
        for place, entrant in enumerate(pair):
            points[place] += 0.5 if end.winner is None else float(end.winner is entrant)
        if end.guilty is pair[0]:
            status = _FAULT
        if count == 1 and (told := judge.status(end.referee)) is not None:
            status = told
    if count > 1:
        typer.echo(_plain(f"{pair[0].name} {points[0]:g} : {points[1]:g} {pair[1].name}"))
    return status


class _Show:
    """Shows games: in a terminal the board as it changes, else the host's own lines."""

    def __init__(self, judge: "Judge", quiet: bool) -> None:
        self._judge = judge
        self._quiet = quiet
        self._is_terminal = sys.stdout.isatty()
        self._height = 0

    def on_event(
        self, event: "GameEvent", referee: "Referee", players: "tuple[Entrant, Entrant]"
    ) -> None:
        """Show what has happened."""
        if self._quiet:
            return
        from tengen.play.event import Started

        if isinstance(event, Started):
            typer.echo(_plain(f"{players[0].name} (first) against {players[1].name}"))
            self._height = 0
        lines = [_plain(line) for line in self._judge.tell(event, referee)]
        if self._is_terminal:
            self._redraw([*self._judge.board(referee.game), *lines[-3:]])
        else:
            for line in lines:
                typer.echo(line)

    def on_note(self, note: str) -> None:
        """Tell the authors of programs something."""
        self._height = 0
        typer.echo(f"note: {_plain(note)}")

    def end(self, end: "GameEnd") -> None:
        """Show how a game ended."""
        if not self._quiet and not self._is_terminal:
            for line in self._judge.board(end.referee.game):
                typer.echo(line)
        winner = "a draw" if end.winner is None else f"{end.winner.name} wins"
        kept = "" if end.game_id is None else f" [tengen games show {end.game_id}]"
        typer.echo(_plain(f"Game {end.number}: {winner}, {end.ended.detail}{kept}"))

    def _redraw(self, lines: list[str]) -> None:
        """Draw over what was drawn last, so that the board stands still."""
        if self._height:
            sys.stdout.write(f"\x1b[{self._height}A\x1b[J")
        sys.stdout.write("\n".join(lines) + "\n")
        sys.stdout.flush()
        self._height = len(lines)


def _plain(text: str) -> str:
    """Keep what a program said from steering the terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
