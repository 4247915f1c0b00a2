"""What an engine does before the fight: first moves at once, and balanced stones for swapping."""

from time import perf_counter
from typing import TYPE_CHECKING, Final, NamedTuple

from tengen.core.game import Game, Move
from tengen.core.geometry import PASS, Color, Point
from tengen.core.limits import Limit
from tengen.core.openings import Choice, Place
from tengen.core.score import Info, Score, ScoreKind
from tengen.core.setup import Setup
from tengen.engine.engine import Engine
from tengen.engine.time import budget

if TYPE_CHECKING:
    from random import Random

_FIRST_NODES: Final = 3000
"""Enough for a sound answer to a single stone, in about 5 ms."""

_REACH: Final = 3
"""Stones of an offer are at most this far from the middle, or from a stone."""

_BESIDE: Final = 2
"""The answer to a single stone is at most this far from it."""

_TRIES: Final = 4
_TRY_SHARE: Final = 0.1
_PROVED: Final = 3
_PROOF_SHARE: Final = 0.17
"""Four sets of stones are tried, and the three that look most even are searched again."""

_DOUBT: Final = 0.02
"""To put two more stones hands over an even game. It is taken to be worth this much more than one
half, because we have searched it and the other side has not; a colour is taken where the search
promises more."""

_UNHURRIED: Final = Limit(turn=1.0)
"""For decisions without any limit."""


class _Plan(NamedTuple):
    setup: Setup
    moves: tuple[Move, ...]
    stones: tuple[Point, ...]


class Opener:
    """Decides with an engine's searches what is no ordinary move."""

    def __init__(self, engine: Engine, seed: int | None = None) -> None:
        self._engine, self._seed = engine, seed
        self._plan: _Plan | None = None

    def stone(self, game: Game, limit: Limit) -> Point | None:
        """Return a stone of an opening procedure, or a first move; None where a search decides."""
        if isinstance(game.stage, Place):
            return self._planned(game) or self._place(game, limit, game.stage.count)
        stones = [point for color in Color for point in game.board.stones(color)]
        if len(stones) > 1 or not game.board.empty_points():
            return None
        middle = _nearest_middle(game)
        if not stones or _distance(stones[0], middle) > game.size // 3:
            return middle
        nodes = min(limit.nodes or _FIRST_NODES, _FIRST_NODES)
        quick = Limit(limit.turn, limit.match, limit.increment, nodes, limit.depth)
        return self._engine.search(game, quick, only=_near(game, _BESIDE)).best

    def choice(self, game: Game, limit: Limit) -> Choice:
        """Return one of `game.choices`: the colour that has more chances, or two more stones."""
        total = _seconds(game, limit, self._engine.reserve)
        chance = self._judge(game, _part(limit, total, 0.9)).win_probability
        if Choice.PLACE_TWO in game.choices and abs(chance - 0.5) < _DOUBT:
            return Choice.PLACE_TWO
        is_mover_better = chance >= 0.5
        takes_black = (game.turn is Color.BLACK) == is_mover_better
        wanted = Choice.TAKE_BLACK if takes_black else Choice.TAKE_WHITE
        return wanted if wanted in game.choices else game.choices[0]

    def _planned(self, game: Game) -> Point | None:
        """Return the next stone of what was decided with the first one."""
        plan = self._plan
        if plan is None or plan.setup != game.setup:
            return None
        put = game.moves[len(plan.moves) :]
        if game.moves[: len(plan.moves)] != plan.moves or put != plan.stones[: len(put)]:
            return None
        return plan.stones[len(put)] if len(put) < len(plan.stones) else None

    def _place(self, game: Game, limit: Limit, count: int) -> Point:
        """Decide on `count` stones after which neither side is better; return the first."""
        if len(set(game.legal_points()) - set(game.board.traps)) <= count:
            return _near(game)[0]  # The board will be full, whatever is put.
        from random import Random  # Most games begin without it.

        begun, stops = perf_counter(), self._engine.stops
        total = _seconds(game, limit, self._engine.reserve)
        # A seed counts from the position, so that no game depends on the one before.
        rng = Random(None if self._seed is None else f"{self._seed} {game.board.key}")
        found: dict[tuple[Point, ...], float] = {}
        for _ in range(_TRIES):
            stones, unevenness = self._try(game, count, rng, _part(limit, total, _TRY_SHARE))
            found.setdefault(stones, unevenness)
            late = total is not None and perf_counter() - begun > (_TRIES * _TRY_SHARE) * total
            if late or self._engine.stops != stops:
                break
        likely = sorted(found, key=lambda stones: found[stones])[:_PROVED]
        if len(likely) > 1 and self._engine.stops == stops:
            part = _part(limit, total, _PROOF_SHARE)
            likely.sort(key=lambda stones: self._unevenness(game, stones, part))
        self._plan = _Plan(game.setup, game.moves, likely[0])
        return likely[0][0]

    def _try(
        self, game: Game, count: int, rng: "Random", limit: Limit
    ) -> tuple[tuple[Point, ...], float]:
        """Put all stones but the last at random, and balance them with the last."""
        after = game.copy()
        stones = []
        for _ in range(count - 1):
            stones.append(rng.choice(_near(after)))
            after.push(stones[-1])
        info = self._engine.search(after, limit, balanced=True)
        last = info.best
        assert last is not None
        assert last != PASS
        assert info.score is not None
        return (*stones, last), _size(info.score)

    def _unevenness(self, game: Game, stones: tuple[Point, ...], limit: Limit) -> float:
        after = game.copy()
        for stone in stones:
            after.push(stone)
        return _size(self._judge(after, limit))

    def _judge(self, game: Game, limit: Limit) -> Score:
        """Return the mean score of the last two iterations.

        The side that makes the last move of a line looks better than it is, so that scores go up
        and down with the depth.
        """
        scores: list[Score] = []

        def hear(info: Info) -> None:
            if info.score is not None:
                scores.append(info.score)

        self._engine.search(game, limit, on_info=hear)
        last = scores[-2:]
        if not last or any(score.kind is not ScoreKind.VALUE for score in last):
            return last[-1] if last else Score.value(0)
        return Score.value(sum(score.number for score in last) // len(last))


def _seconds(game: Game, limit: Limit, reserve: float) -> float | None:
    """Return the seconds for a decision, or None where only nodes or depth count."""
    if limit.turn is None and limit.match is None:
        return None if limit.nodes or limit.depth else _UNHURRIED.turn
    optimum, maximum = budget(limit, len(game.board.moves), reserve)
    return min(optimum, maximum)


def _part(limit: Limit, total: float | None, share: float) -> Limit:
    """Return the limit of one search among several."""
    return Limit(
        turn=None if total is None else total * share,
        nodes=None if limit.nodes is None else max(1, int(limit.nodes * share)),
        depth=limit.depth,
    )


def _size(score: Score) -> float:
    """Return how far a score is from an even game."""
    return float(abs(score.number)) if score.kind is ScoreKind.VALUE else float("inf")


def _near(game: Game, reach: int = _REACH) -> list[Point]:
    """Return the legal points near the middle, or near the stones if there are any."""
    stones = [point for color in Color for point in game.board.stones(color)]
    centres = stones or [_nearest_middle(game)]
    points = game.legal_points()
    free = [p for p in points if p not in game.board.traps] or points
    near = [p for p in free if min(_distance(p, c) for c in centres) <= reach]
    return near or free


def _nearest_middle(game: Game) -> Point:
    """Return the empty point that is nearest to the middle of the board."""
    middle = Point(game.size // 2, game.size // 2)
    legal = game.legal_points() or game.board.empty_points()
    free = [p for p in legal if p not in game.board.traps] or legal
    return min(free, key=lambda p: (p.x - middle.x) ** 2 + (p.y - middle.y) ** 2)


def _distance(a: Point, b: Point) -> int:
    return max(abs(a.x - b.x), abs(a.y - b.y))
