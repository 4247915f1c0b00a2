"""Positions of self-play games as boards: what the network sees and what came of it."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tengen.training.extra import missing

if (error := missing()) is not None:
    raise error

import numpy as np
from numpy.typing import NDArray

from tengen.core.rules import Rule
from tengen.core.score import WIN_SCALE
from tengen.engine.features import features
from tengen.engine.weights import load_weights
from tengen.errors import InvalidText
from tengen.training.chances import best_scale, mixed_labels, sigmoid
from tengen.training.games import PlayedGame, nothing_in, read_one_rule
from tengen.training.patterns import (
    FORCED,
    RESOLVED,
    pattern_scores,
    pattern_value,
    side_numbers,
)

NO_MOVE: Final = -32768
"""Stands for the score of a point that is no candidate."""
_MOST_SCORE: Final = 3000
"""No score of patterns counts for more: a softmax would see nothing else."""

Array = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Boards:
    """Positions of one board size; every array is by position."""

    size: int
    cells: Array
    """By point too, row by row: 0 empty, 1 black, 2 white."""
    turns: Array
    """The colour to move."""
    masks: Array
    """The set of threats."""
    values: Array
    """What the patterns say of the position, for the side to move."""
    scores: Array
    """By point too: what the patterns say of the move there, or NO_MOVE."""
    chosen: Array
    """The point that was searched for, or -1 where that is not a matter of scores."""
    results: Array
    """1 for a win of the side to move, 0 for a loss, one half for a draw."""
    settled: Array
    """Whether the result is that of the position: no move was explored after it."""
    labels: Array
    """The chance of the side to move to be learnt."""
    games: Array
    """The number of the game."""


@dataclass(frozen=True, slots=True)
class Lessons:
    """Everything that a network learns from, and the patterns that it learns beside."""

    rule: Rule
    numbers: bytes
    """The patterns' numbers, as a weight file holds them."""
    unit: int
    """The value of the patterns at which a side wins e times as often as it loses."""
    boards: list[Boards]
    """One for each board size."""


def load(
    files: list[Path], patterns: Path | None = None, *, on_game: Callable[[], None] = lambda: None
) -> Lessons:
    """Return the positions of games, as the patterns of a weight file or the package's see them.

    Raise InvalidText for files that cannot be read, games of several rules, patterns of another
    rule, and games without a position to learn from.
    """
    games = read_one_rule(files)
    if (first := next(games, None)) is None:
        raise nothing_in(files)
    numbers = bytes(load_weights(first.rule, patterns).numbers())

    def all_games() -> Iterable[PlayedGame]:
        yield first
        yield from games

    lessons = gather(first.rule, numbers, all_games(), on_game=on_game)
    if not lessons.boards:
        raise nothing_in(files)
    return lessons


def gather(
    rule: Rule,
    numbers: bytes,
    games: Iterable[PlayedGame],
    *,
    on_game: Callable[[], None] = lambda: None,
) -> Lessons:
    """Return what there is to learn from games of `rule` beside patterns with these numbers."""
    rows: dict[int, list[_Row]] = defaultdict(list)
    sides = [side_numbers(rule, color, numbers) for color in (0, 1)]
    for number, game in enumerate(games):
        for row in _positions(game, number, sides):
            rows[game.size].append(row)
        on_game()
    every = [row for size in sorted(rows) for row in rows[size]]
    if not every:
        return Lessons(rule, numbers, WIN_SCALE, [])
    settled = np.array([row.settled for row in every])
    if not settled.any():
        raise InvalidText("all-explored", "every game ends with an explored move; play more")
    results = np.array([row.result for row in every])
    labels = mixed_labels(np.array([float(row.searched) for row in every]), results, settled)
    values = np.array([row.value for row in every])[settled]
    unit = round(best_scale(sigmoid(values / WIN_SCALE), results[settled]))
    boards, done = [], 0
    for size, some in sorted(rows.items()):
        boards.append(_boards(size, some, labels[done : done + len(some)]))
        done += len(some)
    return Lessons(rule, numbers, unit, boards)


@dataclass(slots=True)
class _Row:
    cells: Array
    turn: int
    mask: int
    value: float
    scores: Array
    chosen: int
    searched: int
    result: float
    settled: bool
    game: int


def _positions(game: PlayedGame, number: int, sides: list[Array]) -> Iterable[_Row]:
    for searched, board in game.searched():
        mask, counts, mine, theirs, moves = features(board)
        if mask & RESOLVED:
            continue
        turn = int(board.turn)
        side, found = sides[turn], game.found[searched]
        scores = np.full(game.size**2, NO_MOVE, np.int16)
        scores[moves[:, 0]] = np.clip(pattern_scores(side, moves), -_MOST_SCORE, _MOST_SCORE)
        is_chosen = found >= 0 and scores[found] != NO_MOVE and not mask & FORCED
        yield _Row(
            cells=_cells(game, game.start + searched),
            turn=turn,
            mask=mask,
            value=pattern_value(side, mask, counts, mine, theirs),
            scores=scores,
            chosen=found if is_chosen else -1,
            searched=game.values[searched],
            result=game.result(turn),
            settled=game.is_settled(searched),
            game=number,
        )


def _cells(game: PlayedGame, ply: int) -> Array:
    """Return the cells after so many moves; Black began on an empty board."""
    cells = np.zeros(game.size**2, np.uint8)
    for color in (0, 1):
        cells[[point for point in game.moves[color:ply:2] if point >= 0]] = color + 1
    return cells


def _boards(size: int, rows: list[_Row], labels: Array) -> Boards:
    return Boards(
        size=size,
        cells=np.array([row.cells for row in rows]),
        turns=np.array([row.turn for row in rows], np.int8),
        masks=np.array([row.mask for row in rows], np.int16),
        values=np.array([row.value for row in rows]),
        scores=np.array([row.scores for row in rows]),
        chosen=np.array([row.chosen for row in rows], np.int16),
        results=np.array([row.result for row in rows]),
        settled=np.array([row.settled for row in rows]),
        labels=labels,
        games=np.array([row.game for row in rows], np.int32),
    )
