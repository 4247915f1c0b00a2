"""Scores: their order, their negation, their chance of winning, and the report they come in."""

import itertools

import pytest

from tengen.core.geometry import Point
from tengen.core.score import WIN_SCALE, Info, Line, Score

ASCENDING = [
    Score.loss(2),
    Score.loss(10),
    Score.value(-500),
    Score.value(0),
    Score.value(10**6),
    Score.win(9),
    Score.win(1),
]


def test_sooner_wins_and_later_losses_are_greater() -> None:
    mixed = [*ASCENDING[3:], *ASCENDING[:3]]
    assert sorted(mixed) == ASCENDING


def test_the_order_is_total() -> None:
    for (i, one), (j, two) in itertools.product(enumerate(ASCENDING), repeat=2):
        assert (one < two, one <= two, one > two, one >= two, one == two) == (
            i < j,
            i <= j,
            i > j,
            i >= j,
            i == j,
        )


def test_the_other_side_sees_the_order_turned_round() -> None:
    assert sorted(-score for score in ASCENDING) == [-score for score in reversed(ASCENDING)]


@pytest.mark.parametrize("score", ASCENDING)
def test_negation_undoes_itself(score: Score) -> None:
    other = -score
    assert -other == score


def test_a_win_is_the_other_sides_loss_in_as_many_plies() -> None:
    assert -Score.win(3) == Score.loss(3)
    assert -Score.value(40) == Score.value(-40)


def test_scores_speak() -> None:
    texts = [str(score) for score in (Score.win(3), Score.loss(4), Score.value(5), Score.value(-5))]
    assert texts == ["win in 3", "loss in 4", "+5", "-5"]
    assert str(Score.value(0)) == "+0"


def test_the_chance_of_winning_grows_with_the_score() -> None:
    chances = [score.win_probability for score in ASCENDING]
    assert chances == sorted(chances)
    assert (chances[0], chances[-1]) == (0.0, 1.0)
    assert Score.value(0).win_probability == 0.5


def test_the_scale_is_the_score_that_wins_e_times_as_often_as_it_loses() -> None:
    chance = Score.value(WIN_SCALE).win_probability
    assert chance / (1 - chance) == pytest.approx(2.718281828)


def test_the_chances_of_both_sides_add_up_to_one() -> None:
    for score in ASCENDING:
        assert score.win_probability + (-score).win_probability == pytest.approx(1)


@pytest.mark.parametrize("value", [10**9, -(10**9)])
def test_enormous_values_have_a_chance_too(value: int) -> None:
    assert 0 <= Score.value(value).win_probability <= 1


def test_scores_are_values() -> None:
    assert len({Score.win(3), Score.win(3), Score.loss(3)}) == 2


def test_a_report_names_its_best_move_and_its_speed() -> None:
    line = Line(Score.value(12), (Point(7, 7), Point(7, 8)))
    info = Info(depth=8, nodes=3000, seconds=1.5, lines=(line,))
    assert info.best == Point(7, 7)
    assert info.nodes_per_second == 2000


def test_a_report_without_lines_or_time_has_neither() -> None:
    assert Info(depth=0, nodes=5, seconds=0.0, lines=()).best is None
    assert Info(depth=0, nodes=5, seconds=0.0, lines=()).nodes_per_second == 0
    assert Info(0, 0, 0.0, (Line(Score.value(0), ()),)).best is None
