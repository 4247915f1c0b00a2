"""Twenty levels of one player: the engine held back in how far it sees and how well it judges.

A level looks at a position in three steps.

1. It searches so many nodes. The search says of each move whether it wins or loses by force, and
   in how many plies, and what the others are worth.
2. It sees only so far. How far is drawn anew for each position: each further ply is seen with the
   chance `sight`, for its own wins and for the other side's apart. A win that it sees it plays, and
   a move that loses within its sight it does not. What lies beyond may as well not be there.
3. It judges what is left, and its judgement wavers: noise of the size `wavering` is added to what
   each move is worth. The lowest levels judge every point near the stones by its look alone, so
   that they may overlook a plain four; the others choose among the best moves of the search, which
   always answer what threatens at once.

Like everybody it has better and worse days. The form of the day goes with the seed: in good form it
searches more, sees further and wavers less, in bad form the other way round.

All that is drawn comes from the seed and the position: with a seed the same level answers the same
position alike, however the game came to it; without one every game has a form of its own. No level
waits, and only the last looks at a clock: it is the engine at one second a move.
"""

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import inf, log
from typing import Final, NamedTuple

from tengen.bots._bot import Bot
from tengen.bots._why import Value, Why
from tengen.core.game import Game
from tengen.core.geometry import PASS, Color, Point
from tengen.core.limits import Limit
from tengen.core.openings import Choice
from tengen.core.rules import Rule
from tengen.core.score import Info, Line, Score, ScoreKind
from tengen.core.setup import Setup
from tengen.engine.board import NativeBoard
from tengen.engine.engine import Engine
from tengen.engine.openings import Opener
from tengen.options import Option

OPTIONS = (
    Option(
        "seed",
        int,
        None,
        0,
        2**32 - 1,
        help="the same seed plays the same game; without one every game differs",
    ),
)


@dataclass(frozen=True, slots=True)
class Level:
    """One row of the table."""

    nodes: int
    """How many positions it searches for a move; 0 for as many as one second allows. Where its
    judgement wavers, up to eight lines share them."""
    sight: float
    """The chance with which each further ply is seen; 1 sees all that the search has found."""
    wavering: float
    """The standard deviation of its judgement, in the unit of what it judges by."""
    own: float | None = None
    """How much its own rows count for the look of a point, where the other side's count 1; None
    judges by the search, and not by the look."""
    network: bool = False
    """Whether its search judges with the network too, and not by patterns alone."""
    version: int = 11
    """Raised with every change of the row, and of the engine where that makes it another player: a
    rating is of the version that was measured."""


LEVELS: Final = (
    # nodes, sight, wavering, own
    Level(300, 0.771, 6.8, 2.0),  # 1
    Level(300, 0.895, 4.82, 2.0, version=13),  # 2
    Level(300, 0.961, 3.38, 1.98, version=13),  # 3
    Level(300, 0.9935, 2.13, 1.85),  # 4
    Level(300, 0.84, 700.0),  # 5
    Level(352, 0.986, 275.0),  # 6
    Level(430, 0.9985, 65.0),  # 7
    Level(193, 1.0, 0.0),  # 8
    Level(420, 1.0, 0.0),  # 9
    Level(850, 1.0, 0.0),  # 10
    Level(1_750, 1.0, 0.0),  # 11
    Level(3_400, 1.0, 0.0),  # 12
    Level(2_950, 1.0, 0.0, network=True),  # 13
    Level(6_500, 1.0, 0.0, network=True),  # 14
    Level(14_000, 1.0, 0.0, network=True),  # 15
    Level(30_500, 1.0, 0.0, network=True),  # 16
    Level(73_000, 1.0, 0.0, network=True),  # 17
    Level(230_000, 1.0, 0.0, network=True, version=12),  # 18
    Level(760_000, 1.0, 0.0, network=True, version=12),  # 19
    Level(0, 1.0, 0.0, network=True),  # 20
)

SENTENCES: Final = (
    "Overlooks most of your open threes, and many of your fours.",
    "Sees most of your fours and open threes, misses many double threats.",
    "Sees nearly all of your fours and most open threes, misses some double threats.",
    "Overlooks hardly a plain threat, and builds by the look of a point alone.",
    "Stops plain threats, does not always see further, and has little sense of where to build.",
    "Sees most short wins by fours, but its judgement wavers.",
    "Sees short wins by fours, and its judgement wavers only a little.",
    "Looks a move or two ahead with a steady judgement.",
    "Looks two or three moves ahead with a steady judgement.",
    "Looks a few moves ahead, and wins by fours where it can.",
    "Searches some two thousand positions, and rarely misses a win by fours.",
    "Searches some four thousand positions, and builds wins out of threes and fours.",
    "Has an eye for the whole board besides, and punishes a careless opening.",
    "Builds with a plan: you need one of your own against it.",
    "Finds long wins by threes and fours.",
    "Stops plans before they are threats.",
    "Leaves little to chance.",
    "Forgives next to nothing.",
    "Searches hundreds of thousands of positions, and sees nearly everything.",
    "The whole engine, for one second a move.",
)

NAMES: Final = tuple(f"level-{number}" for number in range(1, len(LEVELS) + 1))

_LOOKS: Final = (0, 0, 0, 1, 3, 3, 10, 12, 14, 4, 10, 12, 2, 2, 2)
"""What a stone makes of a line through a point, by native's `Pattern`, as it looks to somebody who
counts no further: the more open a row of two, the better. Threes and fours count no more than
that, because seeing them is a matter of sight; and who made each as soon as he could would make
every overlooked one decide a game (with 30 for a three and 12 for a four the same steps of sight
were worth a third more Elo)."""

_FORM: Final = 0.9
"""The standard deviation of a day's form, where 1 is twice the nodes and twice the sight. Without
it the better of two neighbours would win more surely, and the steps would be wider."""

_BEST_FORM: Final = 1.8
"""Nobody is better than himself by more than this, or worse."""

_MOST_NODES: Final = 1_200_000
"""No form searches more than this, which is about what the last level searches in its second."""

_INSTEAD: Final = 4
"""So many times the nodes make up for the network under rules that have none."""

_LINES: Final = 8
"""Among so many moves of the search a wavering judgement chooses, or as many as its nodes are
enough for; in worse form that may be one."""

_SHOWN: Final = 10
"""So many of the points that were judged are told."""

_WINNING_FOUR: Final = 12
_WINNING_FIVE: Final = 13
"""Native's `Class` of a point where one stone wins, or leaves no defence."""

_DECIDED: Final = 1e6
"""What a win is worth beside values and their noise."""

_SECOND: Final = 1.0
_SMALL_TABLE: Final = 1 << 20
_LARGE_TABLE: Final = 256 << 20
_BYTES_A_NODE: Final = 128


def make(name: str, seed: int | None) -> Bot:
    """Make a level with an engine of its own."""
    place = NAMES.index(name)
    level = LEVELS[place]
    player = _Player(name, level, seed)
    return Bot(
        name,
        SENTENCES[place],
        player.choose_point,
        choose_choice=player.choose_choice,
        search=player.search,
        new_game=player.new_game,
        stop=player.stop,
        explain=player.explain if level.wavering > 0 else None,
        version=level.version,
        story=f"One of twenty levels of the engine, held back in a human way. {SENTENCES[place]}",
    )


class _Decision(NamedTuple):
    """A move, and what it rests on."""

    point: Point
    score: Score
    step: str
    because: str
    mine: float
    """How many plies it sees this time after the first move of an own win."""
    theirs: float
    """Within how many plies it sees wins of the other side."""
    scores: dict[Point, Score]
    worth: dict[Point, float]
    judged: dict[Point, float]


class _Player:
    def __init__(self, name: str, level: Level, seed: int | None) -> None:
        self._name, self._usual, self._given = name, level, seed
        wish = level.nodes * _BYTES_A_NODE or _LARGE_TABLE
        self._engine = Engine(memory=max(_SMALL_TABLE, wish), network=level.network)
        self._begin_day(None)

    def _begin_day(self, seed: int | None) -> None:
        """Take the bot's own seed or this one, or draw one, and the form that goes with it."""
        known = seed if self._given is None else self._given
        self._seed = random.getrandbits(32) if known is None else known
        self._opener = Opener(self._engine, self._seed)
        form = random.Random(f"{self._seed} {self._name} form").gauss(0, _FORM)
        self._level = _in_form(self._usual, min(max(form, -_BEST_FORM), _BEST_FORM))

    def choose_point(self, game: Game, limit: Limit) -> Point:
        """Return the move."""
        best = self.search(game, limit, 1).best
        assert best is not None
        return best

    def search(self, game: Game, limit: Limit, lines: int) -> Info:
        """Return the move as the first line; what else was looked at follows by its score."""
        limit = self._held_back(limit, game.setup.rule)
        self._forget()
        if (stone := self._opener.stone(game, limit)) is not None:
            return Info.of_move(stone)
        # A wavering judgement has always the same choice, however many lines are asked for.
        wavers = self._level.wavering > 0
        info = self._engine.search(game, limit, multipv=_LINES if wavers else lines)
        if not wavers or info.best in (None, PASS):
            return info
        chosen = self._decide(game, info)
        rest = [line for line in info.lines if line.moves[0] != chosen.point]
        first = next((line for line in info.lines if line.moves[0] == chosen.point), None)
        first = first or Line(chosen.score, (chosen.point,))
        return Info(info.depth, info.nodes, info.seconds, (first, *rest)[:lines])

    def explain(self, game: Game, limit: Limit) -> Why:
        """Return the move with what was seen and how the rest was judged."""
        limit = self._held_back(limit, game.setup.rule)
        self._forget()
        if (stone := self._opener.stone(game, limit)) is not None:
            return Why(stone, "opening", "The first stones need no search.")
        info = self._engine.search(game, limit, multipv=_LINES)
        if info.best in (None, PASS):
            return Why(PASS, "search", "There is no other move.", nodes=info.nodes)
        chosen = self._decide(game, info)
        facts = (
            ("sees its own wins within plies", _told(chosen.mine + 1)),
            ("sees the other side's within plies", _told(chosen.theirs)),
        )
        rows = tuple(
            (p, str(chosen.scores[p]), round(chosen.worth[p]), round(chosen.judged[p]))
            for p in sorted(chosen.judged, key=lambda p: (p != chosen.point, -chosen.judged[p]))
            if chosen.point in chosen.judged
        )
        columns = ("move", "search", "worth", "judged")
        step, because = chosen.step, chosen.because
        return Why(chosen.point, step, because, facts, columns, rows[:_SHOWN], info.nodes)

    def choose_choice(self, game: Game, limit: Limit) -> Choice:
        """Return what its search says of the colours."""
        self._forget()
        return self._opener.choice(game, self._held_back(limit, game.setup.rule))

    def new_game(self, setup: Setup, seed: int | None) -> None:
        """Be ready for a game under this rule, on another day."""
        self._begin_day(seed)
        self._engine.prepare(setup.rule)

    def stop(self) -> None:
        """End the search that runs."""
        self._engine.stop()

    def _forget(self) -> None:
        """Let no answer depend on the questions before it; the full engine may remember."""
        if self._level.nodes:
            self._engine.clear()

    def _nodes(self, rule: Rule) -> int:
        """Return how many positions today's form searches for a move under a rule."""
        level = self._level
        lacks = level.network and not self._engine.has_network(rule)
        return min(level.nodes * (_INSTEAD if lacks else 1), _MOST_NODES)

    def _held_back(self, limit: Limit, rule: Rule) -> Limit:
        """Return the level's own limit, or the part of it that it is allowed."""
        nodes = limit.nodes
        turn = limit.turn
        if own := self._nodes(rule):
            nodes = min(nodes or own, own)
        elif nodes is None and limit.depth is None:
            turn = min(turn or _SECOND, _SECOND)
        return Limit(turn, limit.match, limit.increment, nodes, limit.depth)

    def _decide(self, game: Game, info: Info) -> _Decision:
        """Return the move that is played of those that the search has looked at, and why."""
        # What is drawn counts from the position, so that no move depends on the one before.
        rng = random.Random(f"{self._seed} {self._name} {game.board.key}")
        mine, theirs = self._plies_seen(rng), self._plies_seen(rng)
        if self._level.own is not None:
            board = NativeBoard(game.setup, game.board.moves)
            scores = _scores_of_all(board, info)
            worth = _looks_of(board, scores, self._level.own)
        else:
            scores = {line.moves[0]: line.score for line in info.lines}
            worth = {p: _worth(scores[p], mine, theirs) for p in scores}
        judged = {p: worth[p] + rng.gauss(0, self._level.wavering) for p in scores}
        safe = [p for p in scores if not _is_loss_within(scores[p], theirs)]
        best = info.lines[0]
        point, score = best.moves[0], best.score
        if score.kind is ScoreKind.WIN and score.number - 1 <= mine:
            wins = "a five" if score.number == 1 else f"a win in {score.number} plies"
            step, because = "sight", f"It sees {wins}."
        elif not safe:
            step, because = "sight", "All moves lose as far as it sees, this one last."
        else:
            point = max(safe, key=lambda p: judged[p])
            score = scores[point]
            step = "search" if self._level.own is None else "look"
            because = "Of the moves that it does not see lose, it judges this the best."
            if len(scores) == 1:
                because = "It had time to look at this move only."
        return _Decision(point, score, step, because, mine, theirs, scores, worth, judged)

    def _plies_seen(self, rng: random.Random) -> float:
        """Draw how far is seen this time."""
        chance = rng.random()
        return inf if self._level.sight >= 1 else log(1 - chance) / log(self._level.sight)


def _in_form(usual: Level, form: float) -> Level:
    """Return a level as it is in better form, or in worse where `form` is below zero."""
    better = 2.0**form
    return replace(
        usual,
        nodes=round(usual.nodes * better),
        sight=usual.sight ** (1 / better),
        wavering=usual.wavering / better**0.5,
    )


def _told(plies: float) -> Value:
    """Return a number of plies for a table."""
    return "all" if plies == inf else int(plies)


def _scores_of_all(board: NativeBoard, info: Info) -> dict[Point, Score]:
    """Return a score for every point near the stones, in row order.

    Where the other side threatens to win, the search does not even try what stops nothing.
    """
    counts = board.counts(board.turn.other)
    other = Score.value(0)
    if counts[_WINNING_FIVE]:
        other = Score.loss(2)
    elif counts[_WINNING_FOUR]:
        other = Score.loss(4)
    known = {candidate.point: candidate.score for candidate in info.candidates}
    return {point: known.get(point, other) for point in board.candidates()}


def _looks_of(board: NativeBoard, points: Iterable[Point], own: float) -> dict[Point, float]:
    """Return how good each point looks: what a stone makes there, and what it keeps from others."""
    me, foe = board.turn, board.turn.other

    def look(point: Point, color: Color) -> int:
        return sum(_LOOKS[pattern] for pattern in board.patterns(point, color))

    return {point: own * look(point, me) + look(point, foe) for point in points}


def _is_loss_within(score: Score, plies: float) -> bool:
    return score.kind is ScoreKind.LOSS and score.number <= plies


def _worth(score: Score, mine: float, theirs: float) -> float:
    """Return a score as a number to which noise can be added; what is not seen is worth nothing."""
    if score.kind is ScoreKind.VALUE:
        return float(score.number)
    if score.kind is ScoreKind.WIN:
        return _DECIDED if score.number - 1 <= mine else 0.0
    return -_DECIDED if score.number <= theirs else 0.0
