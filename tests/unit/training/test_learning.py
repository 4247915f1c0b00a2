"""Learning: what networks learn from, that they do learn, and which epoch is kept."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from lessons import random_games, random_lessons
from tengen.arena.openings import random_openings
from tengen.core.rules import RULES
from tengen.core.score import WIN_SCALE
from tengen.engine.features import features, judge, weight_file
from tengen.engine.weights import load_weights
from tengen.errors import InvalidText
from tengen.training.boards import Lessons, gather, load
from tengen.training.chances import SEARCH_SHARE, best_scale, mixed_labels, sigmoid
from tengen.training.games import read
from tengen.training.learning import Adam, Learning, measure
from tengen.training.network import Parameters
from tengen.training.network_file import to_bytes
from tengen.training.patterns import RESOLVED
from tengen.training.selfplay import SelfPlay, play


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("learning") / "games.gz"
    openings = tuple(random_openings(20, 9, RULES["freestyle"], 3))
    play(SelfPlay("freestyle", 9, 100, openings, explore=0.1), 36, file, lambda: None, 1)
    return file


@pytest.fixture(scope="module")
def lessons(games: Path) -> Lessons:
    return load([games])


def test_positions_are_what_was_searched(games: Path, lessons: Lessons) -> None:
    (boards,) = lessons.boards
    seen = [
        (number, game, searched, board.copy())
        for number, game in enumerate(read([games]))
        for searched, board in game.searched()
        if not features(board)[0] & RESOLVED
    ]
    assert len(seen) == len(boards.games) > 300
    weights = load_weights(lessons.rule, network=False)
    for place, (number, game, searched, board) in enumerate(seen[::9]):
        index = 9 * place
        assert boards.games[index] == number
        assert boards.turns[index] == board.turn
        assert boards.settled[index] == game.is_settled(searched)
        moves = game.moves[: game.start + searched]
        assert np.flatnonzero(boards.cells[index]).tolist() == sorted(m for m in moves if m >= 0)
        assert all(boards.cells[index][move] == 1 + ply % 2 for ply, move in enumerate(moves))
        value, scores = judge(board, weights)
        if np.count_nonzero(boards.cells[index] == 0) >= 32:  # Fuller boards shrink their values.
            assert boards.values[index] == value
        for point, score in scores:
            assert boards.scores[index][9 * point.y + point.x] == min(3000, max(-3000, score))
        assert boards.chosen[index] in (game.found[searched], -1)
    assert not boards.settled.all()
    assert (boards.chosen >= 0).any()


def test_labels_before_an_explored_move_are_the_searchs_alone() -> None:
    values = np.array([100.0, -50.0, 300.0, 29_990.0, 20.0, -29_990.0])
    results = np.array([1.0, 0.0, 0.0, 1.0, 1.0, 0.0])
    settled = np.array([True, True, False, False, True, True])
    labels = mixed_labels(values, results, settled)
    kept = np.clip(values, -9000, 9000)
    scale = best_scale(sigmoid(kept[settled] / WIN_SCALE), results[settled])
    searched = sigmoid(kept / scale)
    assert labels[~settled] == pytest.approx(searched[~settled])
    mixed = SEARCH_SHARE * searched + (1 - SEARCH_SHARE) * results
    assert labels[settled] == pytest.approx(mixed[settled])


def test_learning_makes_the_games_learnt_from_less_surprising(lessons: Lessons) -> None:
    learning, told = Learning(lessons, epochs=4, batch=64), []
    network = learning.network
    before = measure(network, learning.train)
    assert before.loss == pytest.approx(
        measure(network, learning.train, patterns_alone=True).loss, abs=1e-5
    )
    qualities = [learning.epoch(lambda: told.append(1)) for _ in range(4)]
    assert len(told) == 4 * learning.steps
    after = measure(network, learning.train)
    assert after.labels < before.labels
    assert after.results < before.results
    assert after.moves < before.moves - 0.3
    assert after.first > before.first
    best = learning.finish()
    assert qualities[best - 1].loss == min(one.loss for one in qualities)
    assert measure(network, learning.test) == qualities[best - 1]


def test_the_same_seed_learns_the_same_and_another_does_not(lessons: Lessons) -> None:
    found = []
    for seed in (1, 1, 2):
        learning = Learning(lessons, epochs=1, seed=seed)
        learning.epoch()
        learning.finish()
        found.append(to_bytes(learning.network))
    assert found[0] == found[1] != found[2]


def test_sizes_are_mixed_and_colours_with_different_rules_have_rows_of_their_own() -> None:
    small, large = random_games("renju", 7, 12, 20), random_games("renju", 10, 12, 20)
    lessons = random_lessons("renju", small, large)
    assert [boards.size for boards in lessons.boards] == [7, 10]
    learning, told = Learning(lessons, epochs=1, batch=50), []
    assert {boards.size for boards, _ in learning.train} == {7, 10}
    assert {boards.size for boards, _ in learning.test} == {7, 10}
    learning.epoch(lambda: told.append(1))
    assert len(told) == learning.steps == sum(-(-len(i) // 50) for _, i in learning.train)
    learning.finish()
    black, white = np.split(learning.network.table(), 2)
    assert not np.allclose(black, white)
    data = weight_file(lessons.rule, lessons.numbers, to_bytes(learning.network))
    assert len(data) > 47_316 + 2 * 36 * len(learning.network.rows.windows)


def test_every_tenth_game_is_kept_back(lessons: Lessons) -> None:
    learning = Learning(lessons)
    ((boards, train),), ((_, test),) = learning.train, learning.test
    assert set(boards.games[test]) == {0, 10, 20, 30}
    assert not set(boards.games[train]) & {0, 10, 20, 30}
    assert sorted([*train, *test]) == list(range(len(boards.games)))


def test_too_few_games_are_refused() -> None:
    games = random_games("renju", 9, 12)
    with pytest.raises(InvalidText, match="positions of too few games"):
        Learning(random_lessons("renju", games[:1]))
    alone = [replace(game, values=game.values[:1], found=game.found[:1]) for game in games]
    with pytest.raises(InvalidText, match="positions of one colour alone; play more"):
        Learning(random_lessons("renju", alone))
    drawn = [replace(game, explored=[len(game.moves) - 1]) for game in games]
    with pytest.raises(InvalidText, match="every game ends with an explored move; play more"):
        gather(RULES["renju"], load_weights(RULES["renju"]).numbers(), drawn)


def test_adam_goes_downhill_and_what_windows_have_of_their_own_decays() -> None:
    numbers = Parameters(*(np.ones(3) for _ in range(15)))
    adam, gradients = Adam(numbers), Parameters(*(np.array([2.0, -5.0, 0.0]) for _ in range(15)))
    adam.step(gradients, 0.01)
    # The first step is as long as the rate, however steep it is.
    assert numbers.first == pytest.approx([0.99, 1.01, 1])
    assert numbers.deltas == pytest.approx([0.987, 1.007, 0.997])
