"""The sequential probability ratio test: stop a match as soon as it has said enough.

The unit is the pair: the two games of one opening with colours changed. Its score is 0, 1/2, 1,
3/2 or 2, and counting these five (the pentanomial) instead of single results takes out the noise
that unbalanced openings bring. Single games are tested as wins, draws and losses (the trinomial).

The test is the generalised one: under each hypothesis the score frequencies are the most likely
ones that have the strength it claims, so nothing need be known of draws or of the openings.
The log-likelihood ratio moves in steps and so runs a little past the bound at which it stops. This
overshoot is not corrected; it makes the test somewhat safer, while frequencies that are estimated
rather than known make it somewhat less safe. With both rates stated as 5 %, 1,500 to 4,000
simulated matches each showed 4.4 to 5.4 % for bounds 25 to 60 Elo apart (2026-11, openings with
bias and draws included).
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Literal

from tengen.arena.elo import (
    NELO_PER_T,
    Estimate,
    category_scores,
    constraint_multiplier,
    elo_to_score,
    estimate,
    games_per_unit,
    likelihood_gap,
)
from tengen.errors import InvalidText

Model = Literal["logistic", "normalized"]

ELO_LIMIT = 600.0
"""Bounds beyond this are refused: such players need no test, and the mathematics gets brittle."""

EMPTY = 1e-3
"""What an empty category counts as.

A score that never came up may still be possible. With a count of exactly zero the most likely
frequencies can lie on the border of the simplex, where the formula of the multiplier does not
hold; a thousandth of a unit comes so near to the border that the ratio moves by 0.013 at most (in
1,500 random counts with empty categories, against a count of 1e-7).
"""

_POINTS = (0.0, 0.5, 1.0)

# Two positive scores of a pair can each give one candidate, a factor of about two apart. Against
# 150 pieces, 12 lost nothing in 4,000 random counts; 8 sometimes lost the better one.
_PIECES = 12


class Verdict(Enum):
    """What the test says so far."""

    ACCEPT_H1 = "accept H1"
    ACCEPT_H0 = "accept H0"
    CONTINUE = "continue"


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """What is tested: H0, the edge is `elo0` at most, against H1, it is `elo1` at least."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """How often H1 may be accepted when the edge is `elo0`."""
    beta: float = 0.05
    """How often H0 may be accepted when the edge is `elo1`."""
    model: Model = "logistic"
    """The unit of both bounds: logistic Elo, or normalized Elo (the edge in standard deviations).

    Normalized bounds cost the same number of games whatever the draws and the openings are.
    """

    def __post_init__(self) -> None:
        if self.model not in ("logistic", "normalized"):
            raise InvalidText(
                "sprt-model",
                "the model is 'logistic' or 'normalized', found {model!r}",
                model=self.model,
            )
        for name in ("elo0", "elo1"):
            value = getattr(self, name)
            if not -ELO_LIMIT <= value <= ELO_LIMIT:
                raise InvalidText(
                    "sprt-range",
                    "{name} lies between -{limit:.0f} and {limit:.0f}, found {value}",
                    name=name,
                    value=value,
                    limit=ELO_LIMIT,
                )
        if not self.elo0 < self.elo1:
            raise InvalidText(
                "sprt-order",
                "elo0 must be below elo1, found {elo0} and {elo1}",
                elo0=self.elo0,
                elo1=self.elo1,
            )
        for name in ("alpha", "beta"):
            value = getattr(self, name)
            if not 0 < value < 0.5:
                raise InvalidText(
                    "sprt-error-rate",
                    "{name} lies between 0 and 0.5, both excluded, found {value}",
                    name=name,
                    value=value,
                )

    @property
    def bounds(self) -> tuple[float, float]:
        """Wald's bounds: accept H0 at or below the lower, H1 at or above the upper."""
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )


@dataclass(frozen=True, slots=True)
class PairCounts:
    """How many pairs of games gave the first player 0, 1/2, 1, 3/2 and 2 points."""

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)
    twice_drawn: int = 0
    """Pairs of score 1 that were two draws rather than a win and a loss.

    The test needs no such distinction; the share of drawn games does.
    """

    def __post_init__(self) -> None:
        _check_counts(self.counts, 5)
        if not 0 <= self.twice_drawn <= self.counts[2]:
            raise InvalidText(
                "sprt-twice-drawn",
                "between 0 and {even} of the even pairs were drawn twice, found {found}",
                even=self.counts[2],
                found=self.twice_drawn,
            )

    def add(self, first: float, second: float) -> "PairCounts":
        """Return the counts with one pair more; the scores are both the first player's."""
        index = int(2 * (_check_score(first) + _check_score(second)))
        grown = [count + (k == index) for k, count in enumerate(self.counts)]
        return PairCounts(
            (grown[0], grown[1], grown[2], grown[3], grown[4]),
            self.twice_drawn + (first == second == 0.5),
        )

    @property
    def games(self) -> int:
        """How many games the pairs hold."""
        return 2 * sum(self.counts)

    @property
    def score(self) -> float:
        """The mean score of a game, between 0 and 1; one half before the first pair."""
        return _mean_score(self.counts)

    @property
    def draws(self) -> int:
        """How many single games were drawn."""
        return self.counts[1] + self.counts[3] + 2 * self.twice_drawn


@dataclass(frozen=True, slots=True)
class GameCounts:
    """Losses, draws and wins of the first player, for games that have no partner."""

    counts: tuple[int, int, int] = (0, 0, 0)

    def __post_init__(self) -> None:
        _check_counts(self.counts, 3)

    def add(self, score: float) -> "GameCounts":
        """Return the counts with one game more; the score is the first player's."""
        index = int(2 * _check_score(score))
        grown = [count + (k == index) for k, count in enumerate(self.counts)]
        return GameCounts((grown[0], grown[1], grown[2]))

    @property
    def games(self) -> int:
        """How many games were counted."""
        return sum(self.counts)

    @property
    def score(self) -> float:
        """The mean score of a game, between 0 and 1; one half before the first game."""
        return _mean_score(self.counts)

    @property
    def draws(self) -> int:
        """How many games were drawn."""
        return self.counts[1]


@dataclass(frozen=True, slots=True)
class State:
    """Where a test stands: all that a live table shows."""

    hypotheses: Hypotheses
    counts: PairCounts | GameCounts
    llr: float
    """The log-likelihood ratio: positive speaks for H1."""
    estimate: Estimate
    """Elo with its 95 % interval, normalized Elo, likelihood of superiority.

    Measured when a test has stopped it leans to the side of the verdict, since the test stops on
    a run of luck; a match of fixed length has no such bias.
    """

    @property
    def bounds(self) -> tuple[float, float]:
        """The two values of `llr` that end the test, lower first."""
        return self.hypotheses.bounds

    @property
    def verdict(self) -> Verdict:
        """Whether the test may stop, and for which hypothesis."""
        lower, upper = self.bounds
        if self.llr >= upper:
            return Verdict.ACCEPT_H1
        return Verdict.ACCEPT_H0 if self.llr <= lower else Verdict.CONTINUE

    @property
    def percent(self) -> float:
        """How far the way to a bound is gone: 100 at H1, -100 at H0, never beyond."""
        lower, upper = self.bounds
        return max(-100.0, min(100.0, 100 * self.llr / (upper if self.llr >= 0 else -lower)))

    @property
    def games(self) -> int:
        """How many games were counted."""
        return self.counts.games

    @property
    def score(self) -> float:
        """The mean score of a game, between 0 and 1."""
        return self.counts.score

    @property
    def draw_ratio(self) -> float:
        """The share of games that were drawn; 0 before the first game."""
        return self.counts.draws / max(self.counts.games, 1)


def assess(counts: PairCounts | GameCounts, hypotheses: Hypotheses) -> State:
    """Return where the test stands after `counts`; takes a few milliseconds."""
    return State(hypotheses, counts, llr(counts, hypotheses), estimate(counts.counts))


def llr(counts: PairCounts | GameCounts, hypotheses: Hypotheses) -> float:
    """Return the generalised log-likelihood ratio of H1 to H0; 0 before the first game."""
    if counts.games == 0:
        return 0.0
    weights = [count or EMPTY for count in counts.counts]
    gap = _logistic_gap if hypotheses.model == "logistic" else _normalized_gap
    return gap(weights, hypotheses.elo0) - gap(weights, hypotheses.elo1)


def _logistic_gap(weights: Sequence[float], elo: float) -> float:
    """Return the log-likelihood lost by a mean score of exactly `elo`."""
    score = elo_to_score(elo)
    return likelihood_gap(weights, [s - score for s in category_scores(len(weights))])


def _normalized_gap(weights: Sequence[float], nelo: float) -> float:
    """Return the log-likelihood lost by an edge of exactly `nelo`.

    With x the score less one half, the edge in standard deviations is t = E[x] / sd(x), which is
    the same as E[x] = c sqrt(E[x²]) with c = t / sqrt(1 + t²). For t > 0, sqrt(m) is the least
    value of (m / s + s) / 2 over s > 0, taken at s = sqrt(m). So the curved constraint is the
    envelope of the straight ones E[x - c (x² / s + s) / 2] = 0, and the likelihood along that
    family is stationary where s² = E[x²] under the most likely frequencies for s.

    That s lies between the least for which the constraint can be met and the largest x. It is
    unique if the counts show an edge above `nelo`, because edges up to `nelo` form a convex set of
    frequencies; edges above do not, and there the best of several candidates is taken.
    """
    t = nelo / NELO_PER_T * math.sqrt(games_per_unit(len(weights)))
    if t == 0:
        return _logistic_gap(weights, 0)
    if t < 0:
        return _normalized_gap(weights[::-1], -nelo)
    c = t / math.sqrt(1 + t * t)
    xs = [s - 0.5 for s in category_scores(len(weights))]
    total = sum(weights)

    def values(s: float) -> list[float]:
        return [x - c * (x * x / s + s) / 2 for x in xs]

    def excess(s: float) -> float:
        constraint = values(s)
        multiplier = constraint_multiplier(weights, constraint)
        mass = square = 0.0
        for w, v, x in zip(weights, constraint, xs, strict=True):
            p = w / (1 + multiplier * v)
            mass += p
            square += p * x * x
        # The mass is the total but for rounding, which matters when nearly all x are extreme.
        return square / mass - s * s

    mean = math.fsum(w * x for w, x in zip(weights, xs, strict=True)) / total
    square = math.fsum(w * x * x for w, x in zip(weights, xs, strict=True)) / total
    # The step off the lower end keeps the largest value of the constraint above zero.
    lowest = min(x for x in xs if x > 0) * c / (1 + math.sqrt(1 - c * c)) * (1 + 1e-6)
    pieces = 1 if mean >= c * math.sqrt(square) else _PIECES
    roots = _falling_roots(excess, lowest, xs[-1], pieces)
    return min(likelihood_gap(weights, values(s)) for s in roots)


def _falling_roots(
    function: Callable[[float], float], low: float, high: float, pieces: int
) -> list[float]:
    """Return the roots where `function` falls through zero, at most one in each piece.

    It is positive at `low` and negative at `high` but for rounding; an end that seems to have the
    wrong sign is itself as good as a root.
    """
    from scipy.optimize import brentq

    knots = [low * (high / low) ** (k / pieces) for k in range(pieces)] + [high]
    heights = [function(knot) for knot in knots]
    # An error of the root enters the likelihood squared, since that is stationary there.
    roots = [
        float(brentq(function, knots[k], knots[k + 1], xtol=1e-8))
        for k in range(pieces)
        if heights[k] > 0 >= heights[k + 1]
    ]
    if heights[0] <= 0:
        roots.append(low)
    if heights[-1] > 0:
        roots.append(high)
    return roots


def _mean_score(counts: Sequence[int]) -> float:
    total = sum(counts)
    if total == 0:
        return 0.5
    return sum(k * count for k, count in enumerate(counts)) / (total * (len(counts) - 1))


def _check_counts(counts: Sequence[int], length: int) -> None:
    if len(counts) != length or not all(isinstance(n, int) and n >= 0 for n in counts):
        raise InvalidText(
            "sprt-counts",
            "expected {length} whole numbers, none negative, found {counts}",
            length=length,
            counts=counts,
        )


def _check_score(score: float) -> float:
    if score not in _POINTS:
        raise InvalidText("sprt-score", "a game scores 0, 0.5 or 1, found {score!r}", score=score)
    return score
