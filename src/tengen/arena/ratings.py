"""Ratings from results: Bradley-Terry with draws and first-move advantage.

The model is Davidson's: with d the difference in strength, a win, a loss and a draw have weights
exp(d / 2), exp(-d / 2) and ν. We prefer it to Rao and Kupper's because the points a player scored
then say all about his strength (a draw counts as half a win and half a loss, as on every score
table; in theirs it counts as a whole win and a whole loss), and because the log-likelihood is
concave in all its parameters: there is one answer, whatever the start. Moving first adds a
constant to d where the colours are known.

Strengths are given in Elo times 2 / (2 + ν). Draws flatten the score near equality; so scaled, a
small difference expects the score that Elo's formula says, however many draws there are.

The prior is weak: every player has played `prior` games more, spread over his real opponents as
his real games are, half of them won and half lost, none drawn. So a player who won everything has
a finite rating, and a long chain of players is not pressed together, as it would be by virtual
games against an average player (in a chain of 20 those add up to five points on the middle link).
The first-move advantage and ν have one such half-and-half game each.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt

from tengen.arena.elo import ELO_PER_NAT, Z95
from tengen.arena.records import Record
from tengen.errors import InvalidText

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Result:
    """One game."""

    first: str
    """Who played Black; just one of the two when the colours are not known."""
    second: str
    score: float
    """Of the first player: 1, 0.5 or 0."""
    colours_known: bool = True


class Tally:
    """Results added up: how often each pair of players won, drew and lost, by colours if known.

    The order in which games are added leaves no trace.
    """

    def __init__(self) -> None:
        self._rows: dict[tuple[str, str, bool], list[int]] = defaultdict(lambda: [0, 0, 0])

    @classmethod
    def from_results(cls, results: Iterable[Result]) -> "Tally":
        """Return the tally of single games."""
        tally = cls()
        for result in results:
            tally.add(result)
        return tally

    @classmethod
    def from_records(cls, records: Iterable[Record]) -> "Tally":
        """Return the tally of records, which do not know colours."""
        tally = cls()
        for r in records:
            counts = {"wins": r.wins, "draws": r.draws, "losses": r.losses}
            tally.add_games(r.first, r.second, colours_known=False, **counts)
        return tally

    def add(self, result: Result) -> None:
        """Count one game."""
        score = result.score
        if score not in (0, 0.5, 1):
            raise InvalidText(
                "rating-score", "a game scores 0, 0.5 or 1, found {score!r}", score=score
            )
        self.add_games(
            result.first,
            result.second,
            wins=int(score == 1),
            draws=int(score == 0.5),
            losses=int(score == 0),
            colours_known=result.colours_known,
        )

    def add_games(
        self,
        first: str,
        second: str,
        *,
        wins: int = 0,
        draws: int = 0,
        losses: int = 0,
        colours_known: bool = True,
    ) -> None:
        """Count many games of `first` (Black, if the colours are known) against `second`."""
        if first == second:
            raise InvalidText("rating-self", "{name!r} cannot play itself", name=first)
        if min(wins, draws, losses) < 0:
            raise InvalidText(
                "rating-count",
                "no count of games is negative, found {counts}",
                counts=(wins, draws, losses),
            )
        if wins + draws + losses == 0:
            return
        if not colours_known and first > second:
            first, second, wins, losses = second, first, losses, wins
        row = self._rows[first, second, colours_known]
        row[0] += wins
        row[1] += draws
        row[2] += losses

    @property
    def players(self) -> list[str]:
        """Everybody who has played at least one game, in alphabetical order."""
        return sorted({name for first, second, _ in self._rows for name in (first, second)})

    @property
    def games(self) -> int:
        """How many games were counted."""
        return sum(sum(row) for row in self._rows.values())

    def rows(self) -> list[tuple[str, str, bool, int, int, int]]:
        """Return first, second, whether colours are known, wins, draws and losses, sorted."""
        return sorted((*key, row[0], row[1], row[2]) for key, row in self._rows.items())


@dataclass(frozen=True, slots=True)
class Rating:
    """One player's line in the list."""

    name: str
    elo: float
    low: float
    """Lower end of the 95 % interval, relative to the anchor or to the mean of the group."""
    high: float
    games: int
    score: float
    """Points per game, between 0 and 1."""
    group: int
    """Players of different groups never met, not even through others; 0 is the largest group."""
    los: float | None
    """How probable it is that he is stronger than the next in the list; None for the last of a
    group."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A number with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class RatingList:
    """The ratings, best first within each group, and what else the model found."""

    ratings: tuple[Rating, ...]
    first_move: Measure | None
    """What moving first is worth, in Elo; None where no game has its colours recorded."""
    draw_rate: Measure | None
    """How often equal players without first-move advantage draw; None where nobody drew."""
    groups: tuple[tuple[str, ...], ...]
    """Names of the players that can be compared with each other, one tuple for each group."""

    @property
    def remark(self) -> str | None:
        """One sentence if the players fall into groups that cannot be compared."""
        if len(self.groups) < 2:
            return None
        listed = "; ".join(", ".join(group) for group in self.groups)
        return f"{len(self.groups)} groups never met and cannot be compared: {listed}"

    def to_json(self) -> list[dict[str, str | int | float]]:
        """Return one object for each player, ready for `json.dumps`."""
        return [
            {
                "name": rating.name,
                "elo": round(rating.elo, 1),
                "low": round(rating.low, 1),
                "high": round(rating.high, 1),
                "games": rating.games,
                "score": round(rating.score, 4),
            }
            for rating in self.ratings
        ]


def rate(
    tally: Tally, *, prior: float = 1.0, anchor: tuple[str, float] | None = None
) -> RatingList:
    """Return the most probable ratings of all players, with 95 % intervals.

    With `anchor`, a name and his Elo, his group is shifted so that he has it, and intervals are
    relative to him (his own has no width); every other group has mean 0, as all have without.
    A player without a game has no rating. Memory grows with the square of the number of players,
    time with its cube: 3,000 players take some seconds.
    """
    games = _Games(tally, prior)
    if anchor is not None:
        if anchor[0] not in games.names:
            raise InvalidText(
                "rating-anchor", "the anchor {name!r} has played no game", name=anchor[0]
            )
        if not math.isfinite(anchor[1]):
            raise InvalidText(
                "rating-anchor", "the anchor's Elo must be a number, found {elo}", elo=anchor[1]
            )
    theta, covariance = _maximise(games)
    lines: list[Rating] = []
    for number, members in enumerate(games.groups):
        lines += _rate_group(games, number, members, theta, covariance, anchor)
    draws, coloured = bool(games.draws.any()), bool(games.coloured.any())
    return RatingList(
        ratings=tuple(lines),
        first_move=_first_move(theta, covariance) if coloured else None,
        draw_rate=_draw_rate(theta, covariance) if draws else None,
        groups=tuple(tuple(games.names[k] for k in members) for members in games.groups),
    )


class _Games:
    """A tally as arrays, one entry for each row, and the posterior it gives.

    The parameters are the strengths of all players, the first-move advantage and log ν, in one
    vector. Only differences of strengths within a group matter to it.
    """

    def __init__(self, tally: Tally, prior: float) -> None:
        if not 0 < prior < math.inf:
            raise InvalidText(
                "rating-prior", "the prior is more than 0 games, found {prior}", prior=prior
            )
        rows = tally.rows()
        if not rows:
            raise InvalidText("rating-none", "there are no games to rate")
        self.names = tally.players
        index = {name: k for k, name in enumerate(self.names)}
        self.first: Indices = np.array([index[row[0]] for row in rows])
        self.second: Indices = np.array([index[row[1]] for row in rows])
        self.coloured: Floats = np.array([row[2] for row in rows], dtype=float)
        counts = np.array([row[3:] for row in rows], dtype=float)
        self.wins, self.draws, self.losses = counts.T
        self.total: Floats = counts.sum(axis=1)
        self.games = self.per_player(self.total, self.total)
        self.points = self.per_player(self.wins + self.draws / 2, self.losses + self.draws / 2)
        shares = 1 / self.games[self.first] + 1 / self.games[self.second]
        self.virtual: Floats = prior / 2 * self.total * shares
        self.groups = self._connected()

    def per_player(self, of_first: Floats, of_second: Floats) -> Floats:
        """Return for each player the sum of what his rows hold for him."""
        n = len(self.names)
        sums: Floats = np.zeros(n)
        sums += np.bincount(self.first, of_first, n)
        sums += np.bincount(self.second, of_second, n)
        return sums

    def _connected(self) -> list[Indices]:
        from scipy.sparse import coo_array
        from scipy.sparse.csgraph import connected_components

        n = len(self.names)
        graph = coo_array((np.ones(len(self.first)), (self.first, self.second)), shape=(n, n))
        count, labels = connected_components(graph, directed=False)
        groups = [np.flatnonzero(labels == label) for label in range(count)]
        return sorted(groups, key=lambda members: (-len(members), members[0]))

    def _probabilities(self, theta: Floats) -> tuple[Floats, Floats, Floats]:
        """Return for each row log Z, the win less the loss probability, and that of a draw."""
        d = self._edge(theta) + self.coloured * theta[-2]
        log_z = np.logaddexp(np.logaddexp(d / 2, -d / 2), theta[-1])
        return log_z, np.exp(d / 2 - log_z) - np.exp(-d / 2 - log_z), np.exp(theta[-1] - log_z)

    def _edge(self, theta: Floats) -> Floats:
        edge: Floats = theta[self.first] - theta[self.second]
        return edge

    def loss(self, theta: Floats) -> tuple[float, Floats]:
        """Return the negative log-posterior and its gradient."""
        h, u = theta[-2:]
        edge = self._edge(theta)
        log_z, balance, draw = self._probabilities(theta)
        margin = (self.wins - self.losses) / 2
        value = self.total @ log_z - margin @ (edge + self.coloured * h) - self.draws.sum() * u
        value += self.virtual @ _log_cosh(edge / 2) + _log_cosh(h / 2)
        value += np.logaddexp(u, math.log(2)) - u / 2

        surplus = self.total * balance / 2 - margin
        slope = surplus + self.virtual * np.tanh(edge / 2) / 2
        gradient = np.empty_like(theta)
        gradient[:-2] = self.per_player(slope, -slope)
        gradient[-2] = self.coloured @ surplus + math.tanh(h / 2) / 2
        gradient[-1] = self.total @ draw - self.draws.sum() + _even_draw_rate(u) - 0.5
        return float(value), gradient

    def hessian(self, theta: Floats) -> Any:
        """Return the second derivatives of the loss, a sparse matrix without negative curvature."""
        from scipy.sparse import coo_array

        _, balance, draw = self._probabilities(theta)
        # Wins less losses, halved, and draws are the sufficient statistics; these are their
        # variances and covariance over all games of a row.
        spread = self.total * (1 - draw - balance**2) / 4
        mixed = -self.total * balance * draw / 2
        weight = spread + self.virtual * (1 - np.tanh(self._edge(theta) / 2) ** 2) / 4
        lead = self.coloured * spread
        even = _even_draw_rate(theta[-1])
        corner = [
            lead.sum() + (1 - math.tanh(theta[-2] / 2) ** 2) / 4,
            self.coloured @ mixed,
            self.coloured @ mixed,
            self.total @ (draw * (1 - draw)) + even * (1 - even),
        ]
        n = len(self.names)
        players = np.arange(n)
        first_move, draws = np.full(n, n), np.full(n, n + 1)
        by_lead, by_mixed = self.per_player(lead, -lead), self.per_player(mixed, -mixed)
        entries = [
            (players, players, self.per_player(weight, weight)),
            (self.first, self.second, -weight),
            (self.second, self.first, -weight),
            (players, first_move, by_lead),
            (first_move, players, by_lead),
            (players, draws, by_mixed),
            (draws, players, by_mixed),
            (np.array([n, n, n + 1, n + 1]), np.array([n, n + 1, n, n + 1]), np.array(corner)),
        ]
        row, column, value = (np.concatenate(part) for part in zip(*entries, strict=True))
        return coo_array((value, (row, column)), shape=(n + 2, n + 2)).tocsr()


def _maximise(games: _Games) -> tuple[Floats, Floats]:
    """Return the most probable parameters and their covariance.

    Newton's method with halved steps: sure on a convex loss, and untroubled when some players
    have a million times the games of others, which stalls methods that see only the gradient.
    Conjugate gradients find the steps, since the matrix is sparse; a last check, or step, and
    the covariance take the full matrix, with the mean of each group pinned by a curvature there
    that touches no difference. It ends when a step is below 1e-5 standard errors.
    """
    from scipy.linalg import cho_factor, cho_solve
    from scipy.sparse import diags_array
    from scipy.sparse.linalg import cg

    theta: Floats = np.zeros(len(games.names) + 2)
    theta[-1] = math.log(2 * (games.draws.sum() + 0.5) / ((games.total - games.draws).sum() + 0.5))
    factor: Any = None

    def sparse_step(theta: Floats, gradient: Floats) -> Floats:
        matrix = games.hessian(theta)
        step: Floats = cg(matrix, gradient, rtol=0.01, M=diags_array(1 / matrix.diagonal()))[0]
        return step

    def full_step(theta: Floats, gradient: Floats) -> Floats:
        nonlocal factor
        matrix = games.hessian(theta).toarray()
        for members in games.groups:
            matrix[np.ix_(members, members)] += 1 / len(members)
        factor = cho_factor(matrix, overwrite_a=True)
        step: Floats = cho_solve(factor, gradient)
        return step

    theta = _descend(games, theta, sparse_step, 1e-11)
    theta = _descend(games, theta, full_step, 1e-10)
    return theta, cho_solve(factor, np.eye(len(theta)))


def _descend(
    games: _Games,
    theta: Floats,
    find_step: Callable[[Floats, Floats], Floats],
    tolerance: float,
) -> Floats:
    """Return `theta` after Newton steps until the loss can fall by no more than `tolerance`."""
    for _ in range(100):
        value, gradient = games.loss(theta)
        step = find_step(theta, gradient)
        decrement = float(gradient @ step)
        if decrement < tolerance:
            break
        # The slack is what rounding may do to the loss; without it the last steps would stall.
        slack = 1e-12 * abs(value)
        length = 1.0
        while (
            length > 1e-6
            and games.loss(theta - length * step)[0] > value - length * decrement / 4 + slack
        ):
            length /= 2
        theta = theta - length * step
    return theta


def _rate_group(
    games: _Games,
    number: int,
    members: Indices,
    theta: Floats,
    covariance: Floats,
    anchor: tuple[str, float] | None,
) -> list[Rating]:
    """Return the lines of one group, best first."""
    names = [games.names[k] for k in members]
    base, reference = 0.0, np.full(len(members), 1 / len(members))
    if anchor is not None and anchor[0] in names:
        base, reference = anchor[1], np.array([float(name == anchor[0]) for name in names])
    # The covariance of strengths less that of the reference, which the pin no longer touches.
    inner = covariance[np.ix_(members, members)]
    against = inner @ reference
    inner = inner - against[:, None] - against[None, :] + reference @ against
    outer = covariance[members, -1]
    strength = theta[members] - reference @ theta[members]
    elo, error = _to_elo(
        strength, np.diag(inner), outer - reference @ outer, theta[-1], covariance[-1, -1]
    )
    # Rounding makes ties of equal players ties again; names decide those.
    order = sorted(range(len(names)), key=lambda k: (-round(float(strength[k]), 9), names[k]))
    lines = []
    for k, after in zip(order, [*order[1:], None], strict=True):
        los = None
        if after is not None:
            variance = inner[k, k] + inner[after, after] - 2 * inner[k, after]
            deviation = math.sqrt(max(float(variance), 1e-18))
            los = NormalDist().cdf(float(strength[k] - strength[after]) / deviation)
        value, margin = base + float(elo[k]), Z95 * float(error[k])
        lines.append(
            Rating(
                name=names[k],
                elo=value,
                low=value - margin,
                high=value + margin,
                games=int(games.games[members[k]]),
                score=float(games.points[members[k]] / games.games[members[k]]),
                group=number,
                los=los,
            )
        )
    return lines


def _to_elo(
    strength: Floats, variance: Floats, with_draws: Floats, u: float, variance_u: float
) -> tuple[Floats, Floats]:
    """Return strengths in Elo and their standard errors; the scale itself is uncertain with ν."""
    scale = 1 - _even_draw_rate(u)
    slope = -scale * (1 - scale)
    spread = (
        scale**2 * variance
        + 2 * scale * slope * strength * with_draws
        + (slope * strength) ** 2 * variance_u
    )
    # Rounding can leave the anchor, which has no error, a hair below zero.
    return ELO_PER_NAT * scale * strength, ELO_PER_NAT * np.sqrt(np.maximum(spread, 0))


def _first_move(theta: Floats, covariance: Floats) -> Measure:
    elo, error = _to_elo(
        theta[-2:-1],
        covariance[-2:-1, -2],
        covariance[-2:-1, -1],
        theta[-1],
        covariance[-1, -1],
    )
    value, margin = float(elo[0]), Z95 * float(error[0])
    return Measure(value, value - margin, value + margin)


def _draw_rate(theta: Floats, covariance: Floats) -> Measure:
    u, margin = float(theta[-1]), Z95 * math.sqrt(covariance[-1, -1])
    return Measure(_even_draw_rate(u), _even_draw_rate(u - margin), _even_draw_rate(u + margin))


def _even_draw_rate(u: float) -> float:
    """Return ν / (2 + ν), how often equal players draw, for u = log ν."""
    return (1 + math.tanh((u - math.log(2)) / 2)) / 2


def _log_cosh(x: Floats) -> Floats:
    """Return log(2 cosh x), which is also the loss of half a win and half a loss at edge 2 x."""
    result: Floats = np.logaddexp(x, -x)
    return result
