"""Positions of self-play games as sparse matrices: what the evaluation sees and what came of it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from tengen.errors import InvalidText, NotAvailable

if find_spec("numpy") is None or find_spec("scipy") is None:
    raise NotAvailable(
        "no-extra", "weights are fitted with numpy and scipy; run 'pip install tengen[arena]'"
    )

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from tengen.core.rules import Rule
from tengen.core.score import WIN_SCALE
from tengen.engine.features import CODES, COUNTS, THREAT_MASKS, features
from tengen.training.chances import best_scale
from tengen.training.games import PlayedGame, read

SEARCH_SHARE: Final = 0.75
"""How much of a label is the search's value; the rest is the result of the game."""

_FIRST_PLIES: Final = 2
"""So many positions after an opening are left out: random stones made them."""
_RESOLVED: Final = 0b011
"""Threat bits of positions that need no evaluation: a five to stop, or an open four at hand."""
_FORCED: Final = 0b111
"""Threat bits of positions whose move is not a matter of scores."""

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
    files: list[Path], *, on_game: Callable[[], None] = lambda: None
) -> tuple[Rule, dict[int, Dataset]]:
    """Return the rule of the games, and their positions by the colour to move.

    Where the rule is the same for both colours all positions are under 0. Raise InvalidText for
    files that cannot be read, games of several rules, and games without a position to learn from.
    """
    builders: dict[int, _Builder] = {}
    rule: Rule | None = None
    for number, game in enumerate(read(files)):
        if rule is not None and game.rule != rule:
            raise InvalidText(
                "mixed-rules",
                "{source}: a game of {other} among games of {rule}; weights are for one rule",
                source=game.source,
                other=game.rule.name,
                rule=rule.name,
            )
        rule = game.rule
        both = rule.black == rule.white
        for color, row in _positions(game):
            builder = builders.setdefault(0 if both else color, _Builder())
            builder.add(number, row)
        on_game()
    if rule is None or not builders:
        names = ", ".join(str(file) for file in files)
        raise InvalidText("no-games", "{files}: no position to learn from is in there", files=names)
    return rule, {color: builder.finish() for color, builder in builders.items()}


@dataclass(slots=True)
class _Row:
    mask: int
    counts: list[int]
    mine: Array
    theirs: Array
    moves: Array
    chosen: int
    value: int
    result: float


def _positions(game: PlayedGame) -> Iterable[tuple[int, _Row]]:
    for ply, board in enumerate(game.boards()):
        searched = ply - game.start
        if not _FIRST_PLIES <= searched < len(game.values) or board.outcome() is not None:
            continue
        color = int(board.turn)
        mask, counts, mine, theirs, moves = features(board)
        if not mask & _RESOLVED:
            result = 0.5 if game.winner < 0 else float(game.winner == color)
            found = np.flatnonzero(moves[:, 0] == game.found[searched])
            chosen = int(found[0]) if len(found) and not mask & _FORCED else -1
            value = game.values[searched]
            yield color, _Row(mask, counts, mine, theirs, moves, chosen, value, result)


class _Builder:
    """Gathers rows, and makes the matrices of them at the end."""

    def __init__(self) -> None:
        self._rows: list[Array] = []
        self._counts: list[Array] = []
        self._lengths: list[int] = []
        self._values: list[int] = []
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
        values = np.clip(np.array(self._values, dtype=np.float64), -9000, 9000)
        results = np.array(self._results)
        # What values were worth in their own games, not what they should be worth: labels in a unit
        # that is too cautious would make every generation of weights more cautious than the last.
        scale = best_scale(1 / (1 + np.exp(-values / WIN_SCALE)), results)
        labels = SEARCH_SHARE / (1 + np.exp(-values / scale)) + (1 - SEARCH_SHARE) * results
        widths = np.array(self._widths, dtype=np.int64)
        firsts = np.cumsum(widths) - widths
        choices = Choices(
            own=np.concatenate([np.empty(0), *self._own]).astype(np.int32),
            foe=np.concatenate([np.empty(0), *self._foe]).astype(np.int32),
            position=np.repeat(np.arange(len(widths)), widths),
            chosen=firsts + np.array(self._chosen, dtype=np.int64),
            games=np.array(self._chosen_games, dtype=np.int64),
        )
        return Dataset(matrix, labels, results, np.array(self._games), choices)
