"""The course of a whole game in a terminal: what each move was worth, as a table with a graph."""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tengen.core.game import Game
from tengen.core.geometry import Color, format_point
from tengen.core.limits import Limit
from tengen.core.openings import Choice
from tengen.core.score import Info, Score

if TYPE_CHECKING:
    from rich.text import Text

    from tengen.engine.engine import Engine

_GRAPH: Final = 24
"""Columns of the graph."""
_DOUBTFUL, _BAD = 0.05, 0.15
"""Parts of the chance to win; a move that loses more is marked `?` or `??`."""


@dataclass(frozen=True, slots=True)
class Step:
    """A move of the game, and the position after it."""

    number: int
    side: Color
    move: str
    best: str | None
    """What the engine would have played instead; None where it was not asked."""
    black: float | None
    """Black's chance after the move; None before an opening procedure is over."""
    lost: float | None
    """What the move took from the chance of its side, never below 0."""
    score: Score | None
    """Of the position after the move, for the side to move."""


def steps(game: Game, engine: "Engine", limit: Limit) -> Iterator[Step]:
    """Yield every move of a game with what the engine thinks of it, each looked at for `limit`."""
    played = Game(opening=game.opening, setup=game.setup)
    before = _look(played, engine, limit)
    for number, move in enumerate(game.moves, 1):
        side, text = played.turn, played.format_move(move)
        # The best move is told only where a point was to be played.
        best = before[1] if not isinstance(move, Choice) else None
        played.push(move)
        after = _look(played, engine, limit)
        yield Step(number, side, text, best, after[0], _lost(before[0], after[0], side), after[2])
        before = after


def _look(
    game: Game, engine: "Engine", limit: Limit
) -> tuple[float | None, str | None, Score | None]:
    """Return Black's chance in a position, the best move and its score, where there are any."""
    if (outcome := game.outcome()) is not None:
        return {Color.BLACK: 1.0, Color.WHITE: 0.0, None: 0.5}[outcome.winner], None, None
    if game.choices or not game.legal_points():
        return None, None, None
    info: Info = engine.search(game, limit)
    chance = info.win_probability
    if chance is None or info.best is None:
        return None, None, None
    black = chance if game.turn is Color.BLACK else 1 - chance
    return black, format_point(info.best, game.size), info.score


def _lost(before: float | None, after: float | None, side: Color) -> float | None:
    if before is None or after is None:
        return None
    return max(0.0, before - after if side is Color.BLACK else after - before)


def write_json(course: Iterator[Step]) -> None:
    """Write a line of JSON for every move, as soon as it is known."""
    for step in course:
        score = step.score
        row = {
            "number": step.number,
            "side": str(step.side),
            "move": step.move,
            "best": step.best,
            "black": None if step.black is None else round(step.black, 4),
            "lost": None if step.lost is None else round(step.lost, 4),
            "score": None if score is None else {"kind": str(score.kind), "number": score.number},
        }
        sys.stdout.write(json.dumps(row) + "\n")
        sys.stdout.flush()


def write_table(course: Iterator[Step]) -> None:
    """Write a row for every move, as soon as it is known: Black's chance with its graph."""
    from rich.console import Console

    console = Console(width=None if sys.stdout.isatty() else 160, highlight=False)
    console.print(
        f"{'':>4} {'move':<12} {'Black':>6}  {'0 %':<{_GRAPH - 5}}100 %  lost  best", style="dim"
    )
    for step in course:
        console.print(_row(step), no_wrap=True)


def _row(step: Step) -> "Text":
    from rich.text import Text

    from tengen.cli._board import draw_bar, signs

    kind = signs()
    sign = kind.black if step.side is Color.BLACK else kind.white
    row = Text(f"{step.number:>4} {sign} {step.move:<10} ")
    if step.black is None:
        return row
    row.append(f"{step.black:>6.0%}  ")
    row.append_text(draw_bar(step.black, _GRAPH))
    lost = step.lost or 0.0
    mark = "??" if lost > _BAD else "?" if lost > _DOUBTFUL else ""
    style = "bold red" if mark == "??" else "yellow" if mark else "dim"
    row.append(f"  {lost:>4.0%} ", style)
    if mark and step.best is not None and step.best != step.move:
        row.append(f" {step.best} {mark}", style)
    return row
