"""The exact threat solver: wins by fours, or by fours and threes, each with a proof."""

from dataclasses import dataclass
from enum import StrEnum
from threading import Lock
from typing import Final

from tengen.core.game import Game
from tengen.core.geometry import Point
from tengen.core.openings import Choice
from tengen.core.proof import Proof
from tengen.core.score import Score
from tengen.engine._module import native as _native
from tengen.engine.board import NativeBoard
from tengen.errors import IllegalMove, InvalidText

DEFAULT_MEMORY: Final = 16 << 20
MAX_MEMORY: Final = 1 << 40

_MAX_NODES: Final = (1 << 64) - 1
_MAX_DEPTH: Final = 100_000
_MAX_SECONDS: Final = 1e9


class Verdict(StrEnum):
    """What a solver says of the side to move."""

    WIN = "win"
    """It wins, and there is a proof."""
    NO_WIN = "no win"
    """It has no win by the threats that were asked for; it may have others."""
    UNKNOWN = "unknown"
    """A limit came first."""


_VERDICTS: Final = (Verdict.WIN, Verdict.NO_WIN, Verdict.UNKNOWN)


@dataclass(frozen=True, slots=True)
class Solution:
    """What a solver found; `score`, `proof` and `line` are there if it is a win."""

    verdict: Verdict
    score: Score | None
    """In how many plies it is won at the latest."""
    proof: Proof | None
    line: tuple[Point, ...]
    """The longest line of the proof, the best move first."""
    nodes: int
    seconds: float

    @property
    def best(self) -> Point | None:
        """The move that wins, if there is one."""
        return self.line[0] if self.line else None


class Solver:
    """A solver with tables of its own, which later questions profit from.

    Any thread may ask; while one is answered the others wait. `stop` does not wait.
    """

    def __init__(self, *, memory: int = DEFAULT_MEMORY) -> None:
        """Make a solver that keeps about `memory` bytes of tables."""
        _check_range("memory", memory, 1 << 12, MAX_MEMORY)
        self._memory = memory
        self._native = _native.Solver(memory)
        self._lock = Lock()

    def solve(
        self,
        position: Game | NativeBoard,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        depth: int | None = None,
        fours_only: bool = False,
        shorten: bool = True,
    ) -> Solution:
        """Look for a forced win of the side to move.

        `depth` is the most plies that it may take. With `fours_only` no threes are tried.
        `shorten` spends at most as much again on a shorter win. Without limits it may take ages.
        """
        if nodes is not None:
            _check_range("nodes", nodes, 1, _MAX_NODES)
        if depth is not None:
            _check_range("depth", depth, 1, _MAX_DEPTH)
        if seconds is not None and not 0 < seconds <= _MAX_SECONDS:
            raise InvalidText(
                "bad-limit",
                "seconds {seconds!r} is not possible; give a number above 0, at most {most:g}",
                seconds=seconds,
                most=_MAX_SECONDS,
            )
        stops = self._native.stops
        board = _board_of(position)
        if (outcome := board.outcome()) is not None:
            raise IllegalMove("game-over", "the game is over: {outcome}", outcome=str(outcome))
        milliseconds = 0 if seconds is None else max(1, round(seconds * 1000))
        with self._lock:
            try:
                found = self._native.solve(
                    board._board, nodes or 0, milliseconds, depth or 0, fours_only, shorten, stops
                )
            except MemoryError:
                raise InvalidText(
                    "memory-range",
                    "there is no room for tables of {memory} bytes; give less",
                    memory=self._memory,
                ) from None
        verdict = _VERDICTS[found.verdict]
        won = verdict is Verdict.WIN
        return Solution(
            verdict,
            Score.win(found.plies) if won else None,
            _proof_of(found.proof) if won else None,
            tuple(Point(*pair) for pair in found.line),
            found.nodes,
            found.microseconds / 1e6,
        )

    def stop(self) -> None:
        """End the question that is being answered, which returns what it has."""
        self._native.stop()

    def clear(self) -> None:
        """Forget everything that was learnt."""
        with self._lock:
            self._native.clear()


def _board_of(position: Game | NativeBoard) -> NativeBoard:
    if isinstance(position, NativeBoard):
        return position
    if position.choices:
        raise IllegalMove(
            "choice-due",
            "there is nothing to solve yet; first choose {choices}",
            choices=" or ".join(position.choices),
        )
    moves = [move for move in position.moves if not isinstance(move, Choice)]
    return NativeBoard(position.setup, moves)


def _proof_of(
    rows: list[tuple[tuple[int, int], int, list[tuple[tuple[int, int], int]]]],
) -> Proof:
    nodes: list[Proof] = []
    for move, otherwise, replies in rows:
        nodes.append(
            Proof(
                Point(*move),
                {Point(*reply): nodes[number] for reply, number in replies},
                None if otherwise < 0 else nodes[otherwise],
            )
        )
    return nodes[-1]


def _check_range(name: str, value: int, least: int, most: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise InvalidText(
            "bad-limit",
            "{name} {value!r} is not possible; give a whole number from {least} to {most}",
            name=name,
            value=value,
            least=least,
            most=most,
        )
