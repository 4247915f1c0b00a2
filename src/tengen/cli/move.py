"""`tengen move`: what a bot would play, and why."""

from typing import Annotated

import typer

from tengen.bots import STRONGEST, find_bot
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
from tengen.core.game import Game
from tengen.core.geometry import format_point
from tengen.core.score import Info
from tengen.errors import InvalidText

_HELP = f"""Choose a move, and write it in one line.

{POSITION_HELP}

The move is a point, `pass`, or what is to be chosen in an opening procedure, such as take-white.
With --why follow the score with its chance to win, the depth, the line that is expected, and the
other moves that were considered; their scores are bounds, because a search proves no more of a
move than that another is better.
"""

_SECONDS = 1.0
_CONSIDERED = 8


@app.command(help=_HELP, epilog="Example: tengen move h8i9h9i8 --seconds 2 --why")
def move(
    position: Annotated[str, typer.Argument(metavar="POSITION", help="Where to move.")],
    bot: Annotated[str, typer.Option(metavar="NAME", help="See `tengen bots`.")] = STRONGEST,
    seconds: SecondsOption = None,
    nodes: NodesOption = None,
    depth: DepthOption = None,
    why: Annotated[bool, typer.Option("--why", help="Write what it rests on, too.")] = False,
    size: SizeOption = None,
    rule: RuleOption = None,
) -> None:
    """Choose a move for the side that must act now."""
    limit = read_limit(seconds, nodes, depth, _SECONDS)
    game = read_game(position, size, rule)
    player = find_bot(bot)
    if (reason := player.supports(game.setup)) is not None:
        raise InvalidText(
            "unsupported", "{bot} does not play this: {reason}", bot=bot, reason=reason
        )
    player.check_open(game)
    if player.search is None or game.choices:
        typer.echo(game.format_move(player.choose(game, limit)))
        if why:
            typer.echo(f"{player.name} does not say why.")
        return
    info = player.search(game, limit, 1)
    assert info.best is not None
    typer.echo(format_point(info.best, game.size))
    if why:
        typer.echo("\n".join(reasons(game, info)))


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
