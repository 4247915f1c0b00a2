"""The text beside the board: who plays, what is going on, the moves, and what the engine sees."""

from collections.abc import Mapping
from typing import Any, Final

from rich.text import Text

from tengen.core.geometry import PASS, Color, Point, parse_point
from tengen.picture.scene import MOST_CANDIDATES, CandidateMark
from tengen.play.question import Found
from tengen.session.session import Session
from tengen.ui.terminal.signs import Signs

_PAIR: Final = 16  # Columns of a move and its answer in the list of moves.
_MOVES: Final = 4  # Rows of the list of moves.


def panel_text(
    session: Session,
    signs: Signs,
    stones: Mapping[Color, Text],
    chances: dict[int, float],
    beat: int,
    width: int = 36,
) -> Text:
    """Return the panel; `beat` turns the sign of thinking, `chances` are Black's by move."""
    lines = _wrapped(session.status("Press Enter to start"), width)
    if session.unkept:
        lines += _wrapped(f"Games are not being saved: {session.unkept}", width)
    text = Text(no_wrap=True)
    for color in Color:
        text.append_text(_seat(session, signs, stones[color], color, beat)).append("\n")
    text.append("\n" + "\n".join(lines) + "\n\n")
    text.append_text(_moves(session, width))
    if session.is_analysing:
        text.append("\n\n")
        text.append_text(_analysis(session, signs, chances, width))
    return text


def black_chance(session: Session, found: Found) -> float | None:
    """Return Black's chance by the best line of an analysis."""
    if not found.lines:
        return None
    chance = _chance(found.lines[0])
    return chance if session.game.turn is Color.BLACK else 1 - chance


def candidates(session: Session) -> tuple[CandidateMark, ...]:
    """Return the first moves of the engine's lines, as marks for the board."""
    found = session.found
    if found is None or not session.is_analysing:
        return ()
    marks: list[CandidateMark] = []
    for line in found.lines[:MOST_CANDIDATES]:
        point = parse_point(line["moves"][0], session.game.size) if line["moves"] else PASS
        loss = 100 * (_chance(found.lines[0]) - _chance(line))
        rank = "best" if loss <= 2 else "good" if loss <= 5 else "doubtful"
        if isinstance(point, Point) and point != PASS and all(m.point != point for m in marks):
            marks.append(CandidateMark(point, _value(line).rstrip("%"), rank))
    return tuple(marks)


def _seat(session: Session, signs: Signs, stone: Text, color: Color, beat: int) -> Text:
    is_turn = not session.live.is_over and session.game.turn is color
    doing = ""
    if is_turn and session.is_thinking:
        seconds = round(session.thinking_for)
        doing = f"  {signs.thinking[beat % len(signs.thinking)]} {seconds} s"
    return Text.assemble(">" if is_turn else " ", stone, f" {session.name(color)}{doing}")


def _moves(session: Session, width: int) -> Text:
    game = session.game
    names = [game.format_move(move) for move in game.moves]
    pairs = [names[i : i + 2] for i in range(0, len(names), 2)]
    across = max(1, (width + 1) // _PAIR)
    first = max(0, -(-len(pairs) // across) - _MOVES) * across
    shown = [f"{n:>3}. {' '.join(f'{m:<4}' for m in p):<10}" for n, p in enumerate(pairs, 1)]
    shown = shown[first:]
    rows = [" ".join(shown[i : i + across]) for i in range(0, len(shown), across)]
    return Text("\n".join(rows) or "No move yet.", style="dim", no_wrap=True)


def _analysis(session: Session, signs: Signs, chances: dict[int, float], width: int) -> Text:
    found = session.found
    text = Text(no_wrap=True)
    if found is None:
        return text.append("The engine looks…" if not session.live.is_over else "Over.")
    black = black_chance(session, found)
    if black is not None:
        full = round((width - 12) * black)
        bar = signs.bar[0] * full + signs.bar[1] * (width - 12 - full)
        text.append(f"Black {round(100 * black):>3} % {bar}\n")
    if len(chances) > 1:
        text.append(f"{_spark(chances, signs)[-width:]}\n")
    text.append(f"depth {found.depth} · {found.nodes / 1e6:.1f} M\n", "dim")
    for line in found.lines[:3]:
        shown = f"{_value(line):>4} {' '.join(line['moves'])}"
        if len(shown) > width:
            shown = shown[: width + 1].rpartition(" ")[0]
        text.append(f"{shown}\n")
    return text


def _spark(chances: dict[int, float], signs: Signs) -> str:
    values = [chances[n] for n in sorted(chances)]
    top = len(signs.spark) - 1
    return "".join(signs.spark[round(top * min(1.0, max(0.0, value)))] for value in values)


def _chance(line: dict[str, Any]) -> float:
    if "win_in" in line:
        return 1.0
    return 0.0 if "loss_in" in line else float(line["win"])


def _value(line: dict[str, Any]) -> str:
    if "win_in" in line:
        return f"W{line['win_in']}"
    return f"L{line['loss_in']}" if "loss_in" in line else f"{round(100 * line['win'])}%"


def _wrapped(sentence: str, width: int) -> list[str]:
    lines = [""]
    for word in sentence.replace(" %", "\u00a0%").split(" "):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()[:width]
    return lines
