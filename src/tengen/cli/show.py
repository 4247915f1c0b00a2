"""`tengen show`: a position with everything that the rules say about it."""

import json
from typing import Annotated

import typer

from tengen.cli._app import app
from tengen.cli._arguments import POSITION_HELP, RuleOption, SizeOption, read_game
from tengen.core.game import Game
from tengen.core.geometry import Color, Point, format_point
from tengen.core.legality import Forbidden, forbidden_points
from tengen.core.shapes import Kind
from tengen.core.threats import Threat
from tengen.notation.diagram import format_diagram
from tengen.notation.position import format_position

_HELP = f"""Show a position: board, rule, side to move, outcome, forbidden points, threats.

{POSITION_HELP}

The keys of the JSON object are size, rule, opening, position (text that can be shown again),
moves, turn, choices, board (rows from the top, in X O . # *), outcome (null, or winner, reason
and line), forbidden (point, side, reason) and threats (kind, side, stones, keys, defences). When
the game is over, nothing is forbidden or threatened.
"""


@app.command(help=_HELP, epilog="Example: tengen show h8i9h9h7i8 --rule renju")
def show(
    position: Annotated[str, typer.Argument(metavar="POSITION", help="What to show.")],
    size: SizeOption = None,
    rule: RuleOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write one JSON object.")] = False,
) -> None:
    """Show a position as text or as JSON."""
    game = read_game(position, size, rule)
    if as_json:
        typer.echo(json.dumps(describe(game), indent=2))
    else:
        typer.echo("\n".join(report(game)))


def describe(game: Game) -> dict[str, object]:
    """Return everything about a position as JSON values; the command's help lists the keys."""
    outcome = game.outcome()
    return {
        "size": game.size,
        "rule": game.rule.name,
        "opening": game.opening,
        "position": format_position(game),
        "moves": [game.format_move(move) for move in game.moves],
        "turn": str(game.turn),
        "choices": [str(choice) for choice in game.choices],
        "board": [
            "".join(game.board[Point(x, y)] for x in range(game.size)) for y in range(game.size)
        ],
        "outcome": None
        if outcome is None
        else {
            "winner": None if outcome.winner is None else str(outcome.winner),
            "reason": str(outcome.reason),
            "line": _texts(game, outcome.line),
        },
        "forbidden": [
            {"point": format_point(point, game.size), "side": str(side), "reason": str(reason)}
            for side in Color
            for point, reason in _forbidden(game, side).items()
        ],
        "threats": [
            {
                "kind": str(threat.kind),
                "side": str(threat.side),
                "stones": _texts(game, threat.stones),
                "keys": _texts(game, threat.keys),
                "defences": _texts(game, threat.defences),
            }
            for side in Color
            for threat in _threats(game, side)
        ],
    }


def report(game: Game) -> list[str]:
    """Return the same for people, line by line."""
    outcome = game.outcome()
    lines = [
        f"{game.rule} on {game.size}x{game.size}: {game.rule.title}",
        "",
        format_diagram(
            game,
            header=False,
            line=outcome.line if outcome is not None else (),
            forbidden=[point for side in Color for point in _forbidden(game, side)],
        ),
        "",
    ]
    if outcome is not None:
        return [*lines, f"Over: {outcome}."]
    if game.choices:
        lines.append(f"The {game.seat} seat must choose {' or '.join(game.choices)}.")
    else:
        lines.append(f"{game.turn} to move.".capitalize())
    for side in Color:
        if game.rule.side(side).has_forbidden:
            reasons = _forbidden(game, side).items()
            listed = ", ".join(f"{format_point(p, game.size)} ({why})" for p, why in reasons)
            lines.append(f"Forbidden to {side}: {listed or 'nothing'}.")
        found = _threats(game, side)
        lines.append(f"Threats of {side}:" if found else f"Threats of {side}: none.")
        lines += [_told(game, threat) for threat in found]
    return lines


def _forbidden(game: Game, side: Color) -> dict[Point, Forbidden]:
    return {} if game.outcome() is not None else forbidden_points(game.board, game.rule, side)


def _threats(game: Game, side: Color) -> list[Threat]:
    return [] if game.outcome() is not None else game.threats(side)


def _told(game: Game, threat: Threat) -> str:
    stones, keys, defences = (" ".join(_texts(game, points)) for points in threat[2:])
    makes = "open four" if threat.kind is Kind.THREE else "five"
    stopped = f"stopped at {defences}" if defences else "cannot be stopped"
    return f"  {threat.kind} {stones}: {makes} at {keys}, {stopped}"


def _texts(game: Game, points: tuple[Point, ...]) -> list[str]:
    return [format_point(point, game.size) for point in points]
