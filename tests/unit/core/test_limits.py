"""Limits as text and numbers, and the clock, which is told the time."""

import math

import pytest

from tengen.core.limits import Clock, Limit
from tengen.errors import InvalidText


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("0.3s", Limit(turn=0.3)),
        ("300ms", Limit(turn=0.3)),
        ("5s", Limit(turn=5.0)),
        ("20000n", Limit(nodes=20000)),
        ("20k", Limit(nodes=20000)),
        ("8d", Limit(depth=8)),
        ("0.3s+8d", Limit(turn=0.3, depth=8)),
        ("8d+1s+5n", Limit(turn=1.0, nodes=5, depth=8)),
    ],
)
def test_limits_are_read(text: str, limit: Limit) -> None:
    assert Limit.parse(text) == limit


@pytest.mark.parametrize(
    "text",
    [
        *("", "+", "s", "1", "1x", "-1s", "1 s", " 1s", "1s+", "+1s", "1S", "1e3s", ".5s", "1.s"),
        *("١s", "1s,8d", "1.5n", "0.5d", "1.5k", "infs", "nans"),
    ],
)
def test_what_is_no_limit_is_refused_and_quoted(text: str) -> None:
    with pytest.raises(InvalidText) as caught:
        Limit.parse(text)
    assert caught.value.code == "bad-limit"
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize("text", ["0s", "0ms", "0n", "0d", "0.0s", "9" * 400 + "s"])
def test_no_time_at_all_and_endless_time_are_refused(text: str) -> None:
    with pytest.raises(InvalidText) as caught:
        Limit.parse(text)
    assert caught.value.code == "limit-range"


def test_a_number_too_long_to_read_is_refused() -> None:
    with pytest.raises(InvalidText):
        Limit.parse("9" * 5000 + "n")


@pytest.mark.parametrize("amount", [0, -1, math.inf, math.nan])
@pytest.mark.parametrize("name", ["turn", "match", "nodes", "depth"])
def test_impossible_amounts_are_refused_by_name(name: str, amount: float) -> None:
    with pytest.raises(InvalidText) as caught:
        Limit(**{name: amount})  # type: ignore[arg-type]
    assert caught.value.code == "limit-range"
    assert name in str(caught.value)
    assert str(amount) in str(caught.value)


@pytest.mark.parametrize("increment", [-0.1, math.inf, math.nan])
def test_an_impossible_increment_is_refused(increment: float) -> None:
    with pytest.raises(InvalidText) as caught:
        Limit(increment=increment)
    assert caught.value.code == "limit-range"
    assert "increment" in str(caught.value)


@pytest.mark.parametrize(
    "limit",
    [
        Limit(turn=0.3),
        Limit(turn=12.5, nodes=7, depth=3),
        Limit(nodes=10**12),
        Limit(turn=1e-07),
        Limit(turn=1234567.5),
    ],
)
def test_a_limit_is_read_as_it_was_written(limit: Limit) -> None:
    assert Limit.parse(str(limit)) == limit


def test_a_clock_without_limits_never_runs_out() -> None:
    clock = Clock(Limit())
    clock.start(0)
    assert clock.turn_left(10**9) == math.inf
    assert clock.match_left(10**9) == math.inf


def test_the_turn_runs_down_while_the_clock_runs() -> None:
    clock = Clock(Limit(turn=5))
    assert clock.turn_left(100) == 5
    clock.start(100)
    assert clock.is_running
    assert clock.turn_left(103) == 2
    assert clock.turn_left(107) == -2


def test_the_turn_is_whole_again_for_the_next_move() -> None:
    clock = Clock(Limit(turn=5))
    clock.start(0)
    assert clock.stop(3) == 3
    clock.start(10)
    assert clock.turn_left(11) == 4


def test_the_match_time_is_spent_over_all_moves() -> None:
    clock = Clock(Limit(match=10))
    clock.start(0)
    clock.stop(3)
    clock.start(50)
    assert clock.match_left(54) == 3
    assert clock.stop(54) == 4
    assert clock.match_left(1000) == 3
    assert clock.spent == 7


def test_the_lesser_of_turn_and_match_counts() -> None:
    clock = Clock(Limit(turn=5, match=7))
    clock.start(0)
    clock.stop(4)
    clock.start(10)
    assert clock.turn_left(10) == 3


def test_every_move_earns_the_increment() -> None:
    clock = Clock(Limit(match=10, increment=2))
    clock.start(0)
    clock.stop(3)
    assert clock.match_left(3) == 9


def test_a_pause_stops_the_charge_and_earns_nothing() -> None:
    clock = Clock(Limit(match=10, increment=2))
    clock.start(0)
    assert clock.pause(3) == 3
    assert not clock.is_running
    assert clock.match_left(100) == 7


def test_a_pause_does_not_give_the_turn_back() -> None:
    clock = Clock(Limit(turn=10))
    clock.start(0)
    clock.pause(8)
    clock.start(100)
    assert clock.turn_left(101) == 1


def test_starting_twice_keeps_the_first_start() -> None:
    clock = Clock(Limit(turn=5))
    clock.start(0)
    clock.start(3)
    assert clock.turn_left(4) == 1


def test_time_that_runs_backwards_costs_nothing() -> None:
    clock = Clock(Limit(turn=5, match=9))
    clock.start(10)
    assert (clock.turn_left(7), clock.match_left(7)) == (5, 9)
    assert clock.stop(7) == 0
    assert clock.spent == 0


def test_pausing_a_clock_that_stands_still_charges_nothing() -> None:
    clock = Clock(Limit(match=10))
    assert clock.pause(5) == 0
    assert clock.match_left(5) == 10


def test_the_same_thing_is_not_limited_twice() -> None:
    with pytest.raises(InvalidText, match="twice"):
        Limit.parse("1s+2s")


def test_nodes_are_a_whole_number() -> None:
    with pytest.raises(InvalidText, match="whole number"):
        Limit(nodes=1.5)  # type: ignore[arg-type]
