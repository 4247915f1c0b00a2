"""The sequential test: its mathematics against brute force, its error rates by simulation."""

import math
from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest
from scipy.optimize import brentq, minimize

from tengen.arena.elo import NELO_PER_T, elo_to_score
from tengen.arena.sprt import (
    EMPTY,
    GameCounts,
    Hypotheses,
    Model,
    PairCounts,
    Verdict,
    assess,
    llr,
)
from tengen.errors import InvalidText

Floats = npt.NDArray[np.float64]
PAIRS = PairCounts((10, 30, 70, 40, 20), twice_drawn=9)


def pair_frequencies(edge: float, bias: float, draw: float) -> Floats:
    """How often a pair scores 0 to 2, when openings favour one colour by about `bias` nats."""
    frequencies = np.zeros(5)
    openings = np.linspace(-2, 2, 9)
    weights = np.exp(-(openings**2) / 2) / np.exp(-(openings**2) / 2).sum()
    for opening, weight in zip(openings * bias, weights, strict=True):
        games = []
        for d in (edge + opening, edge - opening):
            outcome = np.array([math.exp(-d / 2), draw, math.exp(d / 2)])
            games.append(outcome / outcome.sum())
        frequencies += weight * np.convolve(*games)
    return frequencies


def strength(frequencies: Floats, model: Model) -> float:
    """The edge that the frequencies of pair scores have, as the model measures it."""
    scores = np.arange(5) / 4
    mean = frequencies @ scores
    if model == "logistic":
        return 400 * math.log10(mean / (1 - mean))
    deviation = math.sqrt(2 * (frequencies @ scores**2 - mean**2))
    return float((mean - 0.5) / deviation * NELO_PER_T)


def frequencies_of(elo: float, model: Model, bias: float, draw: float) -> Floats:
    """Frequencies of pair scores with exactly the strength `elo`."""
    edge = brentq(lambda e: strength(pair_frequencies(e, bias, draw), model) - elo, -3, 3)
    return pair_frequencies(edge, bias, draw)


def share_of_h1(hypotheses: Hypotheses, truth: Floats, matches: int, seed: int) -> float:
    """Play whole matches of the true strength; return how many of them accept H1."""
    rng = np.random.default_rng(seed)
    lower, upper = hypotheses.bounds
    accepted = 0
    for _ in range(matches):
        counts = [0, 0, 0, 0, 0]
        for pair in rng.choice(5, size=3000, p=truth):
            counts[pair] += 1
            a, b, c, d, e = counts
            ratio = llr(PairCounts((a, b, c, d, e)), hypotheses)
            if not lower < ratio < upper:
                break
        else:
            pytest.fail("no verdict after 3000 pairs")
        accepted += ratio >= upper
    return accepted / matches


def highest_share(probability: float, matches: int) -> float:
    """The share that events of this probability exceed once in about 700 simulations."""
    return probability + 3 * math.sqrt(probability * (1 - probability) / matches)


def brute_force(weights: Floats, constraint: Callable[[Floats], float]) -> float:
    """The best log-likelihood under a constraint, found by a general optimiser over the simplex."""

    def simplex(logits: Floats) -> Floats:
        p: Floats = np.exp(logits - logits.max())
        return p / float(p.sum())

    best = -math.inf
    start = weights / weights.sum()
    for shift in (0.01, 0.2):
        found = minimize(
            lambda z: -weights @ np.log(simplex(z)),
            np.log((1 - shift) * start + shift / len(start)),
            constraints=[{"type": "eq", "fun": lambda z: constraint(simplex(z))}],
            bounds=[(-40, 40)] * len(start),
            method="SLSQP",
            options={"ftol": 1e-12, "maxiter": 500},
        )
        if abs(constraint(simplex(found.x))) < 1e-8:
            best = max(best, -found.fun)
    return best


@pytest.mark.parametrize("size", [3, 5])
@pytest.mark.parametrize("bounds", [(0.0, 10.0), (-30.0, 90.0)])
@pytest.mark.parametrize("model", ["logistic", "normalized"])
def test_the_ratio_is_that_of_a_brute_force_maximisation(
    model: Model, bounds: tuple[float, float], size: int
) -> None:
    rng = np.random.default_rng(size)
    scores = np.arange(size) / (size - 1)

    def constraint(elo: float) -> Callable[[Floats], float]:
        if model == "logistic":
            return lambda p: float(p @ scores - elo_to_score(elo))
        t = elo / NELO_PER_T * math.sqrt((size - 1) / 2)
        return lambda p: float(p @ scores - 0.5 - t * math.sqrt(p @ scores**2 - (p @ scores) ** 2))

    for _ in range(6):
        numbers = rng.integers(0, rng.choice([5, 60]), size=size)
        numbers[rng.integers(size)] += 3
        found = tuple(numbers.tolist())
        counts = PairCounts(found) if size == 5 else GameCounts(found)
        weights = np.where(numbers == 0, EMPTY, numbers)
        expected = brute_force(weights, constraint(bounds[1]))
        expected -= brute_force(weights, constraint(bounds[0]))
        ratio = llr(counts, Hypotheses(*bounds, model=model))
        assert ratio == pytest.approx(expected, abs=2e-3, rel=2e-3), found


@pytest.mark.parametrize("model", ["logistic", "normalized"])
def test_a_large_match_has_the_ratio_of_the_normal_approximation(model: Model) -> None:
    counts = (2000, 6000, 13000, 7000, 2400)
    total = sum(counts)
    frequencies = np.array(counts) / total
    scores = np.arange(5) / 4
    mean = frequencies @ scores
    variance = frequencies @ scores**2 - mean**2
    if model == "logistic":
        low, high = elo_to_score(0), elo_to_score(5)
    else:
        low, high = 0.5, 0.5 + 5 / NELO_PER_T * math.sqrt(2 * variance)
    expected = total * (high - low) * (2 * mean - low - high) / (2 * variance)
    assert llr(PairCounts(counts), Hypotheses(0, 5, model=model)) == pytest.approx(
        expected, rel=0.02
    )


def test_wins_and_losses_alone_have_the_ratio_of_coin_tosses() -> None:
    found = llr(GameCounts((40, 0, 60)), Hypotheses(0, 100))
    p1 = elo_to_score(100)
    expected = 60 * math.log(p1 / 0.5) + 40 * math.log((1 - p1) / 0.5)
    assert found == pytest.approx(expected, abs=1e-2)


@pytest.mark.parametrize("model", ["logistic", "normalized"])
def test_changing_sides_and_bounds_changes_the_sign(model: Model) -> None:
    ours = llr(PAIRS, Hypotheses(-5, 20, model=model))
    turned = (PAIRS.counts[4], PAIRS.counts[3], PAIRS.counts[2], PAIRS.counts[1], PAIRS.counts[0])
    theirs = llr(PairCounts(turned), Hypotheses(-20, 5, model=model))
    assert theirs == pytest.approx(-ours)


@pytest.mark.parametrize("model", ["logistic", "normalized"])
@pytest.mark.parametrize("counts", [(0, 0, 500, 0, 0), (500, 0, 0, 0, 0), (0, 0, 0, 0, 500)])
def test_matches_with_one_kind_of_pair_only_are_decided(
    model: Model, counts: tuple[int, int, int, int, int]
) -> None:
    state = assess(PairCounts(counts), Hypotheses(0, 30, model=model))
    assert math.isfinite(state.llr)
    expected = Verdict.ACCEPT_H1 if counts[4] else Verdict.ACCEPT_H0
    assert state.verdict is expected


def test_one_pair_decides_nothing() -> None:
    for pair in range(5):
        counts = [0, 0, 0, 0, 0]
        counts[pair] = 1
        a, b, c, d, e = counts
        for model in ("logistic", "normalized"):
            hypotheses = Hypotheses(0, 10, model=model)
            assert abs(llr(PairCounts((a, b, c, d, e)), hypotheses)) < 0.1


@pytest.mark.parametrize("bounds", [(0.0, 60.0), (-40.0, 40.0)])
def test_logistic_bounds_keep_alpha_and_beta(bounds: tuple[float, float]) -> None:
    hypotheses = Hypotheses(*bounds, alpha=0.05, beta=0.1)
    # Openings worth about 170 Elo to one colour, a fifth of the games drawn.
    null, alternative = (frequencies_of(elo, "logistic", 1.0, 0.5) for elo in bounds)
    assert share_of_h1(hypotheses, null, 250, seed=1) < highest_share(0.05, 250)
    assert 1 - share_of_h1(hypotheses, alternative, 250, seed=2) < highest_share(0.1, 250)


def test_normalized_bounds_keep_alpha_and_beta() -> None:
    hypotheses = Hypotheses(0, 120, alpha=0.1, beta=0.1, model="normalized")
    # Openings worth about 260 Elo to one colour, a third of the games drawn.
    null, alternative = (frequencies_of(elo, "normalized", 1.5, 1.0) for elo in (0.0, 120.0))
    assert share_of_h1(hypotheses, null, 100, seed=3) < highest_share(0.1, 100)
    assert 1 - share_of_h1(hypotheses, alternative, 100, seed=4) < highest_share(0.1, 100)


def test_pairs_of_biased_openings_decide_sooner_than_their_games() -> None:
    # 300 pairs, most of them won by the better colour on both sides, as wins and losses.
    pairs, games = PairCounts((5, 0, 270, 0, 25)), GameCounts((280, 0, 320))
    hypotheses = Hypotheses(0, 30)
    assert pairs.score == games.score
    assert llr(pairs, hypotheses) > 3 * llr(games, hypotheses)


def test_the_bounds_are_walds() -> None:
    lower, upper = Hypotheses(0, 5, alpha=0.05, beta=0.1).bounds
    assert lower == pytest.approx(math.log(0.1 / 0.95))
    assert upper == pytest.approx(math.log(0.9 / 0.05))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"elo0": 5, "elo1": 5}, "elo0 must be below elo1, found 5 and 5"),
        ({"elo0": 9, "elo1": 5}, "elo0 must be below elo1, found 9 and 5"),
        ({"elo0": math.nan, "elo1": 5}, "elo0 lies between -600 and 600, found nan"),
        ({"elo0": 0, "elo1": 601}, "elo1 lies between -600 and 600, found 601"),
        (
            {"elo0": 0, "elo1": 5, "alpha": 0},
            "alpha lies between 0 and 0.5, both excluded, found 0",
        ),
        (
            {"elo0": 0, "elo1": 5, "beta": 0.5},
            "beta lies between 0 and 0.5, both excluded, found 0.5",
        ),
        (
            {"elo0": 0, "elo1": 5, "model": "bayes"},
            "the model is 'logistic' or 'normalized', found 'bayes'",
        ),
    ],
)
def test_senseless_hypotheses_are_refused(arguments: dict[str, float], sentence: str) -> None:
    with pytest.raises(InvalidText) as caught:
        Hypotheses(**arguments)  # type: ignore[arg-type]
    assert str(caught.value) == sentence


@pytest.mark.parametrize("model", ["logistic", "normalized"])
def test_the_widest_bounds_still_work(model: Model) -> None:
    hypotheses = Hypotheses(-600, 600, model=model)
    assert llr(PAIRS, hypotheses) > 0
    assert math.isfinite(llr(GameCounts((1, 0, 0)), hypotheses))


def test_adding_a_pair_counts_its_score() -> None:
    counts = PairCounts().add(1, 0.5).add(0, 1).add(0.5, 0.5).add(0, 0)
    assert counts == PairCounts((1, 0, 2, 1, 0), twice_drawn=1)
    assert counts.games == 8
    assert counts.score == pytest.approx(3.5 / 8)
    assert counts.draws == 3


def test_adding_a_game_counts_its_score() -> None:
    counts = GameCounts().add(1).add(1).add(0.5).add(0)
    assert counts == GameCounts((1, 1, 2))
    assert (counts.games, counts.score, counts.draws) == (4, 0.625, 1)


@pytest.mark.parametrize("score", [0.25, 2, -1, math.nan])
def test_a_score_no_game_can_have_is_refused(score: float) -> None:
    with pytest.raises(InvalidText, match=r"a game scores 0, 0\.5 or 1"):
        PairCounts().add(score, 1)
    with pytest.raises(InvalidText, match=r"a game scores 0, 0\.5 or 1"):
        GameCounts().add(score)


def test_counts_that_are_no_counts_are_refused() -> None:
    with pytest.raises(InvalidText, match="expected 5 whole numbers"):
        PairCounts((1, 2, -3, 4, 5))
    with pytest.raises(InvalidText, match="expected 3 whole numbers"):
        GameCounts((1, 2, 3, 4))  # type: ignore[arg-type]
    with pytest.raises(InvalidText, match="between 0 and 1 of the even pairs"):
        PairCounts((0, 0, 1, 0, 0), twice_drawn=2)


def test_before_the_first_game_everything_is_open() -> None:
    state = assess(PairCounts(), Hypotheses(0, 5))
    assert state.llr == state.percent == state.estimate.elo == state.draw_ratio == 0
    assert state.score == state.estimate.los == 0.5
    assert state.verdict is Verdict.CONTINUE


def test_the_state_shows_what_a_table_needs() -> None:
    state = assess(PAIRS, Hypotheses(0, 20))
    assert state.games == 340
    assert state.score == pytest.approx(0.5441, abs=1e-4)
    assert state.draw_ratio == pytest.approx((30 + 40 + 18) / 340)
    assert state.percent == pytest.approx(100 * state.llr / state.bounds[1])
    assert state.estimate.low < state.estimate.elo < state.estimate.high


def test_the_verdict_and_the_percentage_follow_the_bounds() -> None:
    for_h1 = assess(PairCounts((0, 0, 0, 0, 400)), Hypotheses(0, 20))
    for_h0 = assess(PairCounts((400, 0, 0, 0, 0)), Hypotheses(0, 20))
    assert (for_h1.verdict, for_h1.percent) == (Verdict.ACCEPT_H1, 100)
    assert (for_h0.verdict, for_h0.percent) == (Verdict.ACCEPT_H0, -100)


@pytest.mark.parametrize(
    "counts", [(0, 0, 10**9, 0, 1), (10**9, 0, 0, 0, 10**9), (1, 0, 0, 10**8, 0), (0, 7, 0, 5, 0)]
)
def test_lopsided_counts_do_not_break_the_root_finder(
    counts: tuple[int, int, int, int, int],
) -> None:
    for bounds in ((-600.0, 600.0), (0.0, 0.5), (3.0, 200.0)):
        for model in ("logistic", "normalized"):
            assert math.isfinite(llr(PairCounts(counts), Hypotheses(*bounds, model=model)))
