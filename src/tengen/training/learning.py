"""How a network learns: Adam over shuffled batches, and the best of the epochs in the end."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tengen.training.boards import Boards, Lessons
from tengen.training.chances import cross_entropy, sigmoid
from tengen.training.dataset import kept_back, one_colour
from tengen.training.network import MOVES_SHARE, Batch, Network, Parameters, surprise
from tengen.training.windows import Rows, choose_rows, count_windows

EPOCHS: Final = 3
BATCH: Final = 1024

_RATE: Final = 6e-3
_LAST_RATE: Final = 0.02
"""The rate falls in a straight line, but not below this share of the first."""
_DECAY: Final = 0.3
"""What a window has of its own shrinks by this share of the rate in every step."""
_MEAN: Final = 0.9
_SQUARE: Final = 0.999
_TINY: Final = 1e-8

_OFTEN: Final = 100
"""A window that is seen so often has a row of its own."""
_POSITIONS: Final = 1000
"""With few positions less is often: once in so many, but not once alone."""
_COUNTED: Final = 60_000
"""Windows of more positions of one size are estimated from so many."""

Array = NDArray[Any]
Picks = list[tuple[Boards, Array]]
"""Positions, as indices into their boards."""


@dataclass(frozen=True, slots=True)
class Quality:
    """How well positions are judged: surprises, in natural logarithms, and a share."""

    labels: float
    results: float
    """Of the positions that have a result of their own."""
    moves: float
    """At the searched moves, by a softmax over the scores of all."""
    first: float
    """How often the searched move has the highest score."""

    @property
    def loss(self) -> float:
        """What is learnt to be small."""
        return self.labels + MOVES_SHARE * self.moves


class Learning:
    """A network that learns from lessons epoch by epoch, with every tenth game kept back.

    Raise InvalidText for too few games: both those to learn from and those kept back must have
    results and searched moves, and the former positions of every colour that learns by itself.
    """

    def __init__(
        self, lessons: Lessons, *, epochs: int = EPOCHS, batch: int = BATCH, seed: int = 1
    ) -> None:
        self._rng = np.random.default_rng(seed)
        self._batch, self._epochs = batch, epochs
        self.train, self.test = _split(lessons.boards)
        both = lessons.rule.black == lessons.rule.white
        turns = np.concatenate([boards.turns[index] for boards, index in self.train])
        if not both and len(np.unique(turns)) < 2:
            raise one_colour()
        rows = _choose_rows(self.train, self._rng)
        self.network = Network(rows, 1 if both else 2, lessons.unit, self._rng)
        self._adam = Adam(self.network.parameters)
        self._done = 0
        self._best: tuple[float, int, Parameters] | None = None

    @property
    def steps(self) -> int:
        """How many batches an epoch has."""
        return sum(-(-len(index) // self._batch) for _, index in self.train)

    def epoch(self, on_step: Callable[[], None] = lambda: None) -> Quality:
        """Learn from all positions once, and return how well those kept back are judged."""
        for boards, index in self._shuffled():
            _, gradients = self.network.gradients(boards, index)
            left = 1 - self._done / (self._epochs * self.steps)
            self._adam.step(gradients, _RATE * max(_LAST_RATE, left))
            self._done += 1
            on_step()
        quality = measure(self.network, self.test)
        if self._best is None or quality.loss < self._best[0]:
            number = -(-self._done // self.steps)
            self._best = quality.loss, number, self.network.parameters.copy()
        return quality

    def finish(self) -> int:
        """Go back to the network that judged best what was kept back; return its epoch, from 1."""
        assert self._best is not None, "no epoch was run"
        _, epoch, self.network.parameters = self._best
        return epoch

    def _shuffled(self) -> Picks:
        found: Picks = []
        for boards, index in self.train:
            mixed = self._rng.permutation(index)
            parts = np.array_split(mixed, -(-len(mixed) // self._batch))
            found += [(boards, part) for part in parts]
        return [found[place] for place in self._rng.permutation(len(found))]


class Adam:
    """Steps against gradients, each number at its own pace."""

    def __init__(self, parameters: Parameters) -> None:
        self._parameters = parameters
        self._means, self._squares = parameters.zeros(), parameters.zeros()
        self._steps = 0

    def step(self, gradients: Parameters, rate: float) -> None:
        """Change the parameters in place."""
        self._steps += 1
        self._parameters.deltas *= 1 - rate * _DECAY
        mean_share, square_share = 1 - _MEAN**self._steps, 1 - _SQUARE**self._steps
        for number, gradient, mean, square in zip(
            self._parameters.arrays(),
            gradients.arrays(),
            self._means.arrays(),
            self._squares.arrays(),
            strict=True,
        ):
            mean += (1 - _MEAN) * (gradient - mean)
            square += (1 - _SQUARE) * (gradient**2 - square)
            number -= rate / mean_share * mean / (np.sqrt(square / square_share) + _TINY)


def measure(network: Network, picks: Picks, *, patterns_alone: bool = False) -> Quality:
    """Return how well positions are judged by a network, or by the patterns beside it."""
    chances, labels, results, settled = [], [], [], []
    surprises, hits = [], []
    for boards, batch in _batches(network, picks):
        if patterns_alone:
            logits, scores = batch.values, np.where(batch.is_move, batch.scores, -np.inf)
        else:
            answers = network.answer(batch, boards.size)
            logits, scores = answers.logits, answers.scores
        chances.append(sigmoid(logits.astype(np.float64)))
        labels.append(boards.labels[batch.index])
        results.append(boards.results[batch.index])
        settled.append(boards.settled[batch.index])
        if len(batch.chosen):
            surprises.append(surprise(scores, batch.chosen))
            chosen = scores[np.arange(len(batch.chosen)), batch.chosen]
            hits.append(chosen >= scores.max(axis=1))
    chance, is_settled = np.concatenate(chances), np.concatenate(settled)
    return Quality(
        labels=cross_entropy(chance, np.concatenate(labels)),
        results=cross_entropy(chance[is_settled], np.concatenate(results)[is_settled]),
        moves=float(np.mean(np.concatenate(surprises))),
        first=float(np.mean(np.concatenate(hits))),
    )


def _batches(network: Network, picks: Picks) -> Iterator[tuple[Boards, Batch]]:
    for boards, index in picks:
        for first in range(0, len(index), BATCH):
            for batch in network.batches(boards, index[first : first + BATCH]):
                yield boards, batch


def _split(all_boards: list[Boards]) -> tuple[Picks, Picks]:
    """Return the positions to learn from, and those of games that are kept back."""
    games, settled, chosen = (
        np.concatenate([getattr(boards, name) for boards in all_boards])
        for name in ("games", "settled", "chosen")
    )
    test = kept_back(games)
    # There must be results and moves on both sides, or there would be nothing to measure.
    kept_back(games[settled])
    kept_back(games[chosen >= 0])
    picks: tuple[Picks, Picks] = [], []
    for boards in all_boards:
        here, test = test[: len(boards.games)], test[len(boards.games) :]
        for some, is_in in zip(picks, (~here, here), strict=True):
            if is_in.any():
                some.append((boards, np.flatnonzero(is_in)))
    return picks


def _choose_rows(picks: Picks, rng: np.random.Generator) -> Rows:
    positions = sum(len(index) for _, index in picks)
    counts: Array = np.zeros(1)
    for boards, index in picks:
        some = rng.choice(index, min(len(index), _COUNTED), replace=False)
        counts = counts + count_windows(boards.cells[some], boards.size) * len(index) / len(some)
    return choose_rows(counts, min(_OFTEN, max(2, positions / _POSITIONS)))
