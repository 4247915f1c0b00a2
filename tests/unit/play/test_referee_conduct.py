"""Undo, offers and pauses: what players may ask of one another, and of the referee."""

import pytest

from tengen.core.openings import Seat
from tengen.play import (
    Answer,
    Answered,
    Command,
    Ended,
    Ending,
    Event,
    Move,
    Offer,
    Offered,
    OfferKind,
    Pause,
    Paused,
    Referee,
    Refused,
    Resign,
    Resume,
    Resumed,
    Terms,
    Undo,
    Undone,
)

FIRST, SECOND = Seat.FIRST, Seat.SECOND
UNDO, DRAW, REMATCH = OfferKind.UNDO, OfferKind.DRAW, OfferKind.REMATCH


def begin(moves: str = "", *, consent: bool = False, position: str = "") -> Referee:
    """A game in which so many moves were played since its start."""
    referee = Referee(Terms(position, consent=consent), 0.0)
    for move in moves.split():
        referee.handle(Move(referee.game.seat, move), 0.0)
    return referee


def moves(referee: Referee) -> str:
    return " ".join(referee.state(0.0)["moves"])


def do(referee: Referee, *commands: Command) -> list[Event]:
    """Give commands and return what came of the last."""
    return [referee.handle(command, 1.0) for command in commands][-1]


def refusal(referee: Referee, command: Command) -> str:
    (event,) = referee.handle(command, 1.0)
    assert isinstance(event, Refused)
    return event.code


@pytest.mark.parametrize(
    ("seat", "left", "count"),
    [(FIRST, "h8 h9", 2), (SECOND, "h8 h9 i8", 1)],
)
def test_undo_goes_back_to_ones_own_last_turn(seat: Seat, left: str, count: int) -> None:
    referee = begin("h8 h9 i8 i9")
    assert do(referee, Undo(seat)) == [Undone(1.0, seat, count)]
    assert moves(referee) == left
    assert referee.game.seat is seat


def test_choices_of_the_opening_can_be_taken_back() -> None:
    referee = begin("h8 h9 i8 take-white a1", position="opening:swap2")
    do(referee, Undo(SECOND), Undo(SECOND))
    assert moves(referee) == "h8 h9 i8"
    assert refusal(referee, Undo(SECOND)) == "nothing-to-undo"
    do(referee, Undo(FIRST))
    assert moves(referee) == "h8 h9"


def test_moves_of_the_starting_position_stay() -> None:
    referee = begin("a1", position="moves:h8h9")
    do(referee, Undo(FIRST))
    assert moves(referee) == "h8 h9"
    assert refusal(referee, Undo(FIRST)) == "nothing-to-undo"


def test_between_two_people_undo_needs_consent() -> None:
    referee = begin("h8 h9", consent=True)
    assert refusal(referee, Undo(FIRST)) == "needs-consent"
    assert do(referee, Offer(FIRST, UNDO)) == [Offered(1.0, FIRST, UNDO)]
    assert do(referee, Answer(SECOND, True)) == [
        Answered(1.0, SECOND, UNDO, True),
        Undone(1.0, FIRST, 2),
    ]
    assert moves(referee) == ""
    assert referee.offer is None


def test_an_undo_cannot_be_offered_without_a_move() -> None:
    assert refusal(begin("h8"), Offer(SECOND, UNDO)) == "nothing-to-undo"


def test_a_declined_offer_is_gone() -> None:
    referee = begin("h8 h9")
    answer = do(referee, Offer(FIRST, DRAW), Answer(SECOND, False))
    assert answer == [Answered(1.0, SECOND, DRAW, False)]
    assert refusal(referee, Answer(SECOND, True)) == "no-offer"
    assert referee.result is None


def test_an_agreed_draw_ends_the_game() -> None:
    referee = begin("h8 h9")
    answered, end = do(referee, Offer(SECOND, DRAW), Answer(FIRST, True))
    assert answered == Answered(1.0, FIRST, DRAW, True)
    assert end == Ended(1.0, Ending.AGREED_DRAW, None, None, "draw: agreed by both")


def test_to_offer_the_same_is_to_accept() -> None:
    referee = begin("h8 h9")
    events = do(referee, Offer(SECOND, DRAW), Offer(FIRST, DRAW))
    assert [type(event) for event in events] == [Answered, Ended]


def test_nobody_accepts_his_own_offer_but_he_may_take_it_back() -> None:
    referee = begin("h8 h9")
    do(referee, Offer(FIRST, DRAW))
    assert refusal(referee, Answer(FIRST, True)) == "own-offer"
    assert do(referee, Answer(FIRST, False)) == [Answered(1.0, FIRST, DRAW, False)]
    assert referee.offer is None


def test_there_is_one_offer_at_a_time() -> None:
    referee = begin("h8 h9")
    do(referee, Offer(FIRST, DRAW))
    assert refusal(referee, Offer(FIRST, DRAW)) == "offer-stands"
    assert refusal(referee, Offer(SECOND, UNDO)) == "offer-stands"


def test_a_draw_offer_stands_until_the_other_player_moves() -> None:
    referee = begin("h8 h9")
    do(referee, Offer(FIRST, DRAW), Move(FIRST, "a1"))
    assert referee.offer is not None
    do(referee, Move(SECOND, "a2"))
    assert referee.offer is None


def test_an_undo_offer_falls_with_any_move() -> None:
    referee = begin("h8 h9")
    do(referee, Offer(FIRST, UNDO), Move(FIRST, "a1"))
    assert referee.offer is None


def test_an_undo_makes_every_offer_fall() -> None:
    referee = begin("h8 h9")
    do(referee, Offer(FIRST, DRAW), Undo(SECOND))
    assert referee.offer is None


def test_a_rematch_is_agreed_after_the_end() -> None:
    referee = begin("h8")
    assert refusal(referee, Offer(FIRST, REMATCH)) == "not-over"
    do(referee, Offer(FIRST, DRAW), Resign(FIRST))
    assert refusal(referee, Answer(SECOND, True)) == "game-over"
    assert refusal(referee, Offer(FIRST, DRAW)) == "game-over"
    do(referee, Offer(FIRST, REMATCH))
    assert not referee.rematch
    do(referee, Answer(SECOND, True))
    assert referee.rematch
    assert refusal(referee, Offer(SECOND, REMATCH)) == "game-over"


def test_a_paused_game_takes_no_move_until_it_is_resumed() -> None:
    referee = begin("h8")
    assert do(referee, Pause(FIRST)) == [Paused(1.0, FIRST)]
    assert refusal(referee, Move(SECOND, "a1")) == "paused"
    assert refusal(referee, Pause(SECOND)) == "paused"
    assert do(referee, Resume(SECOND)) == [Resumed(1.0, SECOND)]
    assert refusal(referee, Resume(SECOND)) == "not-paused"
    do(referee, Move(SECOND, "a1"))
    assert moves(referee) == "h8 a1"


def test_between_two_people_only_the_host_may_pause() -> None:
    referee = begin("h8", consent=True)
    assert refusal(referee, Pause(FIRST)) == "no-pause"
    do(referee, Pause())
    assert refusal(referee, Resume(FIRST)) == "no-pause"
    assert do(referee, Resume()) == [Resumed(1.0, None)]


def test_what_the_host_has_paused_only_the_host_resumes() -> None:
    referee = begin("h8")
    do(referee, Pause())
    assert refusal(referee, Resume(FIRST)) == "host-paused"


def test_a_paused_game_can_be_resigned() -> None:
    referee = begin("h8")
    do(referee, Pause(FIRST), Resign(FIRST))
    assert referee.result is not None
    assert referee.paused is None
