"""Ratings: hand-computed cases, simulated tournaments of known strength, groups and anchors."""

import itertools
import json
import math
import random

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import approx_fprime

from tengen.arena.elo import ELO_PER_NAT
from tengen.arena.ratings import Rating, RatingList, Result, Tally, _Games, rate
from tengen.arena.records import Record, parse_records
from tengen.errors import InvalidText

Floats = npt.NDArray[np.float64]


def by_name(found: RatingList) -> dict[str, Rating]:
    return {rating.name: rating for rating in found.ratings}


def difference(found: RatingList, one: str, other: str) -> float:
    return by_name(found)[one].elo - by_name(found)[other].elo


def round_robin(
    rng: np.random.Generator, strengths: Floats, games: int, *, lead: float, nu: float
) -> Tally:
    """A tournament drawn from the model itself: each player has Black `games` times per pair."""
    tally = Tally()
    for i, first in enumerate(strengths):
        for j, second in enumerate(strengths):
            if i != j:
                d = first - second + lead
                chances = np.array([math.exp(d / 2), nu, math.exp(-d / 2)])
                wins, draws, losses = rng.multinomial(games, chances / chances.sum())
                tally.add_games(
                    f"p{i}", f"p{j}", wins=int(wins), draws=int(draws), losses=int(losses)
                )
    return tally


def small_tally() -> Tally:
    tally = Tally()
    tally.add_games("a", "b", wins=6, draws=2, losses=4)
    tally.add_games("b", "a", wins=5, draws=1, losses=6)
    tally.add_games("b", "c", wins=7, draws=3, losses=2)
    tally.add_games("c", "a", wins=3, draws=0, losses=9, colours_known=False)
    return tally


def test_three_quarters_of_many_games_are_191_elo() -> None:
    tally = Tally.from_records([Record("a", "b", 75_000, 25_000)])
    assert difference(rate(tally), "a", "b") == pytest.approx(190.85, abs=0.1)


def test_draws_are_worth_half_a_point_on_elos_scale() -> None:
    # 60 % won, 30 % drawn: three quarters of the points again, and nearly the same rating.
    tally = Tally.from_records([Record("a", "b", 60_000, 10_000, 30_000)])
    assert difference(rate(tally), "a", "b") == pytest.approx(191, abs=4)


def test_two_players_have_anscombes_logit() -> None:
    # One virtual game, half won and half lost: 400 log10(18.5 / 6.5).
    tally = Tally.from_records([Record("a", "b", 18, 6)])
    assert difference(rate(tally), "a", "b") == pytest.approx(400 * math.log10(18.5 / 6.5), abs=0.2)


def test_the_interval_of_two_players_is_the_binomial_one() -> None:
    tally = Tally.from_records([Record("a", "b", 600, 400)])
    found = by_name(rate(tally, anchor=("b", 0)))["a"]
    error = ELO_PER_NAT * math.sqrt(1 / 600.5 + 1 / 400.5)
    assert found.high - found.elo == pytest.approx(1.96 * error, rel=1e-2)


def test_strength_passes_through_a_common_opponent() -> None:
    tally = Tally.from_records([Record("a", "b", 7_500, 2_500), Record("b", "c", 7_500, 2_500)])
    assert difference(rate(tally), "a", "c") == pytest.approx(2 * 190.85, abs=0.5)


def test_a_long_chain_is_not_pressed_together() -> None:
    names = [f"level-{k:02}" for k in range(20)]
    chain = [Record(b, a, 75, 25) for a, b in itertools.pairwise(names)]
    found = rate(Tally.from_records(chain))
    assert difference(found, names[-1], names[0]) == pytest.approx(19 * 190.85, rel=0.03)


def test_a_player_who_won_everything_is_finite_and_first() -> None:
    tally = small_tally()
    for name in "abc":
        tally.add_games("perfect", name, wins=20)
        tally.add_games(name, "hopeless", wins=20)
    found = rate(tally)
    assert found.ratings[0].name == "perfect"
    assert found.ratings[0].score == 1
    assert found.ratings[-1].name == "hopeless"
    assert all(math.isfinite(x) for r in found.ratings for x in (r.elo, r.low, r.high))


def test_a_stronger_prior_pulls_players_together() -> None:
    tally = Tally.from_records([Record("a", "b", 10, 0)])
    weak, strong = rate(tally, prior=0.5), rate(tally, prior=5)
    assert difference(weak, "a", "b") > difference(strong, "a", "b") > 0


def test_more_games_shrink_the_intervals() -> None:
    few, many = small_tally(), Tally()
    for first, second, known, wins, draws, losses in few.rows():
        counts = {"wins": 9 * wins, "draws": 9 * draws, "losses": 9 * losses}
        many.add_games(first, second, colours_known=known, **counts)
    wide, narrow = by_name(rate(few)), by_name(rate(many))
    for name in "abc":
        ratio = (wide[name].high - wide[name].low) / (narrow[name].high - narrow[name].low)
        assert ratio == pytest.approx(3, abs=0.3)


def test_intervals_hold_the_truth_95_percent_of_the_time() -> None:
    rng = np.random.default_rng(11)
    inside = lead_inside = draws_inside = 0
    rounds, players, nu, lead = 200, 7, 0.6, 0.4
    scale = ELO_PER_NAT * 2 / (2 + nu)
    for _ in range(rounds):
        strengths = rng.normal(0, 1.2, size=players)
        found = rate(round_robin(rng, strengths, 12, lead=lead, nu=nu))
        truth = scale * (strengths - strengths.mean())
        for rating in found.ratings:
            inside += rating.low <= truth[int(rating.name[1:])] <= rating.high
        assert found.first_move is not None
        assert found.draw_rate is not None
        lead_inside += found.first_move.low <= scale * lead <= found.first_move.high
        draws_inside += found.draw_rate.low <= nu / (2 + nu) <= found.draw_rate.high
    assert 0.93 <= inside / (rounds * players) <= 0.97
    assert 0.90 <= lead_inside / rounds <= 0.99
    assert 0.90 <= draws_inside / rounds <= 0.99


def test_intervals_relative_to_an_anchor_hold_the_truth_too() -> None:
    rng = np.random.default_rng(12)
    inside, rounds = 0, 120
    for _ in range(rounds):
        strengths = rng.normal(0, 1.0, size=5)
        found = by_name(rate(round_robin(rng, strengths, 15, lead=0.0, nu=0.2), anchor=("p0", 0)))
        for k in range(1, 5):
            truth = ELO_PER_NAT * 2 / 2.2 * (strengths[k] - strengths[0])
            inside += found[f"p{k}"].low <= truth <= found[f"p{k}"].high
    assert 0.92 <= inside / (4 * rounds) <= 0.98


def test_the_first_move_advantage_is_recovered() -> None:
    rng = np.random.default_rng(13)
    tally = round_robin(rng, rng.normal(0, 1, size=10), 400, lead=0.5, nu=0.0)
    found = rate(tally).first_move
    assert found is not None
    assert found.value == pytest.approx(0.5 * ELO_PER_NAT, abs=6)
    assert found.high - found.low < 12


def test_a_first_move_that_always_wins_is_finite() -> None:
    tally = Tally()
    tally.add_games("a", "b", wins=50)
    tally.add_games("b", "a", wins=50)
    found = rate(tally)
    assert found.first_move is not None
    assert 300 < found.first_move.value < found.first_move.high < 3000
    assert difference(found, "a", "b") == pytest.approx(0, abs=1e-6)


def test_without_colours_there_is_no_first_move_advantage() -> None:
    assert rate(Tally.from_records([Record("a", "b", 6, 4, 1)])).first_move is None


def test_the_draw_rate_is_that_of_equal_players() -> None:
    found = rate(Tally.from_records([Record("a", "b", 300, 300, 400)])).draw_rate
    assert found is not None
    assert found.value == pytest.approx(0.4, abs=1e-3)
    assert found.low < 0.4 < found.high


def test_without_draws_there_is_no_draw_rate() -> None:
    assert rate(Tally.from_records([Record("a", "b", 6, 4)])).draw_rate is None


def test_nothing_but_draws_is_finite() -> None:
    found = rate(Tally.from_records([Record("a", "b", 0, 0, 100)]))
    assert difference(found, "a", "b") == pytest.approx(0, abs=1e-6)
    assert found.ratings[0].high < 50


def test_the_mean_of_a_group_is_zero() -> None:
    assert sum(r.elo for r in rate(small_tally()).ratings) == pytest.approx(0, abs=1e-6)


def test_an_anchor_shifts_everybody() -> None:
    free, fixed = rate(small_tally()), rate(small_tally(), anchor=("b", 2390))
    assert by_name(fixed)["b"].elo == by_name(fixed)["b"].low == by_name(fixed)["b"].high == 2390
    for name in "ac":
        assert difference(fixed, name, "b") == pytest.approx(difference(free, name, "b"), abs=1e-6)


@pytest.mark.parametrize(
    ("anchor", "sentence"),
    [
        (("nobody", 0.0), "the anchor 'nobody' has played no game"),
        (("a", math.nan), "the anchor's Elo must be a number, found nan"),
    ],
)
def test_a_senseless_anchor_is_refused(anchor: tuple[str, float], sentence: str) -> None:
    with pytest.raises(InvalidText, match=sentence):
        rate(small_tally(), anchor=anchor)


def test_groups_that_never_met_are_named() -> None:
    tally = small_tally()
    tally.add_games("x", "y", wins=3, losses=1)
    found = rate(tally, anchor=("a", 1500))
    assert found.groups == (("a", "b", "c"), ("x", "y"))
    assert found.remark == "2 groups never met and cannot be compared: a, b, c; x, y"
    assert [r.group for r in found.ratings] == [0, 0, 0, 1, 1]
    assert by_name(found)["x"].elo == pytest.approx(-by_name(found)["y"].elo)


def test_players_who_all_met_need_no_remark() -> None:
    assert rate(small_tally()).remark is None


def test_a_pairing_not_played_connects_nobody() -> None:
    text = "a - b: 1 : 2\nb - x: 0 : 0\nx - y: 2 : 1\n"
    assert len(rate(Tally.from_records(parse_records(text))).groups) == 2


def test_a_player_without_games_has_no_rating() -> None:
    found = rate(Tally.from_records([Record("a", "b", 1, 2), Record("a", "idle", 0, 0)]))
    assert [r.name for r in found.ratings] == ["b", "a"]


def test_neighbours_have_a_likelihood_of_superiority() -> None:
    tally = Tally.from_records([Record("a", "b", 60, 40), Record("b", "c", 500, 100)])
    first, second, last = rate(tally).ratings
    assert first.los == pytest.approx(0.977, abs=0.003)
    assert second.los is not None
    assert second.los > 0.9999
    assert last.los is None


def test_equal_players_are_a_toss_up_in_order_of_their_names() -> None:
    found = rate(Tally.from_records([Record("b", "a", 5, 5)]))
    assert [r.name for r in found.ratings] == ["a", "b"]
    assert found.ratings[0].los == pytest.approx(0.5, abs=1e-6)


def test_the_list_counts_games_and_points() -> None:
    found = by_name(rate(small_tally()))
    assert found["a"].games == 36
    assert found["a"].score == pytest.approx((6 + 1 + 6 + 0.5 + 9) / 36)


def test_the_order_of_games_does_not_matter() -> None:
    rng = random.Random(5)
    names = "abcd"
    results = []
    for _ in range(200):
        first, second = rng.sample(names, 2)
        results.append(Result(first, second, rng.choice([0, 0.5, 1]), rng.random() < 0.5))
    expected = rate(Tally.from_results(results))
    rng.shuffle(results)
    assert rate(Tally.from_results(results)) == expected


def test_games_without_colours_may_be_told_from_either_side() -> None:
    one, other = Tally(), Tally()
    one.add(Result("a", "b", 1, colours_known=False))
    other.add(Result("b", "a", 0, colours_known=False))
    assert one.rows() == other.rows()


def test_single_games_add_up_to_their_counts() -> None:
    tally = Tally.from_results([Result("a", "b", 1), Result("a", "b", 0.5), Result("b", "a", 0)])
    assert tally.rows() == [("a", "b", True, 1, 1, 0), ("b", "a", True, 0, 0, 1)]
    assert (tally.games, tally.players) == (3, ["a", "b"])


def test_results_that_cannot_be_are_refused() -> None:
    with pytest.raises(InvalidText, match=r"a game scores 0, 0\.5 or 1, found 2"):
        Tally().add(Result("a", "b", 2))
    with pytest.raises(InvalidText, match="'a' cannot play itself"):
        Tally().add(Result("a", "a", 1))
    with pytest.raises(InvalidText, match="no count of games is negative"):
        Tally().add_games("a", "b", wins=-1)


def test_no_games_are_refused() -> None:
    with pytest.raises(InvalidText, match="there are no games to rate"):
        rate(Tally())


@pytest.mark.parametrize("prior", [0, -1, math.inf, math.nan])
def test_a_prior_that_is_no_number_of_games_is_refused(prior: float) -> None:
    with pytest.raises(InvalidText, match="the prior is more than 0 games"):
        rate(small_tally(), prior=prior)


def test_the_json_list_holds_plain_numbers() -> None:
    text = json.dumps(rate(small_tally(), anchor=("a", 1500)).to_json(), allow_nan=False)
    first = json.loads(text)[0]
    assert first == {
        "name": "a",
        "elo": 1500,
        "low": 1500,
        "high": 1500,
        "games": 36,
        "score": 0.625,
    }


def test_the_derivatives_are_those_of_the_loss() -> None:
    games = _Games(small_tally(), 1.0)
    theta = np.array([0.7, -0.4, 0.2, 0.3, -0.8])
    slope = approx_fprime(theta, lambda t: games.loss(t)[0], 1e-7)
    assert games.loss(theta)[1] == pytest.approx(slope, abs=1e-4)
    curvature = approx_fprime(theta, lambda t: games.loss(t)[1], 1e-7)
    assert games.hessian(theta).toarray() == pytest.approx(curvature, abs=1e-4)


def test_a_billion_games_beside_a_few_do_not_stall_the_fit() -> None:
    records = [Record("a", "b", 10**9, 10**9 // 3), Record("b", "c", 2, 0), Record("c", "d", 1, 1)]
    found = rate(Tally.from_records(records))
    assert difference(found, "a", "b") == pytest.approx(190.85, abs=0.01)
    assert difference(found, "c", "d") == pytest.approx(0, abs=1e-3)


def test_a_thousand_players_are_rated() -> None:
    rng = np.random.default_rng(14)
    strengths = rng.normal(0, 1.5, size=1000)
    tally = Tally()
    for i, j in rng.integers(1000, size=(30_000, 2)).tolist():
        if i != j:
            chance = 1 / (1 + math.exp(strengths[j] - strengths[i]))
            tally.add(Result(f"p{i:03}", f"p{j:03}", float(rng.random() < chance)))
    found = by_name(rate(tally))
    truth = [ELO_PER_NAT * (s - strengths.mean()) for s in strengths]
    inside = [found[f"p{k:03}"].low <= t <= found[f"p{k:03}"].high for k, t in enumerate(truth)]
    assert 0.92 <= sum(inside) / 1000 <= 0.98


@settings(deadline=None, max_examples=50)
@given(
    st.lists(
        st.tuples(
            st.lists(st.sampled_from("abcdef"), min_size=2, max_size=2, unique=True),
            st.lists(st.integers(0, 30), min_size=3, max_size=3),
            st.booleans(),
        ),
        min_size=1,
        max_size=12,
    )
)
def test_any_tally_gives_finite_ratings_in_order(
    rows: list[tuple[list[str], list[int], bool]],
) -> None:
    tally = Tally()
    for (first, second), (wins, draws, losses), known in rows:
        counts = {"wins": wins, "draws": draws, "losses": losses}
        tally.add_games(first, second, colours_known=known, **counts)
    if not tally.games:
        return
    found = rate(tally)
    for before, after in itertools.pairwise(found.ratings):
        assert before.group < after.group or before.elo > after.elo - 1e-6
    for rating in found.ratings:
        assert -5000 < rating.low <= rating.elo <= rating.high < 5000
