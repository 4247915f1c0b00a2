"""What the server says about a game: state, moves, notes, errors, as the API has them."""

from typing import Any

from tengen.core.game import Game
from tengen.core.geometry import Color, format_point
from tengen.core.openings import Place, Seat
from tengen.errors import TengenError
from tengen.play.event import Ended, MovePlayed, Refused
from tengen.play.live import Kind, Live, unlimited

Message = dict[str, Any]


def error_message(error: TengenError, command_id: str | None = None) -> Message:
    """Return an error as everybody gets it."""
    refused = Refused.of(error, 0.0)
    return refused_message(refused, command_id)


def refused_message(refused: Refused, command_id: str | None = None) -> Message:
    """Return a refusal of the referee."""
    return {
        "is": "error",
        "id": command_id,
        "code": refused.code,
        "args": refused.arguments,
        "text": refused.text,
    }


def phase_of(live: Live) -> str:
    """Return where a game stands: wait, place, choose, play or over."""
    game = live.referee.game
    if live.is_over:
        return "over"
    if live.referee.open:
        return "wait"
    if game.choices:
        return "choose"
    return "place" if isinstance(game.stage, Place) else "play"


def game_view(live: Live, address: str, mode: str) -> Message:
    """Return the facts of a game, the same for everybody who looks at it."""
    game, stage = live.referee.game, live.referee.game.stage
    return {
        "id": address,
        "rule": game.rule.name,
        "size": game.size,
        "opening": game.opening,
        "phase": phase_of(live),
        "turn": str(live.color(game.seat)),
        "stone": str(game.turn),
        "moves": [game.format_move(move) for move in game.moves],
        **setup_view(game),
        "choices": [str(choice) for choice in game.choices],
        "place": stage.count if isinstance(stage, Place) else 0,
        "settled": live.is_settled,
        "mode": mode,
        "result": live.referee.result and result_view(live.referee.result),
    }


def setup_view(game: Game) -> Message:
    """Return what was on the board before the first move."""
    setup = game.setup
    return {
        name: [format_point(point, game.size) for point in getattr(setup, name)]
        for name in ("blocked", "traps", "black", "white")
    }


def result_view(ended: Ended) -> Message:
    """Return a result."""
    return {
        "winner": None if ended.color is None else str(ended.color),
        "seat": None if ended.winner is None else str(ended.winner),
        "ending": str(ended.ending),
        "text": ended.detail,
        "line": list(ended.line),
    }


def clock_view(live: Live, now: float, *, is_queued: bool) -> Message | None:
    """Return what is left on both clocks; that of a bot which waits for its engine rests."""
    terms = live.referee.terms
    if all(unlimited(terms.limit(seat)) for seat in Seat):
        return None
    view: Message = {"running": None}
    for seat in Seat:
        clock, limit = live.referee.clock(seat, now), terms.limit(seat)
        left = clock["match_left"]
        if limit.match is None:
            # A clock for single moves starts anew, and shows the whole time until then.
            left = clock["turn_left"] if clock["is_running"] else limit.turn
        color = str(live.color(seat))
        view[f"{color}_ms"] = None if left is None else max(0, round(left * 1000))
        if clock["is_running"] and not is_queued:
            view["running"] = color
    return view


def move_message(live: Live, seq: int, event: MovePlayed, clock: Message | None) -> Message:
    """Return a plain move; its scene is added by who has computed it."""
    return {
        "is": "move",
        "seq": seq,
        "point": event.move,
        "by": str(live.color(event.seat) if event.color is None else event.color),
        "took_ms": round(event.seconds * 1000),
        "info": event.info,
        "clock": clock,
        "turn": str(live.color(live.referee.game.seat)),
    }


def colors_of(live: Live, seats: set[Seat]) -> list[str]:
    """Return the colours of seats, Black first; before colours are settled, first for Black."""
    return [str(color) for color in Color if live.seat(color) in seats]


def name_of(live: Live, seat: Seat, seats: set[Seat]) -> str:
    """Return what somebody with `seats` calls the sitter on `seat`."""
    sitter = live.sitter(seat)
    if sitter.name or sitter.kind is not Kind.PERSON:
        return sitter.name
    return "You" if seat in seats else "Guest"
