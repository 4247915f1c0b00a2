"""Games of the engine against itself at fixed nodes, written down to fit weights with.

One line of JSON a game: rule, size, the moves, how many of them are the opening, the engine's value
of every position from there on for the side to move, the move it found there, which moves were
drawn instead, and the result. See docs/training.md.
"""

import gzip
import json
import math
import multiprocessing
import random
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tengen.core.geometry import PASS, SYMMETRIES, Point
from tengen.core.rules import RULES
from tengen.core.setup import Setup
from tengen.engine.board import NativeBoard
from tengen.engine.engine import Engine
from tengen.engine.features import judge
from tengen.engine.weights import load_weights
from tengen.errors import InvalidText
from tengen.training.games import read

_TABLE: Final = 16 << 20
_LONGEST: Final = 0.75
"""A game is drawn when this share of the board is full."""
_CALM: Final = 900
"""Moves are drawn only while a value is smaller: what is lost already teaches little."""
_TEMPERATURE: Final = 160
"""A move whose patterns score so much more is drawn e times as often."""
_WINNING_FOUR: Final = 12
_WINNING_FIVE: Final = 13
"""Classes of points, as native numbers them."""


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """What to play: everything that a game depends on besides its number."""

    rule: str
    size: int
    nodes: int
    openings: tuple[tuple[Point, ...], ...]
    seed: int = 1
    weights: Path | None = None
    random_moves: float = 0.7
    """How many random stones follow an opening on average, so that games differ."""
    explore: float = 0.0
    """The chance that a move is drawn by the looks of moves, and not the searched one."""


def play(plan: SelfPlay, games: int, file: Path, on_game: Callable[[], None], jobs: int) -> None:
    """Play `games` games on `jobs` processes and append them to `file`, each when it has ended.

    Games are numbered on from those in the file and written in the order of their numbers, so that
    a file depends on its plans alone, and on neither the jobs nor where it was interrupted.
    """
    load_weights(RULES[plan.rule], plan.weights)  # Refuse now, and not in another process.
    first = _count(file, plan.rule)
    context = multiprocessing.get_context("spawn")
    with ExitStack() as stack:
        with _deaf_to_interrupts():
            pool = stack.enter_context(context.Pool(jobs, _start, (plan,)))
        out: gzip.GzipFile | None = None
        for line in pool.imap(_play_one, range(first, first + games)):
            if out is None:
                # Not sooner: no game, no file.
                out = stack.enter_context(gzip.open(file, "ab"))
            with _interrupted_later():
                out.write(line.encode() + b"\n")
                out.flush()
                on_game()


def _count(file: Path, rule: str) -> int:
    """Return how many games a file has that more will be appended to."""
    if not file.exists():
        return 0
    count = 0
    for game in read([file]):
        if game.rule.name != rule:
            raise InvalidText(
                "mixed-rules",
                "{source}: a game of {other} is in this file already; write {rule} to another",
                source=game.source,
                other=game.rule.name,
                rule=rule,
            )
        count += 1
    return count


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Let processes that are started here leave Ctrl-C to this one, from their first moment on."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _interrupted_later() -> Iterator[None]:
    """Keep Ctrl-C and a polite end waiting: a game is written and counted, or neither."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    signals = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(one, lambda number, _: came.append(number)) for one in signals]
    try:
        yield
    finally:
        for one, handler in zip(signals, before, strict=True):
            signal.signal(one, handler)
        if came:
            signal.raise_signal(came[0])


_plan: SelfPlay
_engine: Engine


def _start(plan: SelfPlay) -> None:
    global _plan, _engine
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _plan = plan
    _engine = Engine(memory=_TABLE, weights=plan.weights)


def _play_one(number: int) -> str:
    rng = random.Random(f"{_plan.seed} {number}")
    _engine.clear()
    while True:
        board, moves = _open(rng)
        if board.outcome() is None:
            break
    start = len(moves)
    values, found, explored = [], [], []
    winner = -1
    while board.outcome() is None and len(moves) < _LONGEST * _plan.size**2:
        value, best = _engine.value(board, _plan.nodes)
        values.append(value)
        found.append(_index(best))
        if abs(value) >= _engine.WIN_BOUND:
            winner = int(board.turn) if value > 0 else 1 - int(board.turn)
            break
        move = _drawn(board, best, rng) if _explores(board, value, rng) else best
        if move != best:
            explored.append(len(moves))
        board.push(move)
        moves.append(move)
    else:
        outcome = board.outcome()
        if outcome is not None and outcome.winner is not None:
            winner = int(outcome.winner)
    game = {
        "rule": _plan.rule,
        "size": _plan.size,
        "start": start,
        "moves": [_index(move) for move in moves],
        "values": values,
        "found": found,
        "winner": winner,
    }
    return json.dumps({**game, "explored": explored} if explored else game, separators=(",", ":"))


def _explores(board: NativeBoard, value: int, rng: random.Random) -> bool:
    # Without exploring no random number is taken, and games are those of older plans.
    if not _plan.explore or abs(value) >= _CALM or rng.random() >= _plan.explore:
        return False
    mine, theirs = board.counts(board.turn), board.counts(board.turn.other)
    return not (theirs[_WINNING_FIVE] or mine[_WINNING_FOUR] or theirs[_WINNING_FOUR])


def _drawn(board: NativeBoard, best: Point, rng: random.Random) -> Point:
    """Return a move drawn by what its patterns score in the weights of the package."""
    _, scores = judge(board, load_weights(RULES[_plan.rule], network=False))
    moves = [(point, score) for point, score in scores if point != PASS]
    if not moves:
        return best
    most = max(score for _, score in moves)
    odds = [math.exp((score - most) / _TEMPERATURE) for _, score in moves]
    return rng.choices(moves, odds)[0][0]


def _open(rng: random.Random) -> tuple[NativeBoard, list[Point]]:
    """Return an opening, turned and mirrored at random, with a few random stones after it."""
    symmetry = rng.choice(SYMMETRIES)
    opening = rng.choice(_plan.openings)
    moves = [symmetry.apply(point, _plan.size) for point in opening]
    board = NativeBoard(Setup(_plan.size, RULES[_plan.rule]), moves)
    while rng.random() < _plan.random_moves / (1 + _plan.random_moves):
        candidates = [point for point in board.candidates() if point != PASS]
        if not candidates or board.outcome() is not None:
            break
        moves.append(rng.choice(candidates))
        board.push(moves[-1])
    return board, moves


def _index(point: Point) -> int:
    return -1 if point == PASS else point.y * _plan.size + point.x
