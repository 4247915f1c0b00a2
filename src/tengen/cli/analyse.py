"""`tengen analyse`: what the engine sees in a position, as it sees it, or in a whole game."""

import json
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli._app import app
from tengen.cli._arguments import (
    POSITION_HELP,
    DepthOption,
    NodesOption,
    RuleOption,
    SecondsOption,
    SizeOption,
    read_game,
    read_limit,
    read_number,
)
from tengen.cli._course import steps, write_json, write_table
from tengen.core.game import Game
from tengen.core.geometry import Color, Point, format_point
from tengen.core.limits import Limit
from tengen.core.score import Info, Score, ScoreKind
from tengen.options import Option

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table
    from rich.text import Text

_HELP = f"""Look at a position with the engine, and show the best lines. Stop with Ctrl-C.

{POSITION_HELP}

The board has the engine's best moves on it, each with its chance in percent, or W7 for a win and L4
for a loss in so many moves; without colours, with its number among the lines. On a terminal all is
live; piped, only the last report is written.

With --json every report is one line, an object with the keys depth, selective_depth, nodes,
seconds, nodes_per_second, hash_full (0 to 1), lines (score, win_probability, moves) and candidates
(point, score): every move that was considered, the scores of those that lead no line being bounds.
A score has kind (value, win or loss) and number (the value, or the plies to the end), for the side
to move.

With --game every move of the game is looked at, 20,000 positions for each unless a limit is given:
Black's chance after it with a graph, what it lost, and where that was much, what would have been
better. With --json a line a move: number, side, move, best, black, lost and score.
"""

_SECONDS = 5.0
_NODES_A_MOVE = 20_000
_ROOM_FOR_LINES = 50
"""Columns beside the board that lines need; where there are fewer, they go below it."""
_MEGABYTE = 1 << 20
_MULTIPV = Option("multipv", int, 3, 1, 100)
_THREADS = Option("threads", int, 1, 1, 256)
_MEMORY = Option("memory", int, 128, 1, 1 << 20)


@app.command(help=_HELP, epilog="Example: tengen analyse h8i9h9i8 --seconds 3 --multipv 5")
def analyse(
    position: Annotated[str, typer.Argument(metavar="POSITION", help="What to look at.")],
    seconds: SecondsOption = None,
    nodes: NodesOption = None,
    depth: DepthOption = None,
    multipv: Annotated[
        str, typer.Option(metavar="K", help="How many best moves to compare.")
    ] = "3",
    threads: Annotated[str, typer.Option(metavar="N", help="How many threads search.")] = "1",
    memory: Annotated[str, typer.Option(metavar="MB", help="Megabytes for the table.")] = "128",
    whole: Annotated[bool, typer.Option("--game", help="Look at every move of the game.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON, a line a report.")] = False,
    size: SizeOption = None,
    rule: RuleOption = None,
) -> None:
    """Stream what a search finds, as a table or as JSON."""
    from tengen.engine.engine import Engine

    limit = read_limit(seconds, nodes, depth, _SECONDS)
    game = read_game(position, size, rule)
    table = read_number(_MEMORY, memory) * _MEGABYTE
    engine = Engine(memory=table, threads=read_number(_THREADS, threads))
    if whole:
        if seconds is nodes is depth is None:
            limit = Limit(nodes=_NODES_A_MOVE)
        course = steps(game, engine, limit)
        return write_json(course) if as_json else write_table(course)
    with engine.analyse(game, limit, multipv=read_number(_MULTIPV, multipv)) as stream:
        if as_json:
            for info in stream:
                sys.stdout.write(json.dumps(describe(game, info)) + "\n")
                sys.stdout.flush()
        else:
            _show(game, stream)
    return None


def _show(game: Game, stream: Iterable[Info]) -> None:
    from rich.console import Console
    from rich.live import Live

    # Piped output has no width; a table cut to 80 columns would lose moves.
    console = Console(width=None if sys.stdout.isatty() else 160, highlight=False)
    last: Info | None = None
    try:
        with Live(console=console, auto_refresh=False, transient=True) as live:
            for last in stream:
                if console.is_terminal:
                    live.update(_report(game, last, console), refresh=True)
    finally:
        if last is not None:
            console.print(_report(game, last, console))


def _report(game: Game, info: Info, console: "Console") -> "RenderableType":
    """Return the board with the candidates on it, and beside it, or below, bar and lines."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from tengen.cli._board import draw_bar, draw_board
    from tengen.picture.scene import Show, scene_of, with_info

    scene = with_info(scene_of(game, threats=Show.NONE), info)
    board = draw_board(scene, colors=console.color_system is not None)
    spent = Text(
        f"depth {info.depth}-{max(info.depth, info.selective_depth)}, {info.nodes:,} nodes, "
        f"{info.nodes_per_second:,.0f} a second, {info.seconds:.1f} s",
        "dim",
    )
    chance = info.win_probability or 0.0
    black = chance if game.turn is Color.BLACK else 1 - chance
    facts = Group(_verdict(game, info), draw_bar(black), Text(), _lines(game, info), spent)
    if console.width < 2 * game.size + _ROOM_FOR_LINES:
        return Group(board, Text(), facts)
    grid = Table.grid(padding=(0, 3))
    grid.add_row(board, facts)
    return grid


def _verdict(game: Game, info: Info) -> "Text":
    """Say in one line how it stands, from Black's side where nothing is proven."""
    from rich.text import Text

    score = info.score
    if score is None or score.kind is ScoreKind.VALUE:
        chance = info.win_probability or 0.0
        black = chance if game.turn is Color.BLACK else 1 - chance
        return Text(f"Black {black:.0%}, {game.turn} to move", "bold")
    winner = game.turn if score.kind is ScoreKind.WIN else game.turn.other
    return Text(f"{str(winner).capitalize()} wins in {score.number}, {game.turn} to move", "bold")


def _lines(game: Game, info: Info) -> "Table":
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("", "move", "score", "wins"):
        table.add_column(name, no_wrap=True)
    table.add_column("line")
    for number, line in enumerate(info.lines, 1):
        table.add_row(
            str(number),
            format_point(line.moves[0], game.size),
            str(line.score),
            f"{line.score.win_probability:.1%}",
            " ".join(_texts(game, line.moves)),
        )
    return table


def describe(game: Game, info: Info) -> dict[str, object]:
    """Return a report as JSON values; the command's help lists the keys."""
    return {
        "depth": info.depth,
        "selective_depth": info.selective_depth,
        "nodes": info.nodes,
        "seconds": round(info.seconds, 6),
        "nodes_per_second": round(info.nodes_per_second),
        "hash_full": info.hash_full,
        "lines": [
            {
                "score": _score(line.score),
                "win_probability": round(line.score.win_probability, 4),
                "moves": _texts(game, line.moves),
            }
            for line in info.lines
        ],
        "candidates": [
            {"point": format_point(c.point, game.size), "score": _score(c.score)}
            for c in info.candidates
        ],
    }


def _score(score: Score) -> dict[str, object]:
    return {"kind": str(score.kind), "number": score.number}


def _texts(game: Game, points: Iterable[Point]) -> list[str]:
    return [format_point(point, game.size) for point in points]
