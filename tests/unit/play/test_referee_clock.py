"""Clocks: what is charged to whom, when a game is lost on time, and what is forgiven."""

import pytest

from tengen.core.limits import Limit
from tengen.core.openings import Seat
from tengen.play import (
    Ended,
    Ending,
    Event,
    Fault,
    Move,
    MovePlayed,
    Offer,
    OfferKind,
    Pause,
    Recover,
    Referee,
    Resign,
    Resume,
    Terms,
    Tick,
    Undo,
)

FIRST, SECOND = Seat.FIRST, Seat.SECOND
MOVES = ["h8", "a1", "i8", "b1", "j8", "c1", "k8", "d1"]


def begin(limit: Limit, now: float = 0.0, tolerance: float = 1.0, position: str = "") -> Referee:
    return Referee(Terms(position, limit, limit, tolerance), now)


def play(referee: Referee, now: float, seconds: float | None = None) -> Event:
    """Play the next move of MOVES and return the last event."""
    move = MOVES[len(referee.game.moves)]
    return referee.handle(Move(referee.game.seat, move, seconds=seconds), now)[-1]


def ending(event: Event) -> Ending:
    assert isinstance(event, Ended)
    return event.ending


def spent(referee: Referee, seat: Seat) -> float:
    value = referee.clock(seat, 0.0)["spent"]
    assert isinstance(value, float)
    return value


def test_without_a_limit_there_is_no_deadline() -> None:
    referee = begin(Limit(nodes=100))
    assert referee.deadline is None
    assert referee.handle(Tick(), 1e9) == []
    assert isinstance(play(referee, 1e9), MovePlayed)


def test_a_turn_may_take_its_limit_and_the_tolerance() -> None:
    referee = begin(Limit(turn=5), now=100.0)
    assert referee.deadline == 106.0
    event = play(referee, 106.0)
    assert isinstance(event, MovePlayed)
    assert (event.seconds, event.over) == (6.0, 1.0)
    assert referee.deadline == 112.0


def test_overruns_are_added_up_for_each_seat() -> None:
    referee = begin(Limit(turn=5))
    for now in (5.5, 6.0, 11.25):
        play(referee, now)
    assert [referee.clock(seat, 0.0)["over"] for seat in Seat] == [0.75, 0.0]


def test_a_tick_at_the_deadline_ends_the_game() -> None:
    referee = begin(Limit(turn=5))
    assert referee.handle(Tick(), 5.999) == []
    (end,) = referee.handle(Tick(), 6.0)
    assert isinstance(end, Ended)
    assert (end.ending, end.winner) == (Ending.TIMEOUT, SECOND)
    assert end.detail == "black overran the time: 6.000 s of 5.000 s, with 1 s of tolerance"
    assert referee.deadline is None


def test_a_late_move_loses_even_if_no_tick_came_first() -> None:
    referee = begin(Limit(turn=5))
    assert ending(play(referee, 6.001)) is Ending.TIMEOUT
    assert referee.game.moves == ()


@pytest.mark.parametrize("command", [Resign(SECOND), Offer(SECOND, OfferKind.DRAW), Pause()])
def test_whatever_comes_after_the_deadline_comes_too_late(command: Resign | Offer | Pause) -> None:
    referee = begin(Limit(turn=5))
    assert [ending(event) for event in referee.handle(command, 7.0)] == [Ending.TIMEOUT]


def test_a_move_out_of_turn_after_the_deadline_finds_the_game_over() -> None:
    referee = begin(Limit(turn=5))
    (event,) = referee.handle(Move(SECOND, "h8"), 7.0)
    assert (ending(event), referee.result and referee.result.winner) == (Ending.TIMEOUT, SECOND)


def test_what_the_host_says_of_a_program_counts_after_the_deadline_too() -> None:
    referee = begin(Limit(turn=5))
    (event,) = referee.handle(Fault(FIRST, Ending.SILENCE, "nothing came"), 8.0)
    assert ending(event) is Ending.SILENCE


def test_the_game_may_take_its_limit_with_the_increments() -> None:
    referee = begin(Limit(match=10, increment=2))
    play(referee, 4.0)
    play(referee, 4.0)
    assert [spent(referee, seat) for seat in Seat] == [2.0, -2.0]
    assert referee.deadline == 4.0 + 8.0 + 1.0
    play(referee, 13.0)
    assert referee.clock(FIRST, 13.0)["match_left"] == 1.0


def test_the_tolerance_is_for_the_game_and_not_for_every_move() -> None:
    referee = begin(Limit(match=5))
    event = play(referee, 5.75)
    assert isinstance(event, MovePlayed)
    assert event.over == 0.75
    play(referee, 5.75)
    assert referee.deadline == 5.75 + 0.25
    event = play(referee, 5.875)
    assert isinstance(event, MovePlayed)
    assert event.over == 0.125
    assert referee.clock(FIRST, 0.0)["over"] == 0.875


def test_the_narrower_limit_counts() -> None:
    referee = begin(Limit(turn=3, match=5))
    assert referee.deadline == 4.0
    play(referee, 3.0)
    play(referee, 3.0)
    assert referee.deadline == 3.0 + 2.0 + 1.0


def test_each_seat_has_its_own_limit() -> None:
    referee = Referee(Terms("", Limit(turn=1), Limit(nodes=9)), 0.0)
    assert referee.deadline == 2.0
    play(referee, 1.0)
    assert referee.deadline is None


def test_what_the_host_has_measured_is_what_is_charged() -> None:
    referee = begin(Limit(turn=1, match=10))
    event = play(referee, 50.0, seconds=0.25)
    assert isinstance(event, MovePlayed)
    assert event.seconds == 0.25
    assert spent(referee, FIRST) == 0.25


def test_no_more_is_charged_than_has_passed() -> None:
    referee = begin(Limit(turn=5))
    event = play(referee, 0.5, seconds=9.0)
    assert isinstance(event, MovePlayed)
    assert event.seconds == 0.5


def test_a_measured_move_can_be_late() -> None:
    referee = begin(Limit(turn=1))
    event = play(referee, 50.0, seconds=1.75)
    assert isinstance(event, MovePlayed)
    assert event.over == 0.75
    referee = begin(Limit(turn=1))
    assert ending(play(referee, 50.0, seconds=2.01)) is Ending.TIMEOUT


def test_a_pause_costs_nobody_anything() -> None:
    referee = begin(Limit(turn=5, match=20))
    referee.handle(Pause(FIRST), 3.0)
    assert referee.deadline is None
    assert [referee.clock(seat, 90.0)["is_running"] for seat in Seat] == [False, False]
    referee.handle(Resume(FIRST), 100.0)
    assert referee.deadline == 103.0  # The turn has had three of its five seconds.
    event = play(referee, 101.0)
    assert isinstance(event, MovePlayed)
    assert event.seconds == 4.0
    assert spent(referee, FIRST) == 4.0
    assert referee.deadline == 101.0 + 5.0 + 1.0
    event = play(referee, 102.0)
    assert isinstance(event, MovePlayed)
    assert event.seconds == 1.0


def test_what_was_charged_before_a_pause_stays_charged() -> None:
    referee = begin(Limit(turn=5, match=20))
    referee.handle(Pause(), 3.0)
    referee.handle(Resume(), 100.0)
    event = play(referee, 102.0, seconds=0.5)
    assert isinstance(event, MovePlayed)
    assert event.seconds == 3.0
    assert spent(referee, FIRST) == 3.0


def test_a_stop_of_the_host_costs_nobody_anything() -> None:
    referee = begin(Limit(turn=5, match=20), now=1000.0)
    referee.handle(Offer(FIRST, OfferKind.DRAW), 1002.0)
    again = Referee.replay(referee.events)
    again.handle(Recover(), 7.0)  # The clock of the host began anew, too.
    assert again.deadline == 7.0 + 3.0 + 1.0
    again.handle(Move(FIRST, "h8"), 8.0)
    assert spent(again, FIRST) == 3.0


def test_a_paused_game_stays_paused_over_a_stop_of_the_host() -> None:
    referee = begin(Limit(turn=5))
    referee.handle(Pause(FIRST), 2.0)
    again = Referee.replay(referee.events)
    again.handle(Recover(), 50.0)
    assert again.deadline is None
    again.handle(Resume(FIRST), 60.0)
    assert again.deadline == 64.0


def test_a_turn_that_is_taken_back_is_charged_without_an_increment() -> None:
    referee = begin(Limit(turn=5, match=20, increment=1))
    play(referee, 1.0)
    referee.handle(Undo(FIRST), 4.0)
    assert [spent(referee, seat) for seat in Seat] == [0.0, 3.0]
    assert referee.deadline == 4.0 + 5.0 + 1.0


def test_moves_taken_back_in_a_pause_leave_the_clocks_alone() -> None:
    referee = begin(Limit(turn=5))
    play(referee, 1.0)
    referee.handle(Pause(FIRST), 2.0)
    referee.handle(Undo(FIRST), 50.0)
    assert referee.deadline is None
    referee.handle(Resume(FIRST), 60.0)
    assert referee.deadline == 66.0
    assert [spent(referee, seat) for seat in Seat] == [1.0, 1.0]


def test_the_clock_runs_in_the_opening_for_the_seat_that_must_act() -> None:
    referee = begin(Limit(match=60), position="opening:swap2")
    for now, move in enumerate(("h8", "a1", "i8"), 1):
        referee.handle(Move(FIRST, move), float(now))
    assert [referee.clock(seat, 5.0)["is_running"] for seat in Seat] == [False, True]
    assert [referee.clock(seat, 5.0)["match_left"] for seat in Seat] == [57.0, 58.0]


def test_the_limit_for_a_move_says_what_is_left() -> None:
    referee = begin(Limit(turn=5, match=20, increment=1, nodes=7))
    play(referee, 4.0)
    assert referee.limit(FIRST, 4.0) == Limit(5, 17, 1, 7)
    assert referee.limit(SECOND, 6.0) == Limit(5, 18, 1, 7)
    assert referee.limit(SECOND, 99.0).match == 0.001


def test_with_the_end_all_clocks_stop() -> None:
    referee = begin(Limit(match=20, increment=1))
    play(referee, 2.0)
    referee.handle(Resign(FIRST), 5.0)
    assert [spent(referee, seat) for seat in Seat] == [1.0, 3.0]
    assert not any(referee.clock(seat, 9.0)["is_running"] for seat in Seat)
