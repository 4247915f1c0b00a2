"""The network: its gradients, and what native makes of its whole numbers."""

from pathlib import Path

import numpy as np
import pytest

from lessons import random_games, random_lessons, random_network
from tengen.core.rules import RULES
from tengen.engine.features import features, judge, weight_file
from tengen.engine.weights import load_weights
from tengen.training.boards import NO_MOVE, Lessons
from tengen.training.network import Network
from tengen.training.network_file import to_bytes
from tengen.training.patterns import RESOLVED

SCALE = 1e-6


@pytest.mark.parametrize("rule", ["freestyle", "renju"])
def test_gradients_are_how_the_loss_changes(rule: str) -> None:
    lessons = random_lessons(rule, random_games(rule, 6, 3, 14))
    (boards,) = lessons.boards
    network = random_network(lessons, exact=True)
    index, rng = np.arange(len(boards.games)), np.random.default_rng(2)
    assert len(set(boards.turns)) == 2
    assert (boards.chosen >= 0).any()
    _, gradients = network.gradients(boards, index)
    for numbers, gradient in zip(network.parameters.arrays(), gradients.arrays(), strict=True):
        direction = rng.normal(size=numbers.shape)
        losses = []
        for step in (SCALE, -2 * SCALE):
            numbers += step * direction
            losses.append(network.gradients(boards, index)[0])
        numbers += SCALE * direction
        change = (losses[0] - losses[1]) / (2 * SCALE)
        assert change == pytest.approx((gradient * direction).sum(), rel=1e-5, abs=1e-8)
        assert abs(change) > 1e-7


def test_a_new_network_says_what_the_patterns_say() -> None:
    lessons = random_lessons("renju", random_games("renju", 9, 2))
    (boards,) = lessons.boards
    network = Network(random_network(lessons).rows, 2, 200, np.random.default_rng(1))
    for batch in network.batches(boards, np.arange(len(boards.games))):
        answers = network.answer(batch, boards.size)
        assert answers.logits == pytest.approx(boards.values[batch.index] / 200, abs=1e-5)
        scores = boards.scores[batch.index[batch.choices]]
        is_move = scores != NO_MOVE
        assert answers.scores[is_move] == pytest.approx(scores[is_move] / 100, abs=1e-4)
        assert (answers.scores[~is_move] < -1e8).all()


@pytest.mark.parametrize("rule", ["freestyle", "renju"])
def test_native_says_what_the_network_says(rule: str, tmp_path: Path) -> None:
    games = [*random_games(rule, 9, 6), *random_games(rule, 15, 6, 50)]
    lessons = random_lessons(rule, games)
    network = random_network(lessons)
    file = tmp_path / "random.bin"
    file.write_bytes(weight_file(lessons.rule, lessons.numbers, to_bytes(network)))
    weights = load_weights(lessons.rule, file)
    assert weights.has_network
    ours = [one for size in (9, 15) for one in answers_of(network, lessons, size)]
    plain, with_network = [], []
    boards = [board.copy() for game in games for _, board in game.searched()]
    boards = [board for board in boards if not features(board)[0] & RESOLVED]
    for board, (value, scores) in zip(boards, ours, strict=True):
        native_value, native_scores = judge(board, weights)
        assert native_value == pytest.approx(value, abs=4)
        for point, score in native_scores if len(scores) else []:
            assert score == pytest.approx(scores[point.y * board.size + point.x], abs=15)
        with_network.append(native_value)
        plain.append(judge(board, load_weights(RULES[rule], network=False))[0])
    assert np.std(np.array(with_network) - plain) > 50


def answers_of(network: Network, lessons: Lessons, size: int) -> list[tuple[float, list[float]]]:
    """Return values and scores, without scores where no move is to be learnt, in native's units."""
    (boards,) = [one for one in lessons.boards if one.size == size]
    found: dict[int, tuple[float, list[float]]] = {}
    for batch in network.batches(boards, np.arange(len(boards.games))):
        answers = network.answer(batch, size)
        scores = dict(zip(batch.choices.tolist(), answers.scores, strict=True))
        for place, (index, logit) in enumerate(zip(batch.index, answers.logits, strict=True)):
            mine = 100 * scores[place] if place in scores else np.empty(0)
            found[int(index)] = float(logit) * network.unit, mine.tolist()
    return [found[index] for index in sorted(found)]


def test_what_is_too_great_for_the_file_is_clipped(tmp_path: Path) -> None:
    lessons = random_lessons("freestyle", random_games("freestyle", 9, 2))
    network = random_network(lessons)
    for array in network.parameters.arrays():
        array *= 1e4
    file = tmp_path / "great.bin"
    file.write_bytes(weight_file(lessons.rule, lessons.numbers, to_bytes(network)))
    assert load_weights(lessons.rule, file).has_network
