"""`tengen solve`: a forced win with its proof, or that none was found."""

import json
import sys
from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated

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
)
from tengen.core.game import Game
from tengen.core.geometry import PASS, Point, format_point
from tengen.core.proof import check_proof, proof_to_plain
from tengen.engine.solver import Solution, Solver

_HELP = f"""Look for a win by fours and threes that no reply can stop.

{POSITION_HELP}

A win comes with a proof that covers every legal reply, which a small program without the engine
has checked: see docs/proof.md. The board has the longest line on it, move by move; below it stands
the tree of the proof, each reply with its answer, as far as it fits a screen.

With --json the proof is written whole: verdict (win, no win, unknown), plies, moves, nodes, seconds
and proof. The exit code is 0 for a win and 1 otherwise.
"""

_SECONDS = 5.0
_MEMORY = 64 << 20


@app.command(help=_HELP, epilog="Example: tengen solve h8i9h9i8h10i10 --json")
def solve(
    position: Annotated[str, typer.Argument(metavar="POSITION", help="What to solve.")],
    seconds: SecondsOption = None,
    nodes: NodesOption = None,
    depth: DepthOption = None,
    fours: Annotated[bool, typer.Option("--fours", help="Try fours only, no threes.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Write the whole proof.")] = False,
    size: SizeOption = None,
    rule: RuleOption = None,
) -> None:
    """Solve a position for the side to move."""
    limit = read_limit(seconds, nodes, depth, _SECONDS)
    game = read_game(position, size, rule)
    found = Solver(memory=_MEMORY).solve(
        game, nodes=limit.nodes, seconds=limit.turn, depth=limit.depth, fours_only=fours
    )
    if found.proof is not None:
        # Whoever asks need not trust the engine: a proof that fails here is never shown.
        check_proof(game.board, game.rule, found.proof)
    if as_json:
        typer.echo(json.dumps(_describe(game, found)))
    else:
        _write(game, found)
    if found.proof is None:
        raise typer.Exit(1)


def _write(game: Game, found: Solution) -> None:
    from rich.console import Console
    from rich.text import Text

    from tengen.cli._board import draw_board
    from tengen.cli._proof import draw_proof
    from tengen.picture.scene import Show, Stone, scene_of

    spent = f"{found.nodes:,} nodes, {found.seconds:.2f} s"
    if found.proof is None:
        why = "all threats were tried" if found.verdict == "no win" else "a limit was reached"
        typer.echo(f"no forced win found ({why}; {spent})")
        return
    console = Console(width=None if sys.stdout.isatty() else 160, highlight=False)
    colors = (game.turn, game.turn.other)
    line = tuple(Stone(p, colors[i % 2], i + 1) for i, p in enumerate(found.line) if p != PASS)
    scene = replace(scene_of(game, threats=Show.NONE), preview=line)
    console.print(draw_board(scene), Text())
    console.print(
        f"{game.turn} wins in {found.proof.plies} with {_text(game, found.line[:1])}",
        style="bold",
    )
    console.print(f"line: {_text(game, found.line)}")
    console.print(draw_proof(game, found.proof))
    console.print(f"proof of {found.proof.node_count} nodes, checked ({spent})", style="dim")


def _describe(game: Game, found: Solution) -> dict[str, object]:
    return {
        "verdict": str(found.verdict),
        "plies": found.proof.plies if found.proof else None,
        "moves": [format_point(point, game.size) for point in found.line],
        "nodes": found.nodes,
        "seconds": found.seconds,
        "proof": proof_to_plain(found.proof) if found.proof else None,
    }


def _text(game: Game, points: Iterable[Point]) -> str:
    return " ".join(game.format_move(point) for point in points)
