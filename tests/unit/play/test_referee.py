"""A game is refereed: moves are taken, refused or lose, and the end is named."""

import pytest

from tengen.core.geometry import Color
from tengen.core.openings import Seat
from tengen.errors import BotFault, IllegalMove, InvalidText
from tengen.play import (
    Abort,
    Command,
    Ended,
    Ending,
    Event,
    Fault,
    Move,
    MovePlayed,
    Recover,
    Recovered,
    Referee,
    Refused,
    Resign,
    Terms,
    Tick,
)

FIRST, SECOND = Seat.FIRST, Seat.SECOND

FIVE = "h8 a1 i8 b1 j8 c1 k8 d1 l8"


def begin(position: str = "", max_moves: int | None = None) -> Referee:
    return Referee(Terms(position, max_moves=max_moves), 0.0)


def play(referee: Referee, moves: str) -> list[Event]:
    """Play moves, one a second, and return what happened with the last."""
    events: list[Event] = []
    for move in moves.split():
        now = referee.events[-1].at + 1.0
        events = referee.handle(Move(referee.game.seat, move), now)
    return events


def ended(events: list[Event]) -> Ended:
    (end,) = (event for event in events if isinstance(event, Ended))
    return end


def refused(referee: Referee, command: Command) -> Refused:
    """Give a command that must change nothing, and return the refusal."""
    before, now = referee.state(9.0), referee.events[-1].at
    (event,) = referee.handle(command, now)
    assert isinstance(event, Refused)
    assert referee.state(9.0) == before
    return event


def test_a_move_is_played_and_told() -> None:
    referee = begin()
    (event,) = referee.handle(Move(FIRST, "H8", info={"depth": 3}), 2.5)
    assert event == MovePlayed(2.5, FIRST, "h8", Color.BLACK, 2.5, 0.0, {"depth": 3})
    assert referee.events[-1] is event
    assert referee.game.seat is SECOND


def test_five_in_a_row_ends_the_game() -> None:
    referee = begin()
    end = ended(play(referee, FIVE))
    assert end == Ended(
        9.0,
        Ending.FIVE,
        FIRST,
        Color.BLACK,
        "black wins: five in a row h8-l8",
        line=("h8", "i8", "j8", "k8", "l8"),
    )
    assert referee.result is end
    assert not end.ending.is_fault


def test_the_winner_is_a_seat_whatever_its_colour() -> None:
    referee = begin("opening:swap2")
    end = ended(play(referee, "h8 a1 i8 take-black b1 j8 c1 k8 d1 l8"))
    assert (end.winner, end.color) == (SECOND, Color.BLACK)


def blocked_but(size: int, free: str) -> str:
    """A set-up in which every point but these is blocked."""
    points = [f"{column}{row}" for column in "abcdef"[:size] for row in range(1, size + 1)]
    return f"size:{size}_blocked:" + "".join(p for p in points if p not in free.split())


def test_a_full_board_is_a_draw() -> None:
    end = ended(play(begin(blocked_but(5, "a1 c3")), "a1 c3"))
    assert (end.ending, end.winner, end.color) == (Ending.FULL_BOARD, None, None)


def test_the_longest_line_ends_a_game_with_traps() -> None:
    end = ended(play(begin(blocked_but(5, "a1 a2 c3 e5") + "_traps:e5"), "a1 c3 a2"))
    assert (end.ending, end.winner) == (Ending.LONGEST_LINE, FIRST)
    assert end.line == ("a2", "a1")
    end = ended(play(begin(blocked_but(5, "a1 c3 e5") + "_traps:e5"), "a1 c3"))
    assert (end.ending, end.winner) == (Ending.EQUAL_LINES, None)


def test_two_passes_are_a_draw() -> None:
    # The only free point would make six for Black.
    position = blocked_but(6, "a1 b1 c1 d1 e1 f1") + "_rule:renju_black:a1b1c1e1f1"
    end = ended(play(begin(position), "pass pass"))
    assert (end.ending, end.winner) == (Ending.PASSES, None)


def test_the_game_is_drawn_after_so_many_moves() -> None:
    referee = begin("moves:h8i9", max_moves=4)
    assert referee.game.board.move_count == 2
    play(referee, "a1")
    assert referee.result is None
    end = ended(play(referee, "a2"))
    assert (end.ending, end.winner, end.detail) == (
        Ending.MAX_MOVES,
        None,
        "draw: 4 moves were played",
    )


def test_a_five_by_the_last_move_wins() -> None:
    assert ended(play(begin(max_moves=9), FIVE)).ending is Ending.FIVE


@pytest.mark.parametrize(
    ("move", "code", "ending"),
    [
        ("h8", "occupied", Ending.ILLEGAL_MOVE),
        ("z26", "off-board", Ending.ILLEGAL_MOVE),
        ("pass", "pass", Ending.ILLEGAL_MOVE),
        ("take-black", "no-choice-due", Ending.ILLEGAL_MOVE),
        ("hello", "bad-point", Ending.NONSENSE),
        ("", "bad-point", Ending.NONSENSE),
    ],
)
def test_a_person_is_refused_what_a_program_loses_by(move: str, code: str, ending: Ending) -> None:
    referee = begin("moves:h8")
    assert refused(referee, Move(SECOND, move)).code == code
    (end,) = referee.handle(Move(SECOND, move, strict=True), 1.0)
    assert isinstance(end, Ended)
    assert (end.ending, end.winner, end.color, end.fault) == (ending, FIRST, Color.BLACK, code)
    assert end.ending.is_fault


def test_a_forbidden_move_is_refused_to_a_person_and_loses_for_a_program() -> None:
    referee = begin("rule:renju_moves:g8a1i8a3h7a5h9a7")
    refusal = refused(referee, Move(FIRST, "h8"))
    assert refusal.code == "forbidden"
    assert refusal.arguments["reason"] == "3-3"
    (end,) = referee.handle(Move(FIRST, "h8", strict=True), 1.0)
    assert isinstance(end, Ended)
    assert (end.ending, end.winner) == (Ending.FORBIDDEN_MOVE, SECOND)
    assert end.detail == "h8 is forbidden to black: 3-3"


def test_a_move_out_of_turn_is_refused_even_to_a_program() -> None:
    refusal = refused(begin(), Move(SECOND, "h8", strict=True))
    assert (refusal.code, refusal.text) == ("not-your-turn", "it is the turn of black")


def test_a_wrong_choice_in_the_opening_loses_for_a_program() -> None:
    referee = begin("opening:swap")
    play(referee, "h8 a1 i8")
    assert refused(referee, Move(SECOND, "place-two")).code == "choice-due"
    (end,) = referee.handle(Move(SECOND, "b2", strict=True), 9.0)
    assert isinstance(end, Ended)
    # Nobody has a colour yet, but there is a winner.
    assert (end.ending, end.winner, end.color) == (Ending.ILLEGAL_MOVE, FIRST, None)


def test_choices_are_moves_without_a_colour() -> None:
    referee = begin("opening:swap2")
    play(referee, "h8 a1 i8")
    assert referee.state(0.0)["choices"] == ["take-black", "take-white", "place-two"]
    (event,) = play(referee, "take-white")
    assert isinstance(event, MovePlayed)
    assert (event.seat, event.move, event.color) == (SECOND, "take-white", None)
    assert referee.game.seat is SECOND


def test_resigning_loses_at_any_time() -> None:
    referee = begin()
    (end,) = referee.handle(Resign(SECOND), 1.0)
    assert isinstance(end, Ended)
    assert (end.ending, end.winner, end.detail) == (Ending.RESIGNATION, FIRST, "white resigned")


def test_a_player_without_a_colour_resigns_by_seat() -> None:
    (end,) = begin("opening:swap2").handle(Resign(SECOND), 1.0)
    assert isinstance(end, Ended)
    assert end.detail == "the second player resigned"


def test_a_fault_loses_by_its_own_name() -> None:
    fault = BotFault("crashed", "{program} was killed", program="x")
    (end,) = begin().handle(Fault.of(FIRST, fault), 1.0)
    assert end == Ended(1.0, Ending.CRASH, SECOND, Color.WHITE, "x was killed", fault="crashed")


def test_only_a_fault_is_a_fault() -> None:
    assert refused(begin(), Fault(FIRST, Ending.FIVE, "")).code == "not-a-fault"


def test_a_player_may_abort_until_the_second_move() -> None:
    for moves in ("", "h8"):
        referee = begin()
        play(referee, moves)
        end = ended(referee.handle(Abort(SECOND), 5.0))
        assert (end.ending, end.winner) == (Ending.ABORTED, None)
    referee = begin()
    play(referee, "h8 h9")
    assert refused(referee, Abort(SECOND)).code == "too-late-to-abort"


def test_the_host_may_abort_always() -> None:
    referee = begin()
    play(referee, "h8 h9 a1")
    assert ended(referee.handle(Abort(detail="the disk is full"), 9.0)).detail == "the disk is full"


def test_nothing_happens_after_the_end() -> None:
    referee = begin()
    play(referee, FIVE)
    for command in (Move(SECOND, "a9"), Resign(SECOND), Recover(), Abort(), Fault.of(FIRST, _x())):
        assert refused(referee, command).code == "game-over"
    assert referee.handle(Tick(), 1e6) == []


def _x() -> BotFault:
    return BotFault("silent", "x")


def test_a_finished_position_cannot_be_begun() -> None:
    with pytest.raises(IllegalMove, match="over before it begins"):
        begin("moves:" + FIVE.replace(" ", ""))


def test_a_killed_host_goes_on_from_the_events() -> None:
    referee = begin()
    play(referee, "h8 a1")
    again = Referee.replay(referee.events)
    assert again.state(7.0) == referee.state(7.0)
    assert again.handle(Recover(), 1000.0) == [Recovered(1000.0)]
    again.handle(Move(FIRST, "i8"), 1001.0)
    assert again.events[-1] == MovePlayed(1001.0, FIRST, "i8", Color.BLACK, 1.0, 0.0)


def test_a_host_killed_between_a_move_and_its_end_finds_the_end() -> None:
    referee = begin()
    play(referee, FIVE)
    again = Referee.replay(referee.events[:-1])
    assert again.result is None
    assert ended(again.handle(Recover(), 3.0)).ending is Ending.FIVE


def test_events_without_a_start_are_refused() -> None:
    for events in ([], begin().handle(Resign(FIRST), 1.0)):
        with pytest.raises(InvalidText, match="begin with Started"):
            Referee.replay(events)


def test_refusals_among_the_events_change_nothing() -> None:
    referee = begin()
    (refusal,) = referee.handle(Move(SECOND, "h8"), 1.0)
    assert Referee.replay([*referee.events, refusal]).state(0.0) == referee.state(0.0)
