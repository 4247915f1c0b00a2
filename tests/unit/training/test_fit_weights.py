"""Fitting: known preferences are found again, and weight files are whole or refused."""

import random
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

from tengen.core.game import Game
from tengen.core.geometry import Color, Point
from tengen.core.limits import Limit
from tengen.core.rules import RULES
from tengen.core.setup import Setup
from tengen.engine.board import NativeBoard
from tengen.engine.engine import Engine
from tengen.engine.features import (
    CODES,
    COUNTS,
    THREAT_MASKS,
    features,
    formula_numbers,
    weight_file,
)
from tengen.engine.weights import load_weights
from tengen.errors import InvalidText
from tengen.training.chances import best_scale
from tengen.training.dataset import Choices, Dataset
from tengen.training.fit import (
    Fit,
    _code_kinds,
    _untouched,
    fit,
    predict,
    save,
)
from tengen.training.patterns import side_numbers

VALUES = 2 * CODES + THREAT_MASKS + 2 * COUNTS
GOOD_CODE, BAD_CODE, PLAIN_CODE = 500, 900, 1300


def synthetic(positions: int = 20_000) -> Dataset:
    """Return positions with or without two codes: one of worth 270, one of worth -135."""
    rng = np.random.default_rng(3)
    has = rng.random((positions, 2)) < 0.5
    matrix = sparse.lil_array((positions, VALUES))
    matrix[:, GOOD_CODE], matrix[:, BAD_CODE] = has[:, 0], has[:, 1]
    chances = 1 / (1 + np.exp(-(has[:, 0] - 0.5 * has[:, 1])))
    games = np.arange(positions)
    own = np.tile([GOOD_CODE, PLAIN_CODE, BAD_CODE], positions)
    position = np.repeat(games, 3)
    picks = np.where(rng.random(positions) < 0.8, 0, 1)
    moves = Choices(own, np.zeros_like(own), position, 3 * games + picks, games)
    results = (rng.random(positions) < chances).astype(float)
    return Dataset(sparse.csr_array(matrix), chances, results, games, moves, np.zeros(len(games)))


@pytest.fixture(scope="module")
def fitted() -> Fit:
    return fit(synthetic(), np.zeros(VALUES + 2 * CODES))


def test_a_known_preference_is_found_again(fitted: Fit) -> None:
    assert fitted.values[GOOD_CODE] == pytest.approx(270, abs=40)
    assert fitted.values[BAD_CODE] == pytest.approx(-135, abs=30)
    assert fitted.values[PLAIN_CODE] == pytest.approx(0, abs=1)
    assert fitted.loss < fitted.prior_loss == pytest.approx(np.log(2))
    good, plain, bad = fitted.scores[[GOOD_CODE, PLAIN_CODE, BAD_CODE]]
    assert good - plain == pytest.approx(100 * np.log(4), abs=15)
    assert bad < plain - 200
    assert fitted.hits == pytest.approx(0.8, abs=0.06)


def test_every_tenth_game_is_kept_to_test_with(fitted: Fit) -> None:
    assert fitted.games.tolist() == list(range(0, 20_000, 10))
    data = synthetic()
    assert fitted.chances == pytest.approx(predict(data, fitted.values)[::10])


@pytest.mark.parametrize("scale", [135, 270, 540])
def test_the_scale_that_made_results_is_found_again(scale: int) -> None:
    values = np.linspace(-900, 900, 1000)
    often = 1 / (1 + np.exp(-values / scale))
    chances = 1 / (1 + np.exp(-values / 270))
    assert best_scale(chances, often) == pytest.approx(scale, rel=0.001)


def test_too_few_games_are_refused() -> None:
    with pytest.raises(InvalidText, match="1 positions of too few games"):
        fit(synthetic(1), np.zeros(VALUES))


def test_without_data_the_prior_stays() -> None:
    prior = side_numbers(RULES["freestyle"], 0)
    found = fit(synthetic(40), prior)
    away = np.abs(found.values - prior[:VALUES])
    # Codes without a stone are worth the same to both sides, whatever the prior says.
    away[:CODES][_untouched()] = away[CODES : 2 * CODES][_untouched()] = 0
    assert np.flatnonzero(away > 1).tolist() in ([], [GOOD_CODE], [BAD_CODE], [GOOD_CODE, BAD_CODE])


@pytest.mark.parametrize("rule", RULES)
def test_the_numbers_of_codes_are_those_of_native(rule: str) -> None:
    kinds, rng = _code_kinds(), random.Random(rule)
    seen: set[int] = set()
    for size in (9, 15):
        for _ in range(20):
            board = NativeBoard(Setup(size, RULES[rule]))
            for _ in range(rng.randint(0, 40)):
                if board.outcome() is None:
                    board.push(rng.choice(board.legal_points()))
            if board.outcome() is not None:
                continue
            turn = board.turn
            for index, *codes in features(board)[4].tolist():
                point = Point(index % size, index // size)
                for code, color in zip(codes, (turn, Color(1 - turn)), strict=True):
                    highest = max(p - (p > 1) for p in board.patterns(point, color))
                    assert kinds[code] == highest
                    seen.add(code)
    assert len(seen) > 100


def test_saved_weights_are_loaded_and_play(fitted: Fit, tmp_path: Path) -> None:
    file = tmp_path / "mine.bin"
    rule = RULES["freestyle"]
    file.write_bytes(save(rule, {0: fitted}))
    numbers = np.frombuffer(load_weights(rule, file).numbers(), np.int16)
    for side in np.split(numbers, 2):
        assert (side[:VALUES] == np.rint(fitted.values)).all()
    assert side_numbers(rule, 1, numbers.tobytes())[GOOD_CODE] == round(fitted.values[GOOD_CODE])
    game = Game(9)
    engine = Engine(memory=1 << 20, weights=file)
    assert engine.search(game, Limit(nodes=200)).best in game.legal_points()
    assert engine.weights_hash(rule) != Engine().weights_hash(rule)


@pytest.mark.parametrize("rule", RULES)
def test_numbers_survive_a_weight_file(rule: str, tmp_path: Path) -> None:
    file = tmp_path / "formulas.bin"
    numbers = formula_numbers(RULES[rule])
    file.write_bytes(weight_file(RULES[rule], numbers))
    assert load_weights(RULES[rule], file).numbers() == numbers


@pytest.mark.parametrize("rule", ["caro", "caro-open"])
def test_rules_without_games_of_their_own_have_the_numbers_of_freestyle(rule: str) -> None:
    assert load_weights(RULES[rule]).numbers() == load_weights(RULES["freestyle"]).numbers()


def test_other_weight_files_are_refused(tmp_path: Path) -> None:
    rule, file = RULES["renju"], tmp_path / "w.bin"
    good = weight_file(rule, formula_numbers(rule))
    damaged = good[:-1] + bytes([good[-1] ^ 1])
    for data, why in (
        (b"", "these are no weights of this version"),
        (b"\xff" + good[1:], "these are no weights of this version"),
        (good[:-2], "the weights have a wrong length"),
        (damaged, "the weights are damaged"),
        (weight_file(RULES["caro"], formula_numbers(RULES["caro"])), "are for another rule"),
    ):
        file.write_bytes(data)
        with pytest.raises(InvalidText, match=why):
            load_weights(rule, file)
    with pytest.raises(InvalidText, match="No such file"):
        load_weights(rule, tmp_path / "gone.bin")
