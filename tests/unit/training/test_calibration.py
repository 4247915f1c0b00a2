"""Calibration: bins, intervals and the picture."""

import random
import xml.etree.ElementTree as ET

import pytest

from tengen.training.calibration import Bin, calibrate, mean_gap, to_svg


def drawn(games: int, positions: int, power: float = 1.0) -> list[Bin]:
    """Return the bins of games in which a chance p is won as often as `p ** power`."""
    rng = random.Random(7)
    chances, results, numbers = [], [], []
    for number in range(games):
        chance, luck = rng.random(), rng.random()
        for _ in range(positions):
            chances.append(chance)
            results.append(float(luck < chance**power))
            numbers.append(number)
    return calibrate(chances, results, numbers)


def test_true_chances_lie_on_the_diagonal() -> None:
    bins = drawn(20_000, 1)
    assert len(bins) == 10
    assert sum(one.low <= one.chance <= one.high for one in bins) >= 9
    assert all(one.high - one.low < 0.06 for one in bins)
    assert mean_gap(bins) < 0.015


def test_wrong_chances_do_not() -> None:
    bins = drawn(20_000, 1, power=2)
    assert sum(one.low <= one.chance <= one.high for one in bins) <= 3
    assert mean_gap(bins) > 0.1


def test_positions_of_one_game_count_once() -> None:
    once, often = drawn(500, 1), drawn(500, 20)
    for one, many in zip(once, often, strict=True):
        assert many.positions == 20 * one.positions
        assert many.games == one.games
        assert many.share == pytest.approx(one.share)
        assert many.high - many.low == pytest.approx(one.high - one.low, rel=0.02)


def test_a_bin_without_a_loss_still_has_an_interval() -> None:
    (one,) = calibrate([1.0, 1.0, 0.95], [1.0, 1.0, 1.0], [1, 2, 3])
    assert one.share == one.high == 1.0
    assert 0.3 < one.low < 0.6


def test_draws_are_half_a_win() -> None:
    (one,) = calibrate([0.5] * 4, [0.5, 0.5, 1, 0], [1, 2, 3, 4])
    assert one.share == 0.5


def test_a_chance_is_in_the_bin_of_its_tenth() -> None:
    bins = calibrate([0.0, 0.05, 0.1, 0.95, 1.0], [0, 0, 0, 1, 1], range(5))
    assert [one.positions for one in bins] == [2, 1, 2]


def test_the_picture_has_a_point_a_range_and_a_count_for_every_bin() -> None:
    bins = drawn(300, 1)
    svg = ET.fromstring(to_svg(bins, "Renju & <more>"))
    name = "{http://www.w3.org/2000/svg}"
    points = list(svg.iter(f"{name}circle"))
    assert len(points) == 10
    for one, point in zip(bins, points, strict=True):
        assert float(point.attrib["cx"]) == pytest.approx(74 + 400 * one.chance, abs=0.1)
        assert float(point.attrib["cy"]) == pytest.approx(58 + 400 * (1 - one.share), abs=0.1)
    words = [one.text for one in svg.iter(f"{name}text")]
    assert "Renju & <more>" in words
    assert {"predicted chance to win", "won in the end"} <= set(words)
    assert all(f"{one.positions:,}" in words for one in bins)


def test_the_picture_of_nothing_is_an_empty_frame() -> None:
    assert "circle" not in to_svg([], "nothing")
