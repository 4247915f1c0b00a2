"""Time for a move: always less than there is, and never less for having more."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen import Limit
from tengen.engine.time import RESERVE, budget, usable

seconds = st.floats(1e-6, 1e7)
reserves = st.floats(0, 10)
moves = st.integers(0, 700)


@given(seconds, reserves)
def test_what_is_usable_is_positive_and_less_than_given(given_seconds: float, keep: float) -> None:
    assert 0 < usable(given_seconds, keep) <= given_seconds
    assert usable(given_seconds, keep) < given_seconds or keep == 0 or keep < given_seconds * 1e-12


@given(st.none() | seconds, st.none() | seconds, st.floats(0, 100), moves, reserves)
def test_no_move_may_take_more_than_there_is(
    turn: float | None, match: float | None, increment: float, made: int, keep: float
) -> None:
    limit = Limit(turn=turn, match=match, increment=increment)
    optimum, maximum = budget(limit, made, keep)
    if turn is None and match is None:
        assert (optimum, maximum) == (0.0, 0.0)
        return
    assert maximum > 0
    assert optimum > 0
    for given_seconds in (turn, match):
        if given_seconds is not None:
            assert maximum <= usable(given_seconds, keep)


@given(seconds, seconds, seconds, st.floats(0, 100), moves)
def test_more_time_never_gives_less(
    turn: float, match: float, more: float, increment: float, made: int
) -> None:
    few = budget(Limit(turn=turn, match=match, increment=increment), made)
    for limit in (
        Limit(turn=turn + more, match=match, increment=increment),
        Limit(turn=turn, match=match + more, increment=increment),
        Limit(turn=turn, match=match, increment=increment + more),
    ):
        many = budget(limit, made)
        assert many[0] >= few[0] * (1 - 1e-9)
        assert many[1] >= few[1] * (1 - 1e-9)


@given(st.floats(0.001, 1000), st.floats(0, 5))
def test_a_clock_never_runs_out(clock: float, increment: float) -> None:
    left = clock
    for made in range(0, 600, 2):
        _, maximum = budget(Limit(match=left, increment=increment), made)
        assert maximum < left
        left += increment - maximum
        assert left > 0


def test_a_turn_is_used_but_for_the_reserve() -> None:
    optimum, maximum = budget(Limit(turn=0.1), 10)
    assert maximum == pytest.approx(0.1 - RESERVE)
    assert optimum >= maximum


def test_a_turn_of_a_millisecond_leaves_half() -> None:
    assert budget(Limit(turn=0.001), 0)[1] == pytest.approx(0.0005)


def test_a_match_is_shared_among_the_moves_to_come() -> None:
    optimum, maximum = budget(Limit(match=180.0), 0)
    assert 3 < optimum < 10
    assert maximum <= 36.0
    assert budget(Limit(turn=30.0, match=180.0), 0)[1] <= 30.0
