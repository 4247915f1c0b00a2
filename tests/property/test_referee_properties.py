"""Whatever is asked of the referee, at whatever time: the invariants of a game under way."""

import json
import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tengen.core.game import Move as GameMove
from tengen.core.geometry import Color
from tengen.core.limits import Limit
from tengen.core.openings import Seat
from tengen.errors import InvalidText
from tengen.play import (
    Abort,
    Answer,
    Answered,
    Command,
    Ended,
    Ending,
    Event,
    Fault,
    Follow,
    Followed,
    Move,
    MovePlayed,
    Offer,
    Offered,
    OfferKind,
    Pause,
    Paused,
    Place,
    Recover,
    Recovered,
    Referee,
    Refused,
    Resign,
    Resume,
    Resumed,
    Seated,
    Sit,
    Started,
    Terms,
    Tick,
    Undo,
    Undone,
    command_from_dict,
    event_from_dict,
)

# Quarters are exact in floating point, so that nothing is lost by adding them up.
seats = st.sampled_from(Seat)
anybody = st.none() | seats
limits = st.builds(
    Limit,
    turn=st.none() | st.integers(1, 20).map(lambda n: n / 4),
    match=st.none() | st.integers(1, 200).map(lambda n: n / 4),
    increment=st.sampled_from([0.0, 0.25, 2.0]),
)
terms = st.builds(
    Terms,
    position=st.sampled_from(
        ["", "size:5", "size:6_rule:renju_moves:c3", "size:5_traps:c3", "size:7_opening:swap2"]
    ),
    first=limits,
    second=limits,
    tolerance=st.sampled_from([0.0, 1.0]),
    max_moves=st.none() | st.integers(1, 30),
    consent=st.booleans(),
)


# A game is made from a seed: lists of commands, as Hypothesis likes them, end too many games early.
seeds = st.integers(0, 2**32 - 1)
lengths = st.integers(1, 80)
WAITS = (0.0, 0.0, 0.0, 0.25, 0.5, 1.0, 2.5)
ODD_MOVES = ("a1", "c3", "z9", "pass", "take-black", "place-two", "", "天元")


def any_command(rng: random.Random, referee: Referee) -> Command:
    """Return a move that may be played, mostly, or else anything that can be asked."""
    roll, seat = rng.random(), rng.choice(list(Seat))
    game = referee.game
    legal: list[GameMove] = [*game.choices, *game.legal_points()]
    seconds = rng.choice([None, None, 0.0, 0.25, 3.0])
    if roll < 0.7 and legal:
        move = game.format_move(rng.choice(legal))
        return Move(game.seat, move, rng.random() < 0.5, seconds, {"n": len(legal)})
    if roll < 0.98:
        common: list[Command] = [
            Undo(seat),
            Offer(seat, rng.choice(list(OfferKind))),
            Answer(seat, rng.random() < 0.5),
            Pause(rng.choice([seat, None])),
            Resume(rng.choice([seat, None])),
            Resume(None if referee.paused is None else referee.paused.seat),
            Tick(),
            Recover(),
            Move(seat, rng.choice(ODD_MOVES), False, seconds),
            Sit(seat, rng.choice(["Anna", ""])),
            Sit(seat, "Bert"),
            Place(game.seat, tuple(game.format_move(p) for p in some_points(rng, referee))),
            Follow("next"),
        ]
        return rng.choice(common)
    final: list[Command] = [
        Resign(seat),
        Abort(rng.choice([seat, None])),
        Fault(seat, rng.choice(list(Ending)), "a fault"),
        Move(seat, rng.choice(ODD_MOVES), True, seconds),
    ]
    return rng.choice(final)


def some_points(rng: random.Random, referee: Referee) -> list[GameMove]:
    """Return as many points as an opening procedure asks for at once, or about as many."""
    points: list[GameMove] = [*referee.game.legal_points()]
    return rng.sample(points, min(len(points), rng.choice([0, 2, 3, 3])))


def steps(seed: int, length: int, referee: Referee) -> Iterator[tuple[float, Command]]:
    """Yield instants and commands for a game that was begun at 100."""
    rng, now = random.Random(seed), 100.0
    for _ in range(length):
        # A game without limits may wait long; with one, that would mostly end it.
        now += rng.choice(WAITS) if rng.random() < 0.98 else 20.0
        yield now, any_command(rng, referee)


def again(referee: Referee) -> Referee:
    """The same game, rebuilt from what a store would have kept."""
    kept = json.dumps([event.to_dict() for event in referee.events])
    return Referee.replay([event_from_dict(data) for data in json.loads(kept)])


def check_clocks(referee: Referee, now: float) -> None:
    clocks = {seat: referee.clock(seat, now) for seat in Seat}
    running = [seat for seat, clock in clocks.items() if clock["is_running"]]
    stands = referee.result is not None or referee.paused is not None or referee.open
    assert running == ([] if stands else [referee.game.seat])
    for seat, clock in clocks.items():
        limit = referee.terms.limit(seat)
        if limit.match is None:
            assert clock["match_left"] is None
            continue
        rest = limit.match - clock["spent"] - clock["match_left"]
        if clock["is_running"]:
            assert rest >= 0
        else:
            assert abs(rest) < 1e-9


openings = st.sampled_from([(), (Seat.SECOND,), (Seat.FIRST, Seat.SECOND)])


@given(terms, seeds, lengths, openings)
def test_seats_are_taken_once_and_never_swapped_and_no_clock_goes_below_its_tolerance(
    terms: Terms, seed: int, length: int, opened: tuple[Seat, ...]
) -> None:
    referee = Referee(replace(terms, open=opened), 100.0)
    names: dict[Seat, str] = {}
    colors: dict[Seat, Color | None] = {}
    for now, command in steps(seed, length, referee):
        count = len(referee.events)
        for place, event in enumerate(referee.handle(command, now)):
            if isinstance(event, Refused):
                continue
            assert referee.events[count + place] == event
            if isinstance(event, Seated):
                assert event.seat in opened
                assert event.seat not in names
                names[event.seat] = event.name
            if isinstance(event, MovePlayed):
                assert referee.open == set()
            if isinstance(event, Undone):
                colors.clear()
        assert referee.names == names
        assert referee.open == set(opened) - names.keys()
        for seat in Seat:
            # Once an opening procedure has given colours out, only taking it back changes them.
            color = referee.color(seat)
            assert colors.setdefault(seat, color) in (None, color)
            colors[seat] = color
            left = referee.clock(seat, min(now, referee.deadline or now))["match_left"]
            assert left is None or left >= -terms.tolerance - 1e-9 or referee.result is not None
        assert again(referee).state(now) == referee.state(now)


@given(terms, seeds, lengths)
def test_a_game_under_any_commands_keeps_its_invariants(
    terms: Terms, seed: int, length: int
) -> None:
    referee = Referee(terms, 100.0)
    check_clocks(referee, 100.0)
    for now, command in steps(seed, length, referee):
        before, count = referee.state(now), len(referee.events)
        events = referee.handle(command, now)
        after = referee.state(now)
        if not events or isinstance(events[0], Refused):
            assert len(events) <= 1
            assert after == before
            assert len(referee.events) == count
        else:
            assert referee.events[count:] == events
        if before["result"] is not None:
            untouched = {"seq", "offer", "rematch", "next"}
            assert {key: after[key] for key in after.keys() - untouched} == {
                key: before[key] for key in before.keys() - untouched
            }
        check_clocks(referee, now)
        if len(referee.events) > count:
            rebuilt = again(referee)
            assert rebuilt.state(now) == after
            assert rebuilt.deadline == referee.deadline
            assert rebuilt.events == referee.events
    ends = [event for event in referee.events if isinstance(event, Ended)]
    assert ends == ([] if referee.result is None else [referee.result])


@given(terms, seeds, lengths)
def test_every_second_is_charged_to_somebody_or_to_a_pause(
    terms: Terms, seed: int, length: int
) -> None:
    referee, now = Referee(terms, 100.0), 100.0
    for now, command in steps(seed, length, referee):
        if isinstance(command, Recover):
            continue
        if isinstance(command, Move):
            command = Move(command.seat, command.move, command.strict)
        referee.handle(command, now)
    end = now if referee.result is None else referee.result.at
    charged = 0.0
    for seat in Seat:
        clock = referee.clock(seat, end)
        earned = sum(isinstance(e, MovePlayed) and e.seat is seat for e in referee.events)
        charged += clock["spent"] + earned * referee.terms.limit(seat).increment
    if referee.result is None and referee.paused is None:
        charged += end - running_since(referee.events)
    assert charged + paused_for(referee.events, end) == end - 100.0


def running_since(events: list[Event]) -> float:
    """When the running clock was last started: offers and answers leave it alone."""
    starts = [e.at for e in events if type(e).__name__ in ("Started", "MovePlayed", "Undone")]
    return max([*starts, *(e.at for e in events if isinstance(e, Resumed))])


def paused_for(events: list[Event], end: float) -> float:
    seconds, since = 0.0, None
    for event in events:
        if isinstance(event, Paused):
            since = event.at
        elif isinstance(event, Resumed) and since is not None:
            seconds, since = seconds + event.at - since, None
    return seconds if since is None else seconds + end - since


@given(terms, seeds, lengths)
def test_no_move_is_later_than_limit_and_tolerance(terms: Terms, seed: int, length: int) -> None:
    referee = Referee(terms, 100.0)
    for now, command in steps(seed, length, referee):
        seat, deadline = referee.game.seat, referee.deadline
        limit = terms.limit(seat)
        for event in referee.handle(command, now):
            if not isinstance(event, MovePlayed):
                continue
            assert 0 <= event.over <= event.seconds
            assert limit.turn is None or event.seconds <= limit.turn + terms.tolerance
            assert limit.match is not None or limit.turn is not None or event.over == 0
            assert event.over <= terms.tolerance
            is_measured = isinstance(command, Move) and command.seconds is not None
            assert is_measured or deadline is None or now <= deadline


plain_json = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)


instants = st.floats(allow_nan=False, allow_infinity=False)
words = st.text(max_size=9)
said = st.dictionaries(words, plain_json, max_size=3)
colors = st.none() | st.sampled_from(Color)
kinds = st.sampled_from(OfferKind)
endings = st.sampled_from(Ending)
commands: st.SearchStrategy[Command] = st.one_of(
    st.builds(Move, seats, words, st.booleans(), st.none() | instants, said),
    st.builds(Place, seats, st.lists(words, max_size=3).map(tuple)),
    st.builds(Sit, seats, words),
    st.builds(Follow, words),
    st.builds(Undo, seats),
    st.builds(Offer, seats, kinds),
    st.builds(Answer, seats, st.booleans()),
    st.builds(Resign, seats),
    st.builds(Pause, anybody),
    st.builds(Resume, anybody),
    st.builds(Fault, seats, endings, words, words),
    st.builds(Abort, anybody, words),
    st.sampled_from([Tick(), Recover()]),
)


@given(commands)
def test_every_command_survives_json(command: Command) -> None:
    assert command_from_dict(json.loads(json.dumps(command.to_dict()))) == command


events: st.SearchStrategy[Event] = st.one_of(
    st.builds(Started, instants, terms),
    st.builds(MovePlayed, instants, seats, words, colors, instants, instants, said),
    st.builds(Undone, instants, seats, st.integers(1, 9)),
    st.builds(Seated, instants, seats, words),
    st.builds(Followed, instants, words),
    st.builds(Offered, instants, seats, kinds),
    st.builds(Answered, instants, seats, kinds, st.booleans()),
    st.builds(Paused, instants, anybody),
    st.builds(Resumed, instants, anybody),
    st.builds(Recovered, instants),
    st.builds(
        Ended,
        instants,
        endings,
        anybody,
        colors,
        words,
        words,
        st.lists(words, max_size=5).map(tuple),
    ),
    st.builds(Refused, instants, words, words, said),
)


@given(events)
def test_every_event_survives_json(event: Event) -> None:
    assert event_from_dict(json.loads(json.dumps(event.to_dict()))) == event


@given(plain_json | st.dictionaries(st.sampled_from(["do", "seat", "move"]), plain_json))
def test_no_json_makes_reading_a_command_fall_over(data: Any) -> None:
    with suppress(InvalidText):
        command_from_dict(data)
