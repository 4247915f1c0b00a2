"""The engine: the native search with the core's own types."""

import threading
import weakref
from collections.abc import Callable, Iterable
from operator import index
from pathlib import Path
from time import perf_counter
from typing import ClassVar, Final, NamedTuple

from tengen.core.game import Game
from tengen.core.geometry import PASS, Point, format_point
from tengen.core.limits import Limit
from tengen.core.rules import Rule
from tengen.core.score import Candidate, Info, Line, Score
from tengen.engine._module import native as _native
from tengen.engine.analysis import Analysis
from tengen.engine.board import NativeBoard
from tengen.engine.solver import MAX_MEMORY, Solution, Solver
from tengen.engine.time import RESERVE, budget
from tengen.engine.weights import load_weights
from tengen.errors import BotFault, IllegalMove, InvalidText

OnInfo = Callable[[Info], None]

LEAST_MEMORY: Final = 1 << 20
"""Bytes of the smallest table that an engine works with."""

MOST_THREADS: Final = 256

_MEMORY: Final = 64 << 20
_FIRST_TABLE: Final = 16 << 20
_BYTES_A_SECOND: Final = 32 << 20
_BYTES_A_NODE: Final = 32
"""A table is as large as a search can use, and grows when a longer one comes: the first touch of a
page costs more than a node, and a table that fits the cache is faster (16 MB: 1.36, 300 MB: 0.89 M
nodes a second in the first second of a game)."""

_LEAST_SECONDS: Final = 0.0005
_NO_LIMIT: Final = Limit()


class _Question(NamedTuple):
    game: Game
    limit: Limit
    begun: float
    only: tuple[Point, ...]
    exclude: tuple[Point, ...]
    multipv: int
    balanced: bool
    stops: int
    """How many stops the engine had heard when it was asked: one more is for this question."""


class Engine:
    """A searcher with a memory of its own; make as many as you like.

    An engine does one search at a time. Asked from several threads, it answers one after another;
    `stop` may be called from any thread. Ctrl-C ends a search in the main thread.
    """

    WIN_BOUND: ClassVar[int] = _native.VALUE_WIN_BOUND
    """From here on a value is a win."""

    def __init__(
        self,
        *,
        memory: int = _MEMORY,
        threads: int = 1,
        weights: Path | str | None = None,
        network: bool = True,
        reserve: float = RESERVE,
        can_pass: bool = True,
    ) -> None:
        """Make an engine; what it needs for a rule comes with the first search.

        A side without a legal point passes, as the rules say. Without `can_pass`, as on a wire
        that has no word for it, such a side has lost, and the search knows.
        """
        if not isinstance(memory, int) or memory < LEAST_MEMORY:
            raise InvalidText(
                "memory-range",
                "a table of {memory} bytes is too small; give a whole number, at least {least}",
                memory=memory,
                least=LEAST_MEMORY,
            )
        if not isinstance(threads, int) or not 1 <= threads <= MOST_THREADS:
            raise InvalidText(
                "threads-range",
                "{threads} threads are not possible; give 1 to {most}",
                threads=threads,
                most=MOST_THREADS,
            )
        if not 0 <= reserve < float("inf"):
            raise InvalidText(
                "reserve-range",
                "a reserve of {reserve} seconds is not possible; give 0 or more",
                reserve=reserve,
            )
        self.reserve = reserve
        self._memory, self._threads = memory, threads
        self._weights = None if weights is None else Path(weights)
        self._network, self._can_pass = network, can_pass
        self._rule: Rule | None = None
        self._native: _native.Engine | None = None
        self._table = 0
        self.stops = 0
        """How often `stop` was called: who makes one answer of several searches looks at it."""
        self._lock = threading.Lock()
        self._owner: int | None = None
        self._solver: Solver | None = None
        self._analysis: Callable[[], Analysis | None] = _nothing

    def search(
        self,
        game: Game,
        limit: Limit = _NO_LIMIT,
        *,
        only: Iterable[Point] = (),
        exclude: Iterable[Point] = (),
        multipv: int = 1,
        balanced: bool = False,
        on_info: OnInfo | None = None,
    ) -> Info:
        """Return what a search within `limit` finds, best line first, for the side to move.

        `multipv` lines have exact scores. `only` and `exclude` restrict the first move; with
        `balanced` the best is the one nearest to an even game. `on_info` is called after every
        iteration. Without a limit this ends when nothing deeper can matter, or by `stop`. Nodes
        are counted in the first of several threads, and where twelve points or fewer are empty the
        rest of the game is solved whatever limit of nodes or depth there is (with traps as far as
        200,000 nodes or half of the time go).

        A side without a legal point gets the line PASS. Raise IllegalMove for a finished game, and
        InvalidText when no move is left to search.
        """
        question = self._question(game, limit, only, exclude, multipv, balanced)
        return self._answer(question, on_info)

    def analyse(
        self,
        game: Game,
        limit: Limit = _NO_LIMIT,
        *,
        multipv: int = 3,
        only: Iterable[Point] = (),
        exclude: Iterable[Point] = (),
    ) -> Analysis:
        """Search in the background, and return the stream of what is found; see `Analysis`.

        The game may be changed meanwhile. A new search or analysis of this engine ends this one.
        """
        question = self._question(game.copy(), limit, only, exclude, multipv, False)
        analysis = Analysis(lambda tell: self._answer(question, tell), self.stop)
        self._analysis = weakref.ref(analysis)
        return analysis

    def solve(
        self,
        game: Game,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        depth: int | None = None,
        fours_only: bool = False,
    ) -> Solution:
        """Look for a win by threats that no reply can stop, with its proof; see `Solver.solve`.

        Asks a solver beside the search: both may work at the same time.
        """
        if self._solver is None:
            self._solver = Solver(memory=min(self._memory, MAX_MEMORY))
        return self._solver.solve(
            game, nodes=nodes, seconds=seconds, depth=depth, fours_only=fours_only
        )

    def value(self, board: NativeBoard, nodes: int) -> tuple[int, Point]:
        """Return the value of a position for the side to move, and the best move: for self-play."""
        with self._lock:
            report = self._ready(board.rule, nodes * _BYTES_A_NODE).search(
                board._board, _native.Request(nodes=nodes)
            )
        value, _, moves = report.lines[0]
        return value, Point(*moves[0])

    def stop(self) -> None:
        """End the running search within milliseconds; it returns what it has found so far."""
        self.stops += 1
        if (native := self._native) is not None:
            native.stop()
        if self._solver is not None:
            self._solver.stop()

    def prepare(self, rule: Rule) -> None:
        """Do now what the first search of a game would need time for, and forget other games."""
        self._check_free()
        self._end_analysis()
        with self._lock:
            # A new table costs nothing until it is used; to clear one takes time.
            self._native = None
            try:
                self._ready(rule, _FIRST_TABLE)
            except InvalidText as error:
                # A host may name the rule that they are for before the first move.
                if error.code != "other-rule":
                    raise

    def clear(self) -> None:
        """Forget every position."""
        self._check_free()
        self._end_analysis()
        with self._lock:
            if self._native is not None:
                self._native.clear()

    def weights_hash(self, rule: Rule) -> int:
        """Return the hash of the weights for `rule`, by which two engines are told apart."""
        return int(load_weights(rule, self._weights, network=self._network).hash)

    def has_network(self, rule: Rule) -> bool:
        """Whether positions of a rule are judged by a network besides the patterns."""
        return bool(load_weights(rule, self._weights, network=self._network).has_network)

    def _check_free(self) -> None:
        """Raise BotFault where a search of this engine has called what asks: it cannot wait."""
        if self._owner == threading.get_ident():
            raise BotFault(
                "engine-busy", "this engine is searching; ask another engine while it does"
            )

    def _end_analysis(self) -> None:
        if (analysis := self._analysis()) is not None:
            analysis.close()

    def _question(
        self,
        game: Game,
        limit: Limit,
        only: Iterable[Point],
        exclude: Iterable[Point],
        multipv: int,
        balanced: bool,
    ) -> _Question:
        begun = perf_counter()
        self._check_free()
        if (outcome := game.outcome()) is not None:
            raise IllegalMove(
                "game-over",
                "the game is over: {outcome}; there is nothing to search",
                outcome=str(outcome),
            )
        if not isinstance(multipv, int) or multipv < 1:
            raise InvalidText(
                "multipv-range",
                "{count} lines are not possible; give a whole number, 1 or more",
                count=multipv,
            )
        points = _points(only), _points(exclude)
        for point in (*points[0], *points[1]):
            game.board.check_on_board(point)
        # Before the stops are read: the one that ends an analysis is not for this question.
        self._end_analysis()
        return _Question(game, limit, begun, *points, multipv, balanced, self.stops)

    def _answer(self, question: _Question, on_info: OnInfo | None) -> Info:
        with self._lock:
            self._owner = threading.get_ident()
            try:
                return self._search(question, on_info)
            finally:
                self._owner = None

    def _search(self, question: _Question, on_info: OnInfo | None) -> Info:
        game, limit = question.game, question.limit
        optimum, maximum = budget(limit, len(game.board.moves), self.reserve)
        board = NativeBoard(game.setup, game.board.moves)
        engine = self._ready(game.rule, _table_wish(limit, maximum))
        stops = engine.stops
        if self.stops != question.stops:
            engine.stop()  # It was for this question, which has come no further than here.
        raised: list[BaseException] = []

        def heard(report: "_native.Report") -> bool:
            # What is raised here must not cross the native search, whose threads are running.
            try:
                if on_info is not None:
                    on_info(to_info(report, is_best_first=not question.balanced))
            except BaseException as error:
                raised.append(error)
            return bool(raised) or self.stops != question.stops

        if maximum:
            spent = perf_counter() - question.begun
            optimum = max(optimum - spent, _LEAST_SECONDS)
            maximum = max(maximum - spent, _LEAST_SECONDS)
        request = _native.Request(
            nodes=min(limit.nodes or 0, 2**63),
            depth=min(limit.depth or 0, 2**15),
            optimum=optimum,
            maximum=maximum,
            lines=min(question.multipv, 2**15),
            balanced=question.balanced,
            stops=stops,
        )
        report = engine.search(
            board._board,
            request,
            only=question.only,
            except_=question.exclude,
            on_report=heard,
            signals=threading.current_thread() is threading.main_thread(),
        )
        if raised:
            raise raised[0]
        if not report.lines:
            return _without_moves(question, board)
        return to_info(report, is_best_first=not question.balanced)

    def _ready(self, rule: Rule, wish: int) -> "_native.Engine":
        """Return the native engine for `rule`, with a table as large as is wished and allowed."""
        table = min(self._memory, max(wish, _FIRST_TABLE))
        if self._native is None or self._rule != rule or table > 2 * self._table:
            weights = load_weights(rule, self._weights, network=self._network)
            # The old table goes before the new one comes, so that both never count together.
            self._native = None
            try:
                self._native = _native.Engine(
                    weights, table, self._threads, can_pass=self._can_pass
                )
            except MemoryError:
                raise InvalidText(
                    "memory-range",
                    "there is no room for a table of {memory} bytes; give less",
                    memory=table,
                ) from None
            self._rule, self._table = rule, table
        return self._native


def _nothing() -> Analysis | None:
    return None


def _points(given: Iterable[Point]) -> tuple[Point, ...]:
    return tuple(Point(*map(index, point)) for point in given)


def _table_wish(limit: Limit, maximum: float) -> int:
    """Return how large a table a search can make use of."""
    wishes = []
    if maximum:
        wishes.append(maximum * _BYTES_A_SECOND)
    if limit.nodes is not None:
        wishes.append(limit.nodes * _BYTES_A_NODE)
    return int(min([*wishes, 2**62]))


def _without_moves(question: _Question, board: NativeBoard) -> Info:
    if not board.legal_points():
        # Nothing is to be decided, and what follows is the other side's.
        return Info.of_move(PASS)
    size = question.game.size
    raise InvalidText(
        "no-move-left",
        "no legal move is left to search; only {only}, without {exclude}",
        only=" ".join(format_point(p, size) for p in question.only) or "all",
        exclude=" ".join(format_point(p, size) for p in question.exclude) or "none",
    )


def to_info(report: "_native.Report", *, is_best_first: bool) -> Info:
    """Return a native report with the core's types, the lines in the order of their scores."""
    # Of an iteration that was stopped among its lines, some scores are from the one before.
    found = sorted(report.lines, key=lambda line: -line[0] if is_best_first else abs(line[0]))
    lines = tuple(
        Line(to_score(value), tuple(Point(*pair) for pair in moves)) for value, _, moves in found
    )
    candidates = tuple(
        Candidate(Point(*pair), to_score(value))
        for pair, value in report.candidates
        if abs(value) <= _native.VALUE_WIN  # Others have not been looked at yet.
    )
    return Info(
        report.depth,
        report.nodes,
        report.seconds,
        lines,
        candidates,
        report.selective_depth,
        report.permille_full / 1000,
    )


def to_score(value: int) -> Score:
    """Return a native value as a score."""
    if value >= _native.VALUE_WIN_BOUND:
        return Score.win(_native.VALUE_WIN - value)
    if value <= -_native.VALUE_WIN_BOUND:
        return Score.loss(_native.VALUE_WIN + value)
    return Score.value(value)
