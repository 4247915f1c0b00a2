"""`tengen move`: what a bot would play, and why."""

import json
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tengen.bots import STRONGEST, Bot, Why, find_bot
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
)
from tengen.cli.analyse import describe
from tengen.core.game import Game
from tengen.core.geometry import Point, format_point
from tengen.core.limits import Limit
from tengen.core.score import Info

if TYPE_CHECKING:
    from rich.table import Table

_HELP = f"""Choose a move, and write it in one line.

{POSITION_HELP}

The move is a point, `pass`, or what is to be chosen in an opening procedure, such as take-white.
With --why follows what it rests on. A classic bot tells which of its steps decided, the values of
the position, and a table of the moves it compared. An engine tells its score with the chance to
win, the depth, the line that is expected, and the other moves that were considered; their scores
are bounds, because a search proves no more of a move than that another is better. With --json all
of that is one object.
"""

_CONSIDERED = 8
_ROWS = 12
"""How many moves a table of reasons shows; JSON has all of them."""


@app.command(help=_HELP, epilog="Example: tengen move h8i9h9i8 --bot forms --why")
def move(
    position: Annotated[str, typer.Argument(metavar="POSITION", help="Where to move.")],
    bot: Annotated[str, typer.Option(metavar="NAME", help="See `tengen bots`.")] = STRONGEST,
    seconds: SecondsOption = None,
    nodes: NodesOption = None,
    depth: DepthOption = None,
    why: Annotated[bool, typer.Option("--why", help="Write what it rests on, too.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Write one object of JSON.")] = False,
    size: SizeOption = None,
    rule: RuleOption = None,
) -> None:
    """Choose a move for the side that must act now."""
    limit = read_limit(seconds, nodes, depth, default=None)
    game = read_game(position, size, rule)
    player = find_bot(bot)
    player.check_setup(game.setup)
    player.check_open(game)
    _answer(player, game, limit, why=why, as_json=as_json)


def _answer(player: Bot, game: Game, limit: Limit, *, why: bool, as_json: bool) -> None:
    """Let the bot choose, and write the move with what it says about it."""
    told: dict[str, Any] = {}
    lines = [f"{player.name} does not say why."]
    table: Table | None = None
    if player.explain is not None and not game.choices:
        reasons_told = player.explain(game, limit)
        chosen, told = game.format_move(reasons_told.move), reasons_told.plain(game.size)
        if why and not as_json:
            lines, table = sentences(game, reasons_told), _table(game, reasons_told)
    elif player.search is not None and not game.choices:
        info = player.search(game, limit, 1)
        assert info.best is not None
        chosen, told = format_point(info.best, game.size), describe(game, info)
        lines = reasons(game, info)
    else:
        chosen = game.format_move(player.choose(game, limit))
    if as_json:
        typer.echo(json.dumps({"bot": player.name, **told, "move": chosen}))
        return
    typer.echo(chosen)
    if why:
        typer.echo("\n".join(lines))
    if table is not None:
        from rich.console import Console

        # Piped output has no width; a table cut to 80 columns would lose what it tells.
        console = Console(width=None if sys.stdout.isatty() else 160, highlight=False)
        console.print(table)
        if (left := len(told["candidates"]) - _ROWS) > 0:
            typer.echo(f"and {left} more {'move' if left == 1 else 'moves'}: --json has all")


def reasons(game: Game, info: Info) -> list[str]:
    """Return what a move rests on, line by line."""
    if not info.depth:
        return ["No search was needed."]
    best = info.lines[0]
    lines = [
        f"score {best.score} ({best.score.win_probability:.0%} for {game.turn}), "
        f"depth {info.depth}-{max(info.depth, info.selective_depth)}, {info.nodes:,} nodes in "
        f"{info.seconds:.2f} s ({info.nodes_per_second:,.0f} a second)",
        "line " + " ".join(format_point(point, game.size) for point in best.moves),
    ]
    others = [c for c in info.candidates if c.point != info.best][: _CONSIDERED - 1]
    if others:
        told = (f"{format_point(c.point, game.size)} {c.score}" for c in others)
        lines.append("others, at most: " + ", ".join(told))
    return lines


def sentences(game: Game, why: Why) -> list[str]:
    """Return the step that decided and the values of the position, line by line."""
    lines = [f"by {why.step}: {why.because}"]
    lines += [f"{name}: {_shown(value, game.size)}" for name, value in why.facts]
    if why.nodes:
        lines.append(f"positions looked at: {why.nodes:,}")
    return lines


def _table(game: Game, why: Why) -> "Table | None":
    """Return the moves that were compared, the best of them first."""
    from rich import box
    from rich.table import Table

    if not why.rows:
        return None
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name, value in zip(why.columns, why.rows[0], strict=True):
        is_text = isinstance(value, str) and value not in ("win", "loss")
        table.add_column(name, justify="left" if is_text or name == "move" else "right")
    for index, row in enumerate(why.rows[:_ROWS]):
        cells = [_shown(value, game.size) for value in row]
        table.add_row(*cells, style="bold" if index == 0 else None)
    return table


def _shown(value: object, size: int) -> str:
    if isinstance(value, Point):
        return format_point(value, size)
    if isinstance(value, int | float):
        return f"{value:,}" if isinstance(value, int) else f"{value:,.1f}"
    return "" if value is None else str(value)
