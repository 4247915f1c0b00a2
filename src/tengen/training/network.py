"""The network over line windows in floating point: its numbers, its answers and its gradients.

The rows of the four windows of a point are added up and clipped to 0 to 1, and those of all points
summed, less what they would be on an empty board; once as the mover sees them and once as the foe
does. Two layers make a logit of the sums, beside the value of the patterns, and weights with which
the clipped rows of a point become the score of the move there, beside that of the patterns.

Rules that are the same for both colours have one side, which is always the mover's; others have
two, rows and layers by colour. native/eval/network.h has the same in whole numbers.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, Final

import numpy as np
from numpy.typing import DTypeLike, NDArray
from scipy import sparse

from tengen.engine.features import THREAT_MASKS
from tengen.training.boards import NO_MOVE, Boards
from tengen.training.chances import sigmoid
from tengen.training.patterns import SCORE_SCALE
from tengen.training.windows import Rows, canonical, narrowed, windows_of

CHANNELS: Final = 16
"""Numbers of a row."""
HIDDEN: Final = 32
SUM_SCALE: Final = 8
"""Sums over a board are divided by this, so that layers see numbers of about one."""
SCORE_GAIN: Final = 4
"""Weights of moves count so many times: they learn faster than they would by themselves."""
MOVES_SHARE: Final = 0.1
"""How much the surprise at moves counts beside that at labels."""

_PARTS: Final = (1, 2)
"""A row has numbers in common with windows that differ in so many outermost cells alone."""
_NEVER: Final = -1e9
"""The score of what is no move."""

Array = NDArray[Any]


@dataclass(slots=True)
class Parameters:
    """All numbers that are learnt. Those of layers are by side first."""

    deltas: Array
    """By row, all rows of a side together: what a window has of its own."""
    parts: Array
    """What it has in common with others that have the same inner cells."""
    bias: Array
    """By side that looks: begins the sum of every point."""
    first: Array
    first_bias: Array
    threats: Array
    """By set of threats: added to the first layer."""
    second: Array
    second_bias: Array
    value: Array
    value_bias: Array
    worth: Array
    """By set of threats: added to the logit."""
    moves: Array
    moves_bias: Array
    values_share: Array
    """Of the patterns' value."""
    scores_share: Array
    """Of the patterns' scores of moves."""

    def arrays(self) -> list[Array]:
        """Return all of them in order; changing one in place changes it here."""
        return [getattr(self, field.name) for field in fields(self)]

    def copy(self) -> "Parameters":
        """Return independent numbers."""
        return Parameters(*(array.copy() for array in self.arrays()))

    def zeros(self) -> "Parameters":
        """Return as many zeros."""
        return Parameters(*(np.zeros_like(array) for array in self.arrays()))


@dataclass(frozen=True, slots=True)
class Batch:
    """Positions of one board size and one side, as the network reads them."""

    side: int
    index: Array
    """Which positions of their `Boards` these are."""
    rows: sparse.csr_array
    """By position, view and point: its four rows. The mover's view comes first."""
    masks: Array
    values: Array
    """The patterns' value as a logit."""
    labels: Array
    choices: Array
    """Which of the positions have a searched move to be learnt; what follows is of those."""
    scores: Array
    """By point: the patterns' score of a move, as a logit."""
    is_move: Array
    """By point: whether it is a candidate."""
    chosen: Array


@dataclass(frozen=True, slots=True)
class Answers:
    """What the network says of a batch, and what it came from."""

    logits: Array
    scores: Array
    """Of all points, by position that has a searched move."""
    sums: Array
    clipped: Array
    inputs: Array
    hidden: Array
    deep: Array
    weights: Array


class Network:
    """A network with its numbers. What it says is right for batches that it has made itself."""

    def __init__(
        self,
        rows: Rows,
        sides: int,
        unit: int,
        rng: np.random.Generator,
        dtype: DTypeLike = np.float32,
    ) -> None:
        self.rows, self.sides, self.unit = rows, sides, unit
        self._dtype = np.dtype(dtype)
        self._joined = _join_parts(rows.windows, sides, self._dtype)
        self._bare_rows: dict[int, sparse.csr_array] = {}
        self.parameters = self._begin(rng)

    def table(self) -> Array:
        """Return the rows of all windows, those of the first side before those of the second."""
        return np.asarray(self.parameters.deltas + self._joined @ self.parameters.parts)

    def batches(self, boards: Boards, index: Array) -> Iterator[Batch]:
        """Yield positions of `boards`, one batch for each side."""
        for side in range(self.sides):
            mine = index[boards.turns[index] == side] if self.sides == 2 else index
            if len(mine):
                yield self._batch(boards, mine, side)

    def answer(self, batch: Batch, size: int) -> Answers:
        """Return what the network says of positions on boards of `size`."""
        table = self.table()
        return self._forward(batch, table, self._bare(size, table)[1])

    def gradients(self, boards: Boards, index: Array) -> tuple[float, Parameters]:
        """Return the loss on some positions of `boards`, and how it changes with each number."""
        table = self.table()
        bare_sums, bare = self._bare(boards.size, table)
        gradients, bare_pull = self.parameters.zeros(), np.zeros_like(bare)
        choices = max(1, int((boards.chosen[index] >= 0).sum()))
        loss = 0.0
        for batch in self.batches(boards, index):
            answers = self._forward(batch, table, bare)
            loss += _labels_loss(answers, batch) / len(index)
            loss += MOVES_SHARE * float(surprise(answers.scores, batch.chosen).sum()) / choices
            logits = (sigmoid(answers.logits) - batch.labels) / len(index)
            scores = _softmax(answers.scores)
            scores[np.arange(len(batch.chosen)), batch.chosen] -= 1
            scores *= MOVES_SHARE / choices
            pull = self._backward(batch, answers, logits, scores, gradients)
            for who, one in zip(self._views(batch.side), pull.sum(axis=0), strict=True):
                bare_pull[who] -= one
        pulled = bare_pull[:, None] * ((bare_sums >= 0) & (bare_sums <= 1))
        gradients.bias += pulled.sum(axis=1)
        gradients.deltas += self._bare_rows[boards.size].T @ pulled.reshape(-1, CHANNELS)
        gradients.parts += self._joined.T @ gradients.deltas
        return loss, gradients

    def _begin(self, rng: np.random.Generator) -> Parameters:
        sides, seen = self.sides, 2 * CHANNELS

        def zeros(*shape: int) -> Array:
            return np.zeros(shape, self._dtype)

        def spread(before: int, *shape: int) -> Array:
            return rng.uniform(-(before**-0.5), before**-0.5, shape).astype(self._dtype)

        return Parameters(
            deltas=zeros(*(self._joined.shape[0], CHANNELS)),
            parts=rng.normal(0, 0.05, (self._joined.shape[1], CHANNELS)).astype(self._dtype),
            bias=zeros(sides, CHANNELS),
            first=spread(seen, sides, HIDDEN, seen),
            first_bias=spread(seen, sides, HIDDEN),
            threats=zeros(sides, THREAT_MASKS, HIDDEN),
            second=spread(HIDDEN, sides, HIDDEN, HIDDEN),
            second_bias=spread(HIDDEN, sides, HIDDEN),
            # Nothing is added to the patterns at first.
            value=zeros(sides, HIDDEN),
            value_bias=zeros(sides),
            worth=zeros(sides, THREAT_MASKS),
            moves=zeros(sides, seen, HIDDEN),
            moves_bias=zeros(sides, seen),
            values_share=zeros(sides) + 1,
            scores_share=zeros(sides) + 1,
        )

    def _views(self, side: int) -> tuple[int, int]:
        """Return whose rows the mover and the foe see with."""
        return side, self.sides - 1 - side

    def _batch(self, boards: Boards, index: Array, side: int) -> Batch:
        windows = windows_of(boards.cells[index], boards.size)
        black, white = (of[windows] for of in self.rows.of)
        if self.sides == 2:
            white += len(self.rows.windows)
        is_black = (boards.turns[index] == 0)[:, None, None]
        views = np.stack([np.where(is_black, black, white), np.where(is_black, white, black)], 1)
        choices = np.flatnonzero(boards.chosen[index] >= 0)
        scores = boards.scores[index[choices]]
        is_move = scores != NO_MOVE
        return Batch(
            side=side,
            index=index,
            rows=self._sum_rows(views),
            masks=boards.masks[index],
            values=(boards.values[index] / self.unit).astype(self._dtype),
            labels=boards.labels[index].astype(self._dtype),
            choices=choices,
            scores=(np.where(is_move, scores, 0) / SCORE_SCALE).astype(self._dtype),
            is_move=is_move,
            chosen=boards.chosen[index[choices]].astype(np.intp),
        )

    def _sum_rows(self, rows: Array) -> sparse.csr_array:
        """Return the matrix that adds up the rows of every point, of which there are four."""
        starts = np.arange(0, rows.size + 1, rows.shape[-1], dtype=np.int32)
        ones = np.ones(rows.size, self._dtype)
        shape = (len(starts) - 1, self._joined.shape[0])
        return sparse.csr_array((ones, rows.ravel().astype(np.int32), starts), shape=shape)

    def _bare(self, size: int, table: Array) -> tuple[Array, Array]:
        """Return the sums of an empty board by side and point, and clipped over all points."""
        if size not in self._bare_rows:
            rows = self.rows.of[0][windows_of(np.zeros((1, size**2), np.uint8), size)[0]]
            offsets = len(self.rows.windows) * np.arange(self.sides)[:, None, None]
            self._bare_rows[size] = self._sum_rows(rows + offsets)
        sums = (self._bare_rows[size] @ table).reshape(self.sides, -1, CHANNELS)
        sums += self.parameters.bias[:, None]
        return sums, np.clip(sums, 0, 1).sum(axis=1)

    def _forward(self, batch: Batch, table: Array, bare: Array) -> Answers:
        numbers, side, views = self.parameters, batch.side, list(self._views(batch.side))
        count = len(batch.index)
        sums = (batch.rows @ table).reshape(count, 2, -1, CHANNELS)
        sums += numbers.bias[views][:, None]
        clipped = np.clip(sums, 0, 1)
        inputs = (_over_points(clipped) - bare[views]).reshape(count, -1) / SUM_SCALE
        before = inputs @ numbers.first[side].T + numbers.first_bias[side]
        hidden = np.maximum(before + numbers.threats[side][batch.masks], 0)
        deep = np.maximum(hidden @ numbers.second[side].T + numbers.second_bias[side], 0)
        logits = deep @ numbers.value[side] + numbers.value_bias[side]
        logits += numbers.values_share[side] * batch.values + numbers.worth[side][batch.masks]
        weights = hidden[batch.choices] @ numbers.moves[side].T + numbers.moves_bias[side]
        weights = weights.reshape(-1, 2, CHANNELS, 1)
        scores = SCORE_GAIN * (clipped[batch.choices] @ weights)[..., 0].sum(axis=1)
        scores += numbers.scores_share[side] * batch.scores
        scores[~batch.is_move] = _NEVER
        return Answers(logits, scores, sums, clipped, inputs, hidden, deep, weights)

    def _backward(
        self, batch: Batch, answers: Answers, logits: Array, scores: Array, gradients: Parameters
    ) -> Array:
        """Add to the gradients from those of logits and scores; return those of sums of boards.

        They come by position and view. What is added to the rows is not yet added to their parts.
        """
        numbers, side = self.parameters, batch.side
        gradients.value[side] += answers.deep.T @ logits
        gradients.value_bias[side] += logits.sum()
        gradients.values_share[side] += logits @ batch.values
        np.add.at(gradients.worth[side], batch.masks, logits)
        deep = np.outer(logits, numbers.value[side]) * (answers.deep > 0)
        gradients.second[side] += deep.T @ answers.hidden
        gradients.second_bias[side] += deep.sum(axis=0)
        hidden = deep @ numbers.second[side]

        gradients.scores_share[side] += (scores * batch.scores).sum()
        weights = SCORE_GAIN * (scores[:, None, None] @ answers.clipped[batch.choices])
        weights = weights.reshape(-1, 2 * CHANNELS)
        gradients.moves[side] += weights.T @ answers.hidden[batch.choices]
        gradients.moves_bias[side] += weights.sum(axis=0)
        hidden[batch.choices] += weights @ numbers.moves[side]

        hidden *= answers.hidden > 0
        gradients.first[side] += hidden.T @ answers.inputs
        gradients.first_bias[side] += hidden.sum(axis=0)
        np.add.at(gradients.threats[side], batch.masks, hidden)
        boards = (hidden @ numbers.first[side] / SUM_SCALE).reshape(-1, 2, CHANNELS)
        points = np.repeat(boards[:, :, None], answers.sums.shape[2], axis=2)
        points[batch.choices] += (
            SCORE_GAIN * scores[:, None, :, None] * answers.weights[..., 0][:, :, None]
        )
        points *= (answers.sums >= 0) & (answers.sums <= 1)
        for who, bias in zip(self._views(side), _over_points(points).sum(axis=0), strict=True):
            gradients.bias[who] += bias
        gradients.deltas += batch.rows.T @ points.reshape(-1, CHANNELS)
        return np.asarray(boards)


def surprise(scores: Array, chosen: Array) -> Array:
    """Return by position how surprising the chosen move is, by a softmax over scores."""
    away = scores - scores.max(axis=1, keepdims=True)
    return np.asarray(np.log(np.exp(away).sum(axis=1)) - away[np.arange(len(chosen)), chosen])


def _over_points(numbers: Array) -> Array:
    """Return sums over points, by position, view and channel."""
    # A product is ten times as fast here as a sum.
    return np.asarray(np.ones(numbers.shape[2], numbers.dtype) @ numbers)


def _softmax(scores: Array) -> Array:
    odds = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))


def _labels_loss(answers: Answers, batch: Batch) -> float:
    return float((np.logaddexp(0, answers.logits) - batch.labels * answers.logits).sum())


def _join_parts(windows: Array, sides: int, dtype: np.dtype[Any]) -> sparse.csr_array:
    """Return the matrix that adds to every row of a window what it has in common with others."""
    columns, width = [], 0
    for cells in _PARTS:
        different, place = np.unique(canonical(narrowed(windows, cells)), return_inverse=True)
        columns.append(place.ravel() + width)
        width += len(different)
    one = np.stack(columns, axis=1)
    places = np.concatenate([one + side * width for side in range(sides)])
    starts = np.arange(0, places.size + 1, len(_PARTS))
    shape = (len(places), sides * width)
    return sparse.csr_array((np.ones(places.size, dtype), places.ravel(), starts), shape=shape)
