"""Elo, its intervals and the likelihood of superiority."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tengen.arena.elo import (
    Z95,
    constraint_multiplier,
    elo_to_score,
    estimate,
    likelihood_gap,
    score_to_elo,
)
from tengen.errors import InvalidText

COUNTS = st.one_of(
    st.lists(st.integers(0, 1000), min_size=3, max_size=3),
    st.lists(st.integers(0, 1000), min_size=5, max_size=5),
)


def test_three_quarters_are_191_elo() -> None:
    assert score_to_elo(0.75) == pytest.approx(190.85, abs=0.01)


def test_400_elo_expect_ten_elevenths() -> None:
    assert elo_to_score(400) == pytest.approx(10 / 11)


@given(st.floats(-3000, 3000))
def test_elo_to_score_and_back_is_the_identity(elo: float) -> None:
    # Above 0 a score nears 1 and has few digits left to tell Elo by; below 0 it has them all.
    assert score_to_elo(elo_to_score(-abs(elo))) == pytest.approx(-abs(elo), abs=1e-3)
    assert elo_to_score(elo) + elo_to_score(-elo) == pytest.approx(1)


def test_an_absurd_elo_does_not_overflow() -> None:
    assert elo_to_score(1e9) == 1
    assert elo_to_score(-1e9) == 0


def test_the_bare_score_of_all_wins_is_infinite() -> None:
    assert score_to_elo(1) == math.inf
    assert score_to_elo(0) == -math.inf


@pytest.mark.parametrize("score", [-0.1, 1.1, math.nan])
def test_a_score_outside_0_to_1_is_refused(score: float) -> None:
    with pytest.raises(InvalidText, match="a score lies between 0 and 1"):
        score_to_elo(score)


@pytest.mark.parametrize("counts", [(1, 2), (1, 2, 3, 4), (1, -1, 1), (1, math.inf, 1)])
def test_counts_that_are_no_counts_are_refused(counts: tuple[float, ...]) -> None:
    with pytest.raises(InvalidText, match="expected 3 counts of games or 5 counts of pairs"):
        estimate(counts)


def test_the_point_estimate_is_anscombes_logit() -> None:
    # 18 wins and 6 losses: 400 log10(18.5 / 6.5).
    assert estimate((6, 0, 18)).elo == pytest.approx(400 * math.log10(18.5 / 6.5))


def test_many_games_at_three_quarters_are_191_elo() -> None:
    assert estimate((25_000, 0, 75_000)).elo == pytest.approx(190.85, abs=0.1)


@settings(deadline=None)  # The first example pays for the import of scipy.
@given(COUNTS)
def test_every_estimate_is_finite_and_ordered(counts: list[int]) -> None:
    found = estimate(counts)
    assert all(math.isfinite(x) for x in (found.low, found.elo, found.high, found.nelo))
    assert found.low < found.elo < found.high
    assert found.nelo_margin > 0
    assert 0 <= found.los <= 1


@settings(deadline=None)  # The first example pays for the import of scipy.
@given(COUNTS)
def test_changing_sides_changes_signs(counts: list[int]) -> None:
    ours, theirs = estimate(counts), estimate(counts[::-1])
    assert theirs.elo == pytest.approx(-ours.elo, abs=1e-6)
    assert theirs.low == pytest.approx(-ours.high, abs=1e-4)
    assert theirs.nelo == pytest.approx(-ours.nelo, abs=1e-6)
    assert theirs.los == pytest.approx(1 - ours.los, abs=1e-6)


def test_a_clean_sweep_is_finite_and_grows_with_games() -> None:
    ten, hundred = estimate((0, 0, 10)), estimate((0, 0, 100))
    assert 0 < ten.low < ten.elo < ten.high < 2000
    assert ten.elo < hundred.elo
    assert ten.low < hundred.low


def test_ten_wins_of_ten_are_almost_surely_the_stronger() -> None:
    # With a flat prior the exact likelihood of superiority is 1 - 2 ** -11.
    assert estimate((0, 0, 10)).los == pytest.approx(1 - 2**-11, abs=2e-4)


def test_an_even_score_is_a_toss_up() -> None:
    assert estimate((5, 7, 20, 7, 5)).los == pytest.approx(0.5, abs=1e-6)


def test_the_interval_excludes_zero_just_when_superiority_is_sure() -> None:
    found = estimate((40, 0, 60))
    assert (found.low > 0) == (found.los > 0.975)
    assert found.los == pytest.approx(0.977, abs=0.002)


def test_the_interval_is_the_normal_one_where_counts_are_large() -> None:
    found = estimate((450, 0, 550))
    error = math.sqrt(0.55 * 0.45 / 1000)
    assert elo_to_score(found.low) == pytest.approx(0.55 - Z95 * error, abs=1e-3)
    assert elo_to_score(found.high) == pytest.approx(0.55 + Z95 * error, abs=1e-3)


def test_pairs_take_out_the_noise_of_biased_openings() -> None:
    # Every opening is won by its better colour: all pairs end 1 : 1, but single games vary.
    assert estimate((0, 0, 100, 0, 0)).margin < estimate((100, 0, 100)).margin / 3


def test_normalized_elo_is_the_edge_in_standard_deviations() -> None:
    # Wins and losses at 60 %: edge 0.1, deviation sqrt(0.24), times 800 / ln 10.
    assert estimate((4000, 0, 6000)).nelo == pytest.approx(0.1 / 0.24**0.5 * 347.4, rel=1e-3)


def test_normalized_elo_of_independent_games_is_that_of_their_pairs() -> None:
    pairs = estimate((1600, 0, 4800, 0, 3600)).nelo
    assert pairs == pytest.approx(estimate((4000, 0, 6000)).nelo, rel=1e-3)


@pytest.mark.parametrize(
    "truth",
    [(0.05, 0.1, 0.5, 0.2, 0.15), (0.0, 0.02, 0.08, 0.2, 0.7), (0.01, 0.0, 0.97, 0.0, 0.02)],
)
def test_intervals_hold_the_truth_95_percent_of_the_time(truth: tuple[float, ...]) -> None:
    rng = np.random.default_rng(7)
    mean = sum(k * p for k, p in enumerate(truth)) / 4
    elo, matches = score_to_elo(mean), 400
    inside = 0
    for counts in rng.multinomial(200, truth, size=matches):
        found = estimate(counts.tolist())
        inside += found.low <= elo <= found.high
    # Three standard deviations of the measured share, and what whole numbers do to an interval.
    assert 0.92 <= inside / matches <= 0.985


def test_normalized_intervals_hold_the_truth_95_percent_of_the_time() -> None:
    rng = np.random.default_rng(8)
    truth = np.array([0.05, 0.1, 0.5, 0.2, 0.15])
    scores = np.arange(5) / 4
    mean = truth @ scores
    nelo = (mean - 0.5) / math.sqrt(2 * (truth @ scores**2 - mean**2)) * 800 / math.log(10)
    found = [estimate(counts.tolist()) for counts in rng.multinomial(200, truth, size=400)]
    inside = sum(abs(one.nelo - nelo) <= one.nelo_margin for one in found)
    assert 0.92 <= inside / 400 <= 0.985


def test_the_multiplier_gives_frequencies_with_the_wanted_mean() -> None:
    weights, values = [3.0, 5.0, 2.0], [-0.6, -0.1, 0.4]
    m = constraint_multiplier(weights, values)
    p = [w / (10 * (1 + m * v)) for w, v in zip(weights, values, strict=True)]
    assert sum(p) == pytest.approx(1)
    assert sum(x * v for x, v in zip(p, values, strict=True)) == pytest.approx(0, abs=1e-12)


def test_a_mean_that_holds_already_costs_nothing() -> None:
    assert likelihood_gap([1, 2, 1], [-0.5, 0.0, 0.5]) == pytest.approx(0, abs=1e-12)
    assert likelihood_gap([0, 2, 0], [-0.5, 0.0, 0.5]) == 0


def test_a_mean_out_of_reach_costs_everything() -> None:
    assert likelihood_gap([1, 2, 1], [0.1, 0.2, 0.3]) == math.inf


def test_the_gap_of_two_categories_is_the_binomial_one() -> None:
    # 7 of 10 at an even score: 7 log(0.7 / 0.5) + 3 log(0.3 / 0.5).
    assert likelihood_gap([3, 7], [-0.5, 0.5]) == pytest.approx(
        7 * math.log(1.4) + 3 * math.log(0.6)
    )
