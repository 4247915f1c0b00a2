"""Elo from scores: conversions, 95 % intervals and likelihood of superiority.

Every estimate stays finite, also at 0 % and 100 %: half a unit won outright and half a unit lost
outright are added to the counts before anything is computed (a unit is a pair of games of one
opening, or a single game). That is Anscombe's correction, which makes the logit of a proportion
nearly unbiased; its price is an Elo slightly nearer to zero than that of the bare score.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

from tengen.errors import InvalidText

ELO_PER_NAT = 400 / math.log(10)
"""Elo points in one unit of natural log-odds: about 173.7."""

NELO_PER_T = 800 / math.log(10)
"""Normalized Elo of one standard deviation per game: about 347.4, the scale that chess uses."""

Z95 = NormalDist().inv_cdf(0.975)
"""Half the width of a two-sided 95 % interval, in standard errors."""

_ANSCOMBE = 0.5


@dataclass(frozen=True, slots=True)
class Estimate:
    """The strength of one player over another, as seen from counted games."""

    elo: float
    """Logistic Elo difference; positive when the first player is stronger."""
    low: float
    """Lower end of the 95 % interval of `elo`."""
    high: float
    """Upper end; the interval is wider on the side away from zero when the score is extreme."""
    nelo: float
    """Normalized Elo: the edge in standard deviations of one game, on an Elo-like scale."""
    nelo_margin: float
    """Half the width of the 95 % interval of `nelo`."""
    los: float
    """Likelihood of superiority: how probable it is that the first player is the stronger one."""

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval of `elo`, for a table that shows one number."""
        return (self.high - self.low) / 2


def elo_to_score(elo: float) -> float:
    """Return the score between 0 and 1 that a player `elo` points stronger expects."""
    # tanh saturates where the textbook 10 ** x would overflow.
    return (1 + math.tanh(elo / ELO_PER_NAT / 2)) / 2


def score_to_elo(score: float) -> float:
    """Return the Elo difference that expects `score`; infinite at 0 and 1, unlike `estimate`."""
    if not 0 <= score <= 1:
        raise InvalidText("elo-score", "a score lies between 0 and 1, found {score}", score=score)
    if score in (0, 1):
        return math.copysign(math.inf, score - 0.5)
    return ELO_PER_NAT * (math.log(score) - math.log1p(-score))


def estimate(counts: Sequence[float]) -> Estimate:
    """Return the strength behind `counts` of equally spaced scores, worst first.

    Three counts are losses, draws and wins of single games; five are pairs of games of one opening
    that scored 0, 1/2, 1, 3/2 and 2. Pairs are better where there are pairs: an opening that
    favours one colour makes the two games differ, and only the pair shows that this cancels.

    The interval is where the profile likelihood of the multinomial lies within 1.92 of its peak,
    the likelihood of superiority is its signed root at an even score. Both keep their meaning near
    0 % and 100 %, where a normal approximation fails. No games at all give 0 with a huge interval.
    """
    if len(counts) not in (3, 5) or not all(0 <= count < math.inf for count in counts):
        raise InvalidText(
            "elo-counts",
            "expected 3 counts of games or 5 counts of pairs, none negative, found {counts}",
            counts=list(counts),
        )
    weights = [float(count) for count in counts]
    weights[0] += _ANSCOMBE
    weights[-1] += _ANSCOMBE
    scores = category_scores(len(weights))
    total = sum(weights)
    mean = math.fsum(w * s for w, s in zip(weights, scores, strict=True)) / total
    nelo, nelo_margin = _normalized(weights, mean)
    # Two log-likelihoods that differ by r²/2 are r standard deviations apart.
    root = math.sqrt(2 * likelihood_gap(weights, [s - 0.5 for s in scores]))
    return Estimate(
        elo=score_to_elo(mean),
        low=_interval_end(weights, mean, -1),
        high=_interval_end(weights, mean, +1),
        nelo=nelo,
        nelo_margin=nelo_margin,
        los=NormalDist().cdf(math.copysign(root, mean - 0.5)),
    )


def category_scores(categories: int) -> list[float]:
    """Return the mean score per game of each category: 0 to 1 in equal steps."""
    return [k / (categories - 1) for k in range(categories)]


def constraint_multiplier(weights: Sequence[float], values: Sequence[float]) -> float:
    """Return the Lagrange multiplier of the most likely multinomial with expected value zero.

    Maximising Σ w log p under Σ p = 1 and Σ p v = 0 gives p = w / (W (1 + m v)), where W = Σ w, and
    the multiplier m is the only root of Σ w v / (1 + m v) with all p positive. Since Σ p (1 + m v)
    is 1 for every m, the sum of p exceeds 1 where the first p reaches 1; the expected value has
    opposite signs at those two points, and so they bracket the root. Some value must be positive
    and some negative, with positive weight; NaN is returned where that is not so.
    """
    from scipy.optimize import brentq

    total = sum(weights)
    live = [(w, v) for w, v in zip(weights, values, strict=True) if w > 0 and v != 0]
    positive = [(w / total - 1) / v for w, v in live if v > 0]
    negative = [(w / total - 1) / v for w, v in live if v < 0]
    if not positive or not negative:
        return math.nan

    def expected(multiplier: float) -> float:
        value = 0.0
        for w, v in live:
            value += w * v / (1 + multiplier * v)
        return value

    low, high = max(positive), min(negative)
    # With nearly all weight in one category an end is the root itself, to the last digit.
    if expected(low) <= 0:
        return low
    if expected(high) >= 0:
        return high
    return float(brentq(expected, low, high, xtol=1e-15))


def likelihood_gap(weights: Sequence[float], values: Sequence[float]) -> float:
    """Return the log-likelihood that the counts `weights` lose when the mean of `values` is zero.

    Zero when the frequencies have that mean already, infinite when no frequencies can have it.
    """
    multiplier = constraint_multiplier(weights, values)
    if math.isnan(multiplier):
        return (
            0.0 if all(w == 0 or v == 0 for w, v in zip(weights, values, strict=True)) else math.inf
        )
    gap = math.fsum(
        w * math.log1p(multiplier * v) for w, v in zip(weights, values, strict=True) if w > 0
    )
    return max(gap, 0.0)


def _interval_end(weights: Sequence[float], mean: float, direction: int) -> float:
    """Return the Elo below or above the estimate where the likelihood has fallen by 1.92."""
    from scipy.optimize import brentq

    scores = category_scores(len(weights))
    centre = score_to_elo(mean)

    def excess(distance: float) -> float:
        score = elo_to_score(centre + direction * distance)
        return likelihood_gap(weights, [s - score for s in scores]) - Z95**2 / 2

    far = 1.0
    while excess(far) < 0:
        far *= 2
    return centre + direction * float(brentq(excess, 0.0, far, xtol=1e-6))


def _normalized(weights: Sequence[float], mean: float) -> tuple[float, float]:
    """Return the normalized Elo and half its 95 % interval, by the delta method."""
    scores = category_scores(len(weights))
    total = sum(weights)
    variance = math.fsum(w * (s - mean) ** 2 for w, s in zip(weights, scores, strict=True)) / total
    deviation = math.sqrt(variance)
    t = (mean - 0.5) / deviation
    # One observation x moves t by z - t (z² - 1) / 2, with z = (x - mean) / deviation.
    spread = 0.0
    for w, s in zip(weights, scores, strict=True):
        z = (s - mean) / deviation
        spread += w * (z - t * (z * z - 1) / 2) ** 2
    # A pair is two games: its mean score has half the variance of one game's.
    per_game = NELO_PER_T / math.sqrt(games_per_unit(len(weights)))
    return per_game * t, per_game * Z95 * math.sqrt(spread) / total


def games_per_unit(categories: int) -> int:
    """Return how many games one counted unit holds: 2 for the five scores of a pair, else 1."""
    return (categories - 1) // 2
