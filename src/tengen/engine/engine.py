"""The engine: the native search with the core's own types."""

import threading
from pathlib import Path

from tengen.core.game import Game
from tengen.core.geometry import Point
from tengen.core.limits import Limit
from tengen.core.rules import Rule
from tengen.core.score import Info, Line, Score
from tengen.engine.board import NativeBoard, _native
from tengen.engine.time import budget
from tengen.engine.weights import load_weights

_NO_LIMIT = Limit()


class Engine:
    """A searcher with a memory of its own. One search at a time; `stop` from any thread."""

    def __init__(
        self, *, memory: int = 64 << 20, threads: int = 1, weights: Path | None = None
    ) -> None:
        self._memory, self._threads, self._weights = memory, threads, weights
        self._rule: Rule | None = None
        self._native: _native.Engine | None = None

    def search(self, game: Game, limit: Limit = _NO_LIMIT) -> Info:
        """Return what a search within `limit` finds."""
        board = NativeBoard(game.setup, game.board.moves)
        optimum, maximum = budget(limit, len(game.board.moves))
        request = _native.Request(
            nodes=limit.nodes or 0, depth=limit.depth or 0, optimum=optimum, maximum=maximum
        )
        is_main = threading.current_thread() is threading.main_thread()
        report = self._engine(game.rule).search(board._board, request, signals=is_main)
        return to_info(report)

    WIN_BOUND = _native.VALUE_WIN_BOUND
    """From here on a value is a win."""

    def value(self, board: NativeBoard, nodes: int) -> tuple[int, Point]:
        """Return the value of a position for the side to move, and the best move: for self-play."""
        report = self._engine(board.rule).search(board._board, _native.Request(nodes=nodes))
        value, _, moves = report.lines[0]
        return value, Point(*moves[0])

    def stop(self) -> None:
        """End the running search soon."""
        if self._native is not None:
            self._native.stop()

    def clear(self) -> None:
        """Forget every position."""
        if self._native is not None:
            self._native.clear()

    def _engine(self, rule: Rule) -> "_native.Engine":
        if self._native is None or self._rule != rule:
            weights = load_weights(rule, self._weights)
            self._native = _native.Engine(weights, self._memory, self._threads)
            self._rule = rule
        return self._native


def to_info(report: "_native.Report") -> Info:
    """Return a native report with the core's types."""
    lines = tuple(
        Line(to_score(value), tuple(Point(*pair) for pair in moves))
        for value, _, moves in report.lines
    )
    return Info(report.depth, report.nodes, report.seconds, lines)


def to_score(value: int) -> Score:
    """Return a native value as a score."""
    if value >= _native.VALUE_WIN_BOUND:
        return Score.win(_native.VALUE_WIN - value)
    if value <= -_native.VALUE_WIN_BOUND:
        return Score.loss(_native.VALUE_WIN + value)
    return Score.value(value)
