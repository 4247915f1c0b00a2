"""Chances to win: how surprising results are, and in which unit a score tells them best."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy import optimize

from tengen.core.score import WIN_SCALE

Array = NDArray[Any]

SEARCH_SHARE: Final = 0.75
"""How much of a label is the search's value; the rest is the result of the game."""
_MOST_VALUE: Final = 9000
"""Greater values are wins, and as sure as this one."""


def sigmoid(logits: Array) -> Array:
    """Return the chances that logits stand for."""
    return np.asarray(1 / (1 + np.exp(-np.clip(logits, -30, 30))))


def cross_entropy(chances: Array, labels: Array) -> float:
    """Return the mean surprise, in natural logarithms, at `labels` where `chances` were given."""
    kept = np.clip(chances, 1e-6, 1 - 1e-6)
    return float(-np.mean(labels * np.log(kept) + (1 - labels) * np.log(1 - kept)))


def best_scale(chances: Array, results: Array) -> float:
    """Return the score at which a side wins e times as often as it loses, by these results.

    Below WIN_SCALE the chances are too cautious, above it they are too bold.
    """
    kept = np.clip(chances, 1e-6, 1 - 1e-6)
    logits = np.log(kept / (1 - kept))

    def surprise(exponent: float) -> float:
        return cross_entropy(sigmoid(np.exp(exponent) * logits), results)

    found = optimize.minimize_scalar(surprise, bounds=(-3, 3), method="bounded")
    return float(WIN_SCALE / np.exp(found.x))


def mixed_labels(values: Array, results: Array, settled: Array) -> Array:
    """Return the chances to learn: of the search, and of the result where that is `settled`."""
    kept = np.clip(values, -_MOST_VALUE, _MOST_VALUE)
    # What values were worth in their own games, not what they should be worth: labels in a unit
    # that is too cautious would make every generation of weights more cautious than the last.
    scale = best_scale(sigmoid(kept[settled] / WIN_SCALE), results[settled])
    searched = sigmoid(kept / scale)
    return np.where(settled, SEARCH_SHARE * searched + (1 - SEARCH_SHARE) * results, searched)
