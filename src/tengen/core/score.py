"""What a search says of a position: a typed score, and everything else in one report."""

import math
from dataclasses import dataclass
from enum import StrEnum
from functools import total_ordering
from typing import Final

from tengen.core.geometry import Point

WIN_SCALE: Final = 270
"""The score at which a side wins e times as often as it loses: P(win) = 1/(1+exp(-value/270))."""


class ScoreKind(StrEnum):
    """What the number of a score means."""

    WIN = "win"
    LOSS = "loss"
    VALUE = "value"


@total_ordering
@dataclass(frozen=True, slots=True)
class Score:
    """A score for one side. Sooner wins are greater, later losses are greater."""

    kind: ScoreKind
    number: int
    """Plies until the end for a win or loss; the evaluation for a value."""

    @classmethod
    def win(cls, plies: int) -> "Score":
        """Return a forced win, the winning stone being the `plies`-th from here."""
        return cls(ScoreKind.WIN, plies)

    @classmethod
    def loss(cls, plies: int) -> "Score":
        """Return a forced loss, the other side's winning stone being the `plies`-th from here."""
        return cls(ScoreKind.LOSS, plies)

    @classmethod
    def value(cls, value: int) -> "Score":
        """Return an evaluation."""
        return cls(ScoreKind.VALUE, value)

    @property
    def win_probability(self) -> float:
        """The chance to win, between 0 and 1."""
        if self.kind is ScoreKind.VALUE:
            return 1 / (1 + math.exp(max(-700.0, min(700.0, -self.number / WIN_SCALE))))
        return 1.0 if self.kind is ScoreKind.WIN else 0.0

    def __neg__(self) -> "Score":
        """Return the same score as the other side sees it."""
        if self.kind is ScoreKind.VALUE:
            return Score.value(-self.number)
        return Score.loss(self.number) if self.kind is ScoreKind.WIN else Score.win(self.number)

    def __lt__(self, other: "Score") -> bool:
        return self._rank() < other._rank()

    def __str__(self) -> str:
        return (
            f"{self.number:+d}" if self.kind is ScoreKind.VALUE else f"{self.kind} in {self.number}"
        )

    def _rank(self) -> tuple[int, int]:
        if self.kind is ScoreKind.VALUE:
            return 0, self.number
        return (1, -self.number) if self.kind is ScoreKind.WIN else (-1, self.number)


@dataclass(frozen=True, slots=True)
class Line:
    """One line that a search considers: a score and the moves that lead to it."""

    score: Score
    moves: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A first move that a search has looked at, with its newest score."""

    point: Point
    score: Score
    """Exact for the moves that lead the lines; others are worth this at most."""


@dataclass(frozen=True, slots=True)
class Info:
    """What a search has found so far, best line first."""

    depth: int
    nodes: int
    seconds: float
    lines: tuple[Line, ...]
    candidates: tuple[Candidate, ...] = ()
    """Every first move, in the order of the search's belief in it."""
    selective_depth: int = 0
    """The ply of the deepest position that was looked at."""
    hash_full: float = 0.0
    """The part of the table that this search has filled, between 0 and 1."""

    @classmethod
    def of_move(cls, point: Point) -> "Info":
        """Return what is known of a move that was made without a search."""
        return cls(0, 0, 0.0, (Line(Score.value(0), (point,)),))

    @property
    def best(self) -> Point | None:
        """The move of the best line, if there is one."""
        return self.lines[0].moves[0] if self.lines and self.lines[0].moves else None

    @property
    def score(self) -> Score | None:
        """The score of the best line, if there is one."""
        return self.lines[0].score if self.lines else None

    @property
    def win_probability(self) -> float | None:
        """The chance of the side to move to win, by the best line."""
        return self.lines[0].score.win_probability if self.lines else None

    @property
    def nodes_per_second(self) -> float:
        """The speed of the search."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0
