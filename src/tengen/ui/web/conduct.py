"""What somebody at a screen may ask of the referee, read from a command of the API."""

from typing import Any

from tengen.core.openings import Seat
from tengen.errors import IllegalMove, InvalidText
from tengen.play.command import (
    Abort,
    Answer,
    Command,
    Fault,
    Move,
    Offer,
    OfferKind,
    Pause,
    Place,
    Resign,
    Resume,
    Undo,
)
from tengen.play.ending import Ending
from tengen.play.live import Kind, Live, unlimited
from tengen.ui.web.shapes import CommandBody

LINK = "link"
"""The mode of a game between two people at two screens."""


def acting_seat(live: Live, seats: set[Seat], body: CommandBody) -> Seat:
    """Return the seat for which somebody acts; who has both acts for the one it concerns."""
    if not seats:
        raise IllegalMove("no-seat", "you have no seat in this game, and may only watch")
    if body.seat is not None:
        named = next(seat for seat in Seat if str(live.color(seat)) == body.seat)
        if named not in seats:
            raise IllegalMove("no-seat", "the seat of {color} is not yours", color=body.seat)
        return named
    if len(seats) == 1:
        return next(iter(seats))
    if body.do == "undo" and live.referee.movers:
        return live.referee.movers[-1]
    return live.referee.game.seat


def check_fresh(live: Live, body: CommandBody) -> None:
    """Refuse a command from somebody who does not know the latest event."""
    if body.seq is not None and body.seq != live.seq:
        raise IllegalMove(
            "stale",
            "event {seq} is not the latest; that is event {latest}",
            seq=body.seq,
            latest=live.seq,
        )


def read_command(seat: Seat, body: CommandBody, mode: str) -> Command:
    """Return the referee's command for what somebody on `seat` asks."""
    match body.do:
        case "move":
            return Move(seat, _given("point", body.point))
        case "choose":
            return Move(seat, _given("choice", body.choice))
        case "place":
            return Place(seat, tuple(_given("points", body.points)))
        case "undo":
            return Undo(seat)
        case "resign":
            return Resign(seat)
        case "pause":
            return Pause(seat)
        case "resume":
            return Resume(seat)
        case "offer":
            return _offer(seat, OfferKind(_given("kind", body.kind)), mode)
        case "rematch":
            return _offer(seat, OfferKind.REMATCH, mode)
        case "answer":
            return Answer(seat, _given("accept", body.accept))
        case "abort":
            return Abort(seat)
    raise InvalidText("unknown-command", "{do!r} is not for the referee", do=body.do)


def read_claim(live: Live, seat: Seat, mode: str, away: float, wait: float) -> Fault:
    """Return the end of a game whose other player has been away long enough, in seconds."""
    other = seat.other
    if mode != LINK or live.sitter(other).kind is not Kind.PERSON:
        raise IllegalMove("no-claim", "only a win against a person who has left can be claimed")
    if any(not unlimited(live.referee.terms.limit(each)) for each in Seat):
        raise IllegalMove("clock-runs", "the clock decides when a player has left")
    if away < wait:
        raise IllegalMove(
            "not-away",
            "the win can be claimed when the other player has been away for {wait} s; "
            "it is {away} s now",
            wait=round(wait),
            away=round(away),
        )
    detail = f"{live.color(other)} left and did not come back"
    return Fault(other, Ending.ABANDONED, detail)


def check_hint(live: Live, seat: Seat, mode: str) -> None:
    """Refuse a hint to two people who play each other, after the end and out of turn."""
    if mode == LINK:
        raise IllegalMove("no-hint", "there are no hints in a game between two people")
    if (result := live.referee.result) is not None:
        raise IllegalMove("game-over", "the game is over: {detail}", detail=result.detail)
    if live.referee.game.seat is not seat:
        raise IllegalMove("not-your-turn", "it is the turn of the other player")


def _offer(seat: Seat, kind: OfferKind, mode: str) -> Offer:
    if mode != LINK:
        raise IllegalMove("no-offers", "there is nobody to offer anything to in this game")
    return Offer(seat, kind)


def _given(name: str, value: Any) -> Any:
    if value is None:
        raise InvalidText("missing-field", "this needs the field {name!r}", name=name)
    return value
