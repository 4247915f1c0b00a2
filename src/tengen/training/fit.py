"""Weights fitted to positions: convex problems, solved by L-BFGS.

Values are logistic regression in the unit of the evaluation, P(win) = 1/(1+exp(-v/270)), drawn
towards the formulas where there is little data; move scores are a softmax over the moves of a
position, in hundredths of a natural logarithm.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy import optimize, sparse

from tengen.core.rules import Rule
from tengen.core.score import WIN_SCALE
from tengen.engine.features import CODES, weight_file
from tengen.training.chances import cross_entropy, sigmoid
from tengen.training.dataset import Choices, Dataset, kept_back
from tengen.training.patterns import NUMBERS, SCORE_SCALE, VALUES

Array = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Fit:
    """What came out of a fit."""

    values: Array
    """Worth of codes to the mover, to the side that waits, of threat masks, of class counts."""
    scores: Array
    """Scores of own codes and of the foe's."""
    loss: float
    """Cross-entropy against results on games that were not fitted."""
    prior_loss: float
    """The same with the weights that the fit began from."""
    hits: float
    """How often the searched move had the highest score, on games that were not fitted."""
    chances: Array
    results: Array
    games: Array
    """Predicted chances, results and game numbers of the positions that were not fitted."""


def fit(data: Dataset, prior: Array, on_step: Callable[[], None] = lambda: None) -> Fit:
    """Fit values and scores to `data`, drawn towards `prior`; raise InvalidText for too few."""
    test = kept_back(data.games)
    kept_back(data.moves.games)  # Refuse now what would have no move to test with.
    start = prior[:VALUES]
    values = _fit_values(data.features[~test], data.labels[~test], start, on_step)
    chances = predict(data, values)[test]
    results = data.results[test]
    scores, hits = _fit_scores(data.moves, on_step)
    return Fit(
        values,
        scores,
        cross_entropy(chances, results),
        cross_entropy(predict(data, start)[test], results),
        hits,
        chances,
        results,
        data.games[test],
    )


def save(rule: Rule, fits: dict[int, Fit]) -> bytes:
    """Return a weight file of the fits by the colour to move; 0 alone serves both colours."""
    sides = np.zeros((2, NUMBERS), np.int16)
    for color in (0, 1):
        mine = fits[color if color in fits else 0]
        theirs = fits[1 - color if 1 - color in fits else 0]
        side = np.concatenate(
            [
                mine.values[:CODES],
                theirs.values[CODES : 2 * CODES],
                mine.values[2 * CODES :],
                mine.scores[:CODES],
                mine.scores[CODES:],
            ]
        )
        sides[color] = np.clip(np.rint(side), -32000, 32000).astype(np.int16)
    return weight_file(rule, sides.tobytes())


def predict(data: Dataset, values: Array) -> Array:
    """Return the chance of the side to move that these values give to every position.

    Of the numbers that `side_numbers` returns, the values come first; what follows is not used.
    """
    signed = values[:VALUES].copy()
    signed[CODES : 2 * CODES] *= -1
    return sigmoid(np.asarray(data.features @ signed) / WIN_SCALE)


def _fit_values(
    features: sparse.csr_array, labels: Array, prior: Array, on_step: Callable[[], None]
) -> Array:
    # Codes of points that no stone has touched weigh alike for both sides: what the empty part of
    # a board is worth must not depend on its size.
    tied = _untouched()
    sign = np.ones(features.shape[1])
    sign[CODES : 2 * CODES] = -1
    transposed = features.T.tocsr()
    # Pull towards the prior: little for values, as far as a few hundred observations go.
    strength = np.full(features.shape[1], 40.0)
    strength[2 * CODES :] = 4.0

    def spread(free: Array) -> Array:
        values = free.copy()
        values[CODES : 2 * CODES][tied] = values[:CODES][tied]
        return values

    def loss(free: Array) -> tuple[float, Array]:
        values = spread(free)
        logits = np.asarray(features @ (values * sign)) / WIN_SCALE
        chances = sigmoid(logits)
        away = (values - prior) / WIN_SCALE
        total = len(labels) * cross_entropy(chances, labels) + float(np.sum(strength * away**2))
        gradient = sign * np.asarray(transposed @ (chances - labels)) / WIN_SCALE
        gradient += 2 * strength * away / WIN_SCALE
        gradient[:CODES][tied] += gradient[CODES : 2 * CODES][tied]
        gradient[CODES : 2 * CODES][tied] = 0
        return total / len(labels), gradient / len(labels)

    found = optimize.minimize(
        _scaled(loss),
        prior / WIN_SCALE,
        jac=True,
        method="L-BFGS-B",
        callback=lambda _: on_step(),
        options={"maxiter": 300, "maxcor": 20},
    )
    return spread(found.x * WIN_SCALE)


def _scaled(
    loss: Callable[[Array], tuple[float, Array]],
) -> Callable[[Array], tuple[float, Array]]:
    """Let the optimiser work in logits instead of evaluation units."""

    def scaled(logits: Array) -> tuple[float, Array]:
        value, gradient = loss(logits * WIN_SCALE)
        return value, gradient * WIN_SCALE

    return scaled


def _untouched() -> Array:
    """Return which codes are made of dead lines and lines without a stone alone."""
    return _code_kinds() <= _OPEN_ONE


_OPEN_ONE: Final = 3
"""Kinds of patterns in rising order: dead, forbidden, one, open one, and more."""


def _code_kinds() -> Array:
    """Return the highest pattern kind in each code, numbered as native numbers codes."""
    kinds = 14
    highest: list[int] = []
    seen: set[tuple[int, ...]] = set()
    for patterns in range(1 << 16):
        parts = [min(patterns >> 4 * d & 15, 14) for d in range(4)]
        row = tuple(sorted(p if p <= 1 else p - 1 for p in parts))
        if row not in seen:
            seen.add(row)
            highest.append(row[-1])
    assert len(highest) == CODES
    assert max(highest) == kinds - 1
    return np.array(highest)


def _fit_scores(moves: Choices, on_step: Callable[[], None]) -> tuple[Array, float]:
    count = len(moves.chosen)
    test = kept_back(moves.games)
    weight = (~test).astype(np.float64)
    starts = np.searchsorted(moves.position, np.arange(count))
    chosen_own, chosen_foe = moves.own[moves.chosen], moves.foe[moves.chosen]

    def softmax(scores: Array) -> Array:
        raw = scores[moves.own] + scores[CODES + moves.foe]
        raw -= np.maximum.reduceat(raw, starts)[moves.position]
        odds = np.exp(raw)
        return np.asarray(odds / np.add.reduceat(odds, starts)[moves.position])

    def loss(scores: Array) -> tuple[float, Array]:
        chances = softmax(scores)
        strength = 2.0
        total = -float(np.sum(weight * np.log(chances[moves.chosen] + 1e-12)))
        total += strength * float(np.sum(scores**2))
        pull = chances * weight[moves.position]
        gradient = np.concatenate(
            [
                np.bincount(moves.own, pull, CODES) - np.bincount(chosen_own, weight, CODES),
                np.bincount(moves.foe, pull, CODES) - np.bincount(chosen_foe, weight, CODES),
            ]
        )
        return total / count, (gradient + 2 * strength * scores) / count

    found = optimize.minimize(
        loss,
        np.zeros(2 * CODES),
        jac=True,
        method="L-BFGS-B",
        callback=lambda _: on_step(),
        options={"maxiter": 150, "maxcor": 20},
    )
    chances = softmax(found.x)
    best = np.maximum.reduceat(chances, starts)
    hits = float(np.mean((chances[moves.chosen] >= best)[test]))
    # Only differences matter; nothing should score below zero by much.
    return found.x * SCORE_SCALE, hits
