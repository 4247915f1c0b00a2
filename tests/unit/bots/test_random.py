"""The random bot."""

from collections import Counter

from tengen import PASS, Game, Setup
from tengen.bots import find_bot
from tengen.core.geometry import Color, Point


def test_every_legal_point_comes_up_about_equally_often() -> None:
    game = Game(5, blocked=["a1", "e5"])
    game.play("c3")
    counts = Counter(find_bot("random", seed=seed).choose(game) for seed in range(2200))
    assert set(counts) == set(game.legal_points())
    # 22 points, 100 expected for each, a standard deviation of 10.
    assert 60 < min(counts.values()) < max(counts.values()) < 140


def test_without_a_seed_games_differ() -> None:
    game = Game(26)
    assert len({find_bot("random").choose(game) for _ in range(8)}) > 1


def test_it_passes_only_when_nothing_is_legal() -> None:
    full = [Point(x, y) for y in range(5) for x in range(5)]
    game = Game(setup=Setup(5, "renju", blocked=full[:-1], turn=Color.BLACK))
    assert find_bot("random").choose(game) == full[-1] != PASS
