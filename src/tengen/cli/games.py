"""`tengen games`: look into the store, and take games out of it."""

import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, TextIO

import typer

from tengen.cli._app import app
from tengen.cli._arguments import RULE_HELP
from tengen.cli._output import open_output
from tengen.core.game import Game
from tengen.core.openings import Seat
from tengen.core.rules import find_rule
from tengen.errors import InvalidText, TengenError
from tengen.options import Option
from tengen.registry import nearest

if TYPE_CHECKING:
    from rich.console import Console

    from tengen.play import MovePlayed, Referee
    from tengen.store import GameFilter, Store, StoredGame

games = typer.Typer(
    help="List, show and export the games in the store.",
    epilog="Example: tengen games list --player greedy",
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(games, name="games")

_ID: Final = Option("game", int, None, 1)
_RUN: Final = Option("run", int, None, 1)
_LIMIT: Final = Option("limit", int, 20, 1, 1_000_000)
_PAGE: Final = 500

StoreOption = Annotated[
    str | None,
    typer.Option(
        "--store",
        metavar="WHERE",
        help="A file, or a PostgreSQL URL; else $TENGEN_STORE, else a file among your data.",
    ),
]
PlayerOption = Annotated[
    str | None, typer.Option("--player", metavar="NAME", help="Only games of this player.")
]
RuleOption = Annotated[
    str | None, typer.Option("--rule", metavar="RULE", help=f"Only games under it: {RULE_HELP}")
]
RunOption = Annotated[
    str | None, typer.Option("--run", metavar="N", help="Only games of this match or tournament.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Write JSON.")]

_LIST_HELP = """List games, the newest first.

The keys of the JSON objects are id, first and second (name, kind, command, version), position
(where it started), rule, size, opening, limits, run, job, started_at, finished_at (seconds since
1970, or null), black (the seat that has Black, or null), plies, length (events), result (first,
second, draw, void or null) and reason.
"""


@games.callback(invoke_without_command=True)
def _help(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@games.command("list", help=_LIST_HELP, epilog="Example: tengen games list --player greedy")
def list_games(
    player: PlayerOption = None,
    rule: RuleOption = None,
    run: RunOption = None,
    limit: Annotated[str, typer.Option(metavar="N", help="At most so many.")] = "20",
    before: Annotated[
        str | None, typer.Option(metavar="ID", help="Only games older than this one.")
    ] = None,
    as_json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """List games as a table or as JSON."""
    at_most = _number(_LIMIT, limit)
    older_than = None if before is None else _number(_ID, before)
    with _open(store) as opened:
        wanted = _wanted(opened, player, rule, run)
        found = opened.games(wanted, limit=at_most + 1, before=older_than)
    page = found[:at_most]
    if as_json:
        typer.echo(json.dumps([describe(game) for game in page], indent=2))
        return
    _print_table(page)
    if len(found) > at_most:
        typer.echo(f"There are more: --before {page[-1].id}")


@games.command(epilog="Example: tengen games show 17")
def show(
    game: Annotated[str, typer.Argument(metavar="ID", help="The number in the list.")],
    as_json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """Show a game: who played, how it ended, the board, the moves with their times.

    The JSON object has the keys of the list, and `events`: index, at, payload.
    """
    with _open(store) as opened:
        found = _load(opened, _number(_ID, game))
    if as_json:
        typer.echo(json.dumps(found.describe(), indent=2))
    else:
        _print_game(found)


@games.command(epilog="Example: tengen games export --run 3 --format json -o run3.json")
def export(
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="[ID]...", help="Which games; else all.")
    ] = None,
    form: Annotated[
        str,
        typer.Option(
            "--format", metavar="FORMAT", help="pos: a line a game; sgf; json: all events."
        ),
    ] = "pos",
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Else standard output.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")] = False,
    player: PlayerOption = None,
    rule: RuleOption = None,
    run: RunOption = None,
    store: StoreOption = None,
) -> None:
    """Write games to a file, the newest first; it appears whole or not at all.

    A line of `pos` can be given to `tengen show`; SGF has all games in one file.
    """
    if form not in _WRITERS:
        raise InvalidText(
            "unknown-format",
            "there is no format {form!r}; did you mean {near}?",
            form=form,
            near=nearest(form, _WRITERS),
        )
    with _open(store) as opened, open_output(output, force) as file:
        numbers = [_number(_ID, text) for text in ids or ()]
        wanted = _wanted(opened, player, rule, run)
        chosen = (_load(opened, number) for number in numbers) if ids else _load_all(opened, wanted)
        _WRITERS[form](chosen, file)


# What is read.


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game with its events."""

    game: "StoredGame"
    events: list[dict[str, Any]]

    def describe(self) -> dict[str, Any]:
        """Return the whole game as JSON values."""
        return {**describe(self.game), "events": self.events}

    def replay(self) -> "Referee | None":
        """Return the referee to whom all this has happened, or None before the first event."""
        from tengen.play import Referee, event_from_dict

        if not self.events:
            return None
        try:
            return Referee.replay(event_from_dict(event["payload"]) for event in self.events)
        except TengenError as error:
            raise InvalidText(
                "bad-events",
                "the events of game {game} cannot be replayed: {why}",
                game=self.game.id,
                why=str(error),
            ) from None

    def last_position(self) -> Game:
        """Return the game after all its moves."""
        referee = self.replay()
        return self.game.start() if referee is None else referee.game


def describe(game: "StoredGame") -> dict[str, Any]:
    """Return a game without its events as JSON values; the help of the list has the keys."""
    verdict = game.verdict
    return {
        "id": game.id,
        **{
            seat: {
                "name": player.name,
                "kind": player.kind,
                "command": player.command,
                "version": player.version,
            }
            for seat, player in (("first", game.first), ("second", game.second))
        },
        "position": game.position,
        "rule": game.rule,
        "size": game.size,
        "opening": game.opening,
        "limits": game.limits,
        "run": game.run_id,
        "job": game.job_index,
        "started_at": game.started_at,
        "finished_at": verdict.finished_at if verdict else None,
        "black": None if game.black is None else str(game.black),
        "plies": game.plies,
        "length": game.length,
        "result": str(verdict.result) if verdict else None,
        "reason": verdict.reason if verdict else None,
    }


def _open(where: str | None) -> "Store":
    from tengen.store import Store

    return Store.open(where, create=False)


def _wanted(store: "Store", player: str | None, rule: str | None, run: str | None) -> "GameFilter":
    from tengen.store import GameFilter

    run_id = None if run is None else store.run(_number(_RUN, run)).id
    return GameFilter(
        player=player, rule=None if rule is None else find_rule(rule).name, run_id=run_id
    )


def _number(option: Option, text: str) -> int:
    number = option.read(text)
    assert isinstance(number, int)
    return number


def _load(store: "Store", game_id: int) -> Loaded:
    return Loaded(
        store.game(game_id),
        [
            {"index": event.index, "at": event.at, "payload": event.payload}
            for event in store.events(game_id)
        ],
    )


def _load_all(store: "Store", wanted: "GameFilter") -> Iterator[Loaded]:
    before = None
    while page := store.games(wanted, limit=_PAGE, before=before):
        for game in page:
            yield _load(store, game.id)
        before = page[-1].id


# What is printed.


def _console() -> "Console":
    from rich.console import Console

    # In a pipe there is no edge at which a line would have to be broken.
    width = None if sys.stdout.isatty() else 200
    return Console(highlight=False, markup=False, emoji=False, width=width)


def _print_table(found: "list[StoredGame]") -> None:
    from rich.table import Table

    if not found:
        typer.echo("No games.")
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("game", "started", "first", "second", "rule", "size", "run", "moves", "result"):
        table.add_column(
            heading, justify="right" if heading in ("game", "size", "run", "moves") else "left"
        )
    for game in found:
        table.add_row(
            str(game.id),
            _when(game.started_at),
            _plain(game.first.name),
            _plain(game.second.name),
            game.rule,
            str(game.size),
            "" if game.run_id is None else str(game.run_id),
            str(game.plies),
            _plain(_told(game)),
        )
    _console().print(table)


def _print_game(found: Loaded) -> None:
    from tengen.notation.diagram import format_diagram

    game = found.game
    referee = found.replay()
    position = game.start() if referee is None else referee.game
    outcome = position.outcome()
    opening = "" if game.opening == "free" else f", opening {game.opening}"
    run = "" if game.run_id is None else f", run {game.run_id}, job {game.job_index}"
    typer.echo(f"Game {game.id}: {game.rule} on {game.size}x{game.size}{opening}{run}")
    typer.echo(f"{_seated(game, Seat.FIRST)} against {_seated(game, Seat.SECOND)}")
    typer.echo(f"Started {_when(game.started_at)} UTC")
    if game.limits:
        limits = ", ".join(f"{name} {limit}" for name, limit in game.limits.items())
        typer.echo(_plain(f"Limits: {limits}"))
    if stones := position.moves[: len(game.start().moves)]:
        typer.echo(f"Opening: {' '.join(position.format_move(move) for move in stones)}")
    typer.echo()
    typer.echo(
        format_diagram(position, header=False, line=outcome.line if outcome is not None else ())
    )
    typer.echo()
    if referee is not None:
        _print_moves(game.start(), referee)
    detail = "" if referee is None or referee.result is None else f": {referee.result.detail}"
    typer.echo(_plain(f"Result: {_told(game)}{detail}"))


def _print_moves(start: Game, referee: "Referee") -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("move", "", "seconds", "depth", "nodes", "score"):
        table.add_column(heading, justify="left" if not heading else "right")
    table.add_column("said", no_wrap=True, overflow="ellipsis")
    played = _moves_that_stand(referee)
    for number, event in enumerate(played, start=len(start.moves) + 1):
        said = event.info.get("messages") or [""]
        table.add_row(
            f"{number}.",
            event.move,
            f"{event.seconds:.3f}" + (f" (+{event.over:.3f})" if event.over else ""),
            *(_plain(str(event.info.get(key, ""))) for key in ("depth", "nodes", "score")),
            _plain(str(said[-1] if isinstance(said, list) else said)),
        )
    if played:
        _console().print(table)
        typer.echo()


def _moves_that_stand(referee: "Referee") -> "list[MovePlayed]":
    from tengen.play import MovePlayed, Undone

    stand: list[MovePlayed] = []
    for event in referee.events:
        if isinstance(event, MovePlayed):
            stand.append(event)
        elif isinstance(event, Undone):
            del stand[len(stand) - event.count :]
    return stand


def _seated(game: "StoredGame", seat: Seat) -> str:
    player = (game.first, game.second)[seat]
    color = "" if game.black is None else "Black, " if game.black is seat else "White, "
    version = f" {player.version}" if player.version else ""
    return _plain(f"{player.name} ({color}{player.kind}{version})")


def _told(game: "StoredGame") -> str:
    """Say how a game ended, with the winner's colour where it is known."""
    if game.verdict is None:
        return "not finished"
    result = str(game.verdict.result)
    for seat, player in zip(Seat, (game.first, game.second), strict=True):
        if result == str(seat):
            side = "" if game.black is None else " as Black" if game.black is seat else " as White"
            return f"{player.name} wins{side} ({game.verdict.reason})"
    return f"{result} ({game.verdict.reason})"


def _when(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.gmtime(at))


def _plain(text: str) -> str:
    """Keep what a program said from steering the terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


# What is written to files.


def _write_pos(chosen: Iterator[Loaded], file: TextIO) -> None:
    from tengen.notation.position import format_position

    for loaded in chosen:
        file.write(format_position(loaded.last_position()) + "\n")


def _write_json(chosen: Iterator[Loaded], file: TextIO) -> None:
    file.write("[")
    for place, loaded in enumerate(chosen):
        file.write(",\n" if place else "\n")
        file.write(json.dumps(loaded.describe()))
    file.write("\n]\n")


def _write_sgf(chosen: Iterator[Loaded], file: TextIO) -> None:
    from tengen.core.tree import Tree
    from tengen.notation.sgf import format_sgf
    from tengen.play.record import record

    for loaded in chosen:
        game, referee = loaded.game, loaded.replay()
        names = {Seat.FIRST: game.first.name, Seat.SECOND: game.second.name}
        if referee is None:
            file.write(format_sgf(Tree.of_game(game.start())))
        else:
            file.write(format_sgf(record(referee, names, game.started_at)))


_WRITERS: Final = {"pos": _write_pos, "sgf": _write_sgf, "json": _write_json}
