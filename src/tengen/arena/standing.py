"""What a run has shown so far: scores, pairs, faults, and the games that were only repeated."""

from collections import Counter
from dataclasses import dataclass

from tengen.arena.elo import Estimate, estimate
from tengen.arena.plan import Plan
from tengen.arena.ratings import RatingList, Tally, rate
from tengen.arena.sprt import PairCounts, State, assess


@dataclass(frozen=True, slots=True)
class GameScore:
    """A finished game, as far as standings care."""

    index: int
    """Its place in the run."""
    first: str
    second: str
    score: float | None
    """What the first player got: 1, 0.5 or 0; None if the game counts for nobody."""
    ending: str
    is_fault: bool
    """Whether the loser lost by something other than the game."""
    moves: str = ""
    """What was played, to know a repeated game by; empty where nobody asks."""

    @property
    def loser(self) -> str | None:
        """The player who lost, if one did."""
        return {1.0: self.second, 0.0: self.first}.get(self.score if self.score is not None else -1)


class Standing:
    """The finished games of a run. Add them in any order: what is asked does not depend on it."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.finished: dict[int, GameScore] = {}
        self.faults: Counter[tuple[str, str]] = Counter()
        """How often each player lost by each fault."""
        self._first_played: dict[tuple[str, str, int, str], int] = {}
        self._repeatable = {player.name for player in plan.players if player.is_repeatable}
        self._in_order = PairCounts()  # What the test has seen: all pairs before game `_next`.
        self._next = 0
        self._state: State | None = None

    def add(self, game: GameScore) -> None:
        """Take in a finished game."""
        self.finished[game.index] = game
        if game.is_fault and game.loser is not None:
            self.faults[game.loser, game.ending] += 1
        if game.moves and {game.first, game.second} <= self._repeatable:
            key = self._key(game)
            self._first_played[key] = min(game.index, self._first_played.get(key, game.index))

    @property
    def games(self) -> int:
        """How many games have been finished, counted or not."""
        return len(self.finished)

    @property
    def repeats(self) -> int:
        """How many games were move for move an earlier one between the same players."""
        return sum(self._is_repeat(game) for game in self.finished.values())

    def counted(self) -> list[GameScore]:
        """Return the games that count, in the order of the run."""
        return [game for _, game in sorted(self.finished.items()) if self._counts(game)]

    def totals(self) -> list[tuple[str, str, int, int, int]]:
        """Return first player, second player, and the first one's wins, draws and losses."""
        scores: dict[tuple[str, str], Counter[float | None]] = {}
        for game in self.counted():
            scores.setdefault((game.first, game.second), Counter())[game.score] += 1
        return [(*who, got[1.0], got[0.5], got[0.0]) for who, got in scores.items()]

    def tally(self) -> Tally:
        """Return the games that count, for rating."""
        tally = Tally()
        for first, second, wins, draws, losses in self.totals():
            tally.add_games(first, second, wins=wins, draws=draws, losses=losses)
        return tally

    def ratings(self, anchor: tuple[str, float] | None = None) -> RatingList:
        """Return the ratings of all players that have a game."""
        return rate(self.tally(), anchor=anchor)

    def pair_counts(self, one: str, two: str) -> PairCounts:
        """Return the finished pairs of games between two players, as `one` sees them."""
        counts = PairCounts()
        for index in range(0, self.plan.total, 2):
            if self._pairing_of(index // 2) == {one, two}:
                counts = self._with_pair(counts, index, one)
        return counts

    def estimate(self, one: str, two: str) -> Estimate | None:
        """Return the Elo difference that the pairs between two players show, if there are any."""
        counts = self.pair_counts(one, two)
        return estimate(counts.counts) if counts.games else None

    def points(self, one: str, two: str) -> tuple[int, int, int]:
        """Return wins, draws and losses of `one` against `two` over all games that count."""
        total = [0, 0, 0]
        for first, second, *counts in self.totals():
            if {first, second} == {one, two}:
                own = counts if first == one else counts[::-1]
                total = [have + more for have, more in zip(total, own, strict=True)]
        return total[0], total[1], total[2]

    def test(self) -> State | None:
        """Return where the sequential test stands; None if this run is none.

        Only the pairs before the first unfinished one are looked at: quick games would otherwise
        be seen first, and they are not like the others.
        """
        if self.plan.hypotheses is None:
            return None
        before = self._in_order
        while all(index in self.finished for index in (self._next, self._next + 1)):
            new = self.plan.players[0].name
            self._in_order = self._with_pair(self._in_order, self._next, new)
            self._next += 2
        if self._state is None or self._in_order != before:
            self._state = assess(self._in_order, self.plan.hypotheses)
        return self._state

    @property
    def has_too_many_faults(self) -> bool:
        """Whether more than 1 % of the games ended in faults, and more than one did."""
        faults = sum(self.faults.values())
        return faults > 1 and faults > 0.01 * self.games

    def _with_pair(self, counts: PairCounts, index: int, one: str) -> PairCounts:
        """Add the pair of games that begins at `index`, if both are finished and count."""
        games = [self.finished.get(at) for at in (index, index + 1)]
        scores = [_score_of(one, game) for game in games if game and self._counts(game)]
        return counts.add(scores[0], scores[1]) if len(scores) == 2 else counts

    def _pairing_of(self, pair: int) -> set[str]:
        pairing = self.plan.pairings[pair % len(self.plan.pairings)]
        return {self.plan.players[which].name for which in pairing}

    def _counts(self, game: GameScore) -> bool:
        return game.score is not None and not self._is_repeat(game)

    def _is_repeat(self, game: GameScore) -> bool:
        return self._first_played.get(self._key(game), game.index) < game.index

    def _key(self, game: GameScore) -> tuple[str, str, int, str]:
        return game.first, game.second, self.plan.opening_of(game.index), game.moves


def _score_of(name: str, game: GameScore) -> float:
    assert game.score is not None
    return game.score if game.first == name else 1 - game.score
