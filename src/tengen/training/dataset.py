"""Positions of self-play games as sparse matrices: what the evaluation sees and what came of it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tengen.errors import InvalidText
from tengen.training.extra import missing

if (error := missing()) is not None:
    raise error

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from tengen.core.rules import Rule
from tengen.engine.board import NativeBoard
from tengen.engine.features import CODES, COUNTS, THREAT_MASKS, features
from tengen.training.chances import mixed_labels
from tengen.training.games import PlayedGame, nothing_in, read_one_rule
from tengen.training.patterns import FORCED, RESOLVED

_FIRST_PLIES: Final = 2
"""So many positions after an opening are left out: random stones made them."""
_HELD_OUT: Final = 10
"""Every tenth game is kept to test with."""

Array = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Dataset:
    """Positions of one side to move, or of both where the rule is the same for both."""

    features: sparse.csr_array
    """By position: counts of the mover's codes, of the foe's, threat mask, counts of classes."""
    labels: Array
    """The chance of the side to move: search and result mixed."""
    results: Array
    """1 for a win of the side to move, 0 for a loss, one half for a draw."""
    games: Array
    """The number of the game, so that no game is both fitted and tested with."""
    moves: "Choices"
    judged: Array
    """What the evaluation says of each position without a search; zeroes where nobody asked."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The moves that could be chosen, position after position, and which was."""

    own: Array
    foe: Array
    position: Array
    chosen: Array
    """By position: the index of the chosen move among all."""
    games: Array
    """By position: the number of its game."""


def load(
    files: list[Path],
    *,
    judge: Callable[[NativeBoard], int] = lambda board: 0,  # noqa: ARG005
    on_game: Callable[[], None] = lambda: None,
) -> tuple[Rule, dict[int, Dataset]]:
    """Return the rule of the games, and their positions by the colour to move.

    `judge` is asked for the value of every position. Where the rule is the same for both colours
    all positions are under 0. Raise InvalidText for files that cannot be read, games of several
    rules, and games without a position to learn from.
    """
    builders: dict[int, _Builder] = {}
    rule: Rule | None = None
    for number, game in enumerate(read_one_rule(files)):
        rule = game.rule
        both = rule.black == rule.white
        for color, row in _positions(game, judge):
            builder = builders.setdefault(0 if both else color, _Builder())
            builder.add(number, row)
        on_game()
    if rule is None or not builders:
        raise nothing_in(files)
    return rule, {color: builder.finish() for color, builder in builders.items()}


def kept_back(games: Array) -> Array:
    """Return which positions are of every tenth game, which is kept to test with.

    `games` has their numbers. Raise InvalidText where all positions are on the same side.
    """
    test = games % _HELD_OUT == 0
    if test.all() or not test.any():
        raise InvalidText(
            "few-games",
            "{count} positions of too few games; every tenth game is kept to test the rest",
            count=len(games),
        )
    return np.asarray(test)


def one_colour() -> InvalidText:
    """Return the error for games of a rule whose colours learn apart, one of them from nothing."""
    return InvalidText("one-colour", "the games have positions of one colour alone; play more")


@dataclass(slots=True)
class _Row:
    mask: int
    counts: list[int]
    mine: Array
    theirs: Array
    moves: Array
    chosen: int
    value: int
    judged: int
    result: float


def _positions(game: PlayedGame, judge: Callable[[NativeBoard], int]) -> Iterable[tuple[int, _Row]]:
    for number, board in game.searched():
        if number < _FIRST_PLIES or not game.is_settled(number):
            continue
        color = int(board.turn)
        mask, counts, mine, theirs, moves = features(board)
        if not mask & RESOLVED:
            found = np.flatnonzero(moves[:, 0] == game.found[number])
            chosen = int(found[0]) if len(found) and not mask & FORCED else -1
            value, result = game.values[number], game.result(color)
            yield (
                color,
                _Row(mask, counts, mine, theirs, moves, chosen, value, judge(board), result),
            )


class _Builder:
    """Gathers rows, and makes the matrices of them at the end."""

    def __init__(self) -> None:
        self._rows: list[Array] = []
        self._counts: list[Array] = []
        self._lengths: list[int] = []
        self._values: list[int] = []
        self._judged: list[int] = []
        self._results: list[float] = []
        self._games: list[int] = []
        self._own: list[Array] = []
        self._foe: list[Array] = []
        self._widths: list[int] = []
        self._chosen: list[int] = []
        self._chosen_games: list[int] = []

    def add(self, game: int, row: _Row) -> None:
        columns = np.concatenate(
            [
                row.mine[:, 0],
                row.theirs[:, 0] + CODES,
                [2 * CODES + row.mask],
                np.array(row.counts) + 2 * CODES + THREAT_MASKS,
            ]
        ).astype(np.uint16)
        self._rows.append(columns)
        self._counts.append(
            np.concatenate([row.mine[:, 1], row.theirs[:, 1], np.ones(1 + len(row.counts))]).astype(
                np.float32
            )
        )
        self._lengths.append(len(columns))
        self._values.append(row.value)
        self._judged.append(row.judged)
        self._results.append(row.result)
        self._games.append(game)
        # A third of the positions is plenty for the scores of moves.
        if row.chosen >= 0 and len(self._games) % 3 == 0:
            self._own.append(row.moves[:, 1])
            self._foe.append(row.moves[:, 2])
            self._chosen.append(row.chosen)
            self._chosen_games.append(game)
            self._widths.append(len(row.moves))

    def finish(self) -> Dataset:
        starts = np.concatenate([[0], np.cumsum(self._lengths)])
        matrix = sparse.csr_array(
            (np.concatenate(self._counts), np.concatenate(self._rows).astype(np.int32), starts),
            shape=(len(self._lengths), 2 * CODES + THREAT_MASKS + 2 * COUNTS),
        )
        values = np.array(self._values, dtype=np.float64)
        results = np.array(self._results)
        labels = mixed_labels(values, results, np.full(len(results), True))
        widths = np.array(self._widths, dtype=np.int64)
        firsts = np.cumsum(widths) - widths
        choices = Choices(
            own=np.concatenate([np.empty(0), *self._own]).astype(np.int32),
            foe=np.concatenate([np.empty(0), *self._foe]).astype(np.int32),
            position=np.repeat(np.arange(len(widths)), widths),
            chosen=firsts + np.array(self._chosen, dtype=np.int64),
            games=np.array(self._chosen_games, dtype=np.int64),
        )
        judged = np.array(self._judged)
        return Dataset(matrix, labels, results, np.array(self._games), choices, judged)
