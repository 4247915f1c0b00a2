"""CS4386's judge of Trap Gomoku: traps at random, `play_games` called step by step."""

import random
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from tengen.core.game import Game
from tengen.core.geometry import Color, Point
from tengen.core.openings import Seat
from tengen.errors import BotFault, InvalidText
from tengen.hosts.botzone.wire import parse_json
from tengen.hosts.cs4386 import wire
from tengen.hosts.cs4386.player import FREE, PLAYER_A, PLAYER_B, SIZE, TRAP
from tengen.judges import _workers
from tengen.judges._board import draw_numbered
from tengen.judges._entrant import Entrant
from tengen.judges._judge import Answer, Outcome, Player, Table
from tengen.judges._program import MEGABYTE, Program
from tengen.notation.position import format_position
from tengen.options import Option
from tengen.play.event import Ended, Event, MovePlayed
from tengen.play.referee import Referee

FEWEST_TRAPS: Final = 10
MOST_TRAPS: Final = 15

FLAGS: Final[Mapping[str, Option]] = {
    "--traps": Option("traps", int, None, 0, 200, help="how many; else 10 to 15 at random"),
    "--seed": Option("seed", int, None, 0, 2**32 - 1, help="the same seed sets the same traps"),
    "--seconds": Option("seconds", float, 2.0, 0.01, 3600, help="for a step"),
    "--memory": Option("memory", int, 256, 16, 1 << 20, help="megabytes for a program"),
    "--fresh": Option("fresh", bool, False, help="a new process for every step"),
}

_CELLS: Final = {".": FREE, "X": PLAYER_A, "O": PLAYER_B, "*": TRAP}
_SIDES: Final = ("A", "B")
_START_SECONDS: Final = 5.0  # For the process itself and its first import, on a busy machine.
_WORKER: Final = str(Path(_workers.__file__).parent / "cs4386.py")


class Judge:
    """CS4386's Trap Gomoku; see `tengen.judges._judge.Judge`."""

    title = "CS4386 Trap Gomoku"
    games = 2
    writes_files = False

    def __init__(
        self,
        *,
        traps: int | None = None,
        seed: int | None = None,
        seconds: float = 2.0,
        memory: int = 256,
        fresh: bool = False,
    ) -> None:
        self.seconds = seconds
        self.memory = memory * MEGABYTE
        self.is_fresh = fresh
        self._traps = traps
        self._seed = random.randrange(2**32) if seed is None else seed
        self.limits: dict[str, Any] = {
            "turn": f"{seconds:g}s",
            "memory": f"{memory} MB",
            "seed": self._seed,
        }

    def position(self, number: int) -> str:
        """Set the traps: both games of a pair have the same ones."""
        rng = random.Random(f"{self._seed} {(number + 1) // 2}")
        count = rng.randint(FEWEST_TRAPS, MOST_TRAPS) if self._traps is None else self._traps
        points = [Point(x, y) for y in range(SIZE) for x in range(SIZE)]
        return format_position(Game(SIZE, traps=rng.sample(points, count)))

    def first(self, number: int) -> int:
        """Let the programs take turns at being player A."""
        return (number + 1) % 2

    def examine(self, entrant: Entrant) -> Iterator[Outcome]:  # noqa: ARG002
        """Try nothing."""
        return iter(())

    def seat(self, entrant: Entrant, seat: Seat, table: Table) -> Player:
        """Seat a program as player A or B."""
        return _Player(self, entrant, seat, table)

    def board(self, game: Game) -> list[str]:
        """Draw the board by rows and columns; `*` is a trap."""
        return draw_numbered(game)

    def tell(self, event: Event, referee: Referee) -> list[str]:
        """Return a line for every step."""
        game = referee.game
        if isinstance(event, MovePlayed):
            point = game.parse_move(event.move)
            assert isinstance(point, Point)
            into = ", devoured by a trap" if point in game.board.traps else ""
            step = sum(isinstance(before, MovePlayed) for before in referee.events)
            return [f"step {step}: {_SIDES[event.seat]} ({point.y}, {point.x}){into}"]
        if isinstance(event, Ended):
            winner = "nobody" if event.winner is None else _SIDES[event.winner]
            return [f"{winner} wins: {event.detail}"]
        return []

    def record(self, referee: Referee) -> tuple[str, str]:
        """Return the board at the start, and a line `step,row,column` for every step."""
        start = referee.game.setup.board()
        rows = ["".join(str(_CELLS[start[Point(x, y)]]) for x in range(SIZE)) for y in range(SIZE)]
        moves = [move for move in referee.game.moves if isinstance(move, Point)]
        steps = [f"{step},{p.y},{p.x}" for step, p in enumerate(moves, 1)]
        return "steps.txt", "\n".join([*rows, *steps]) + "\n"

    def status(self, referee: Referee) -> int | None:  # noqa: ARG002
        """Tell nothing by an exit status."""
        return None


class _Player:
    """A program of CS4386 in one game."""

    def __init__(self, judge: Judge, entrant: Entrant, seat: Seat, table: Table) -> None:
        self.notes: list[str] = []
        self._judge, self._entrant = judge, entrant
        self._log = ""
        if table.folder is not None and entrant.kind == "file":
            self._log = str((table.folder / f"battle_log_{_SIDES[seat]}.txt").absolute())
        self._program: Program | None = None
        self._sent = 0  # How many boards the process has seen.

    def begin(self, game: Game) -> None:  # noqa: ARG002
        """Start the process; its clock runs when it is first asked."""
        if self._entrant.kind == "file":
            path = self._entrant.words[0]
            command = [sys.executable, _WORKER, path, *([self._log] if self._log else [])]
        else:
            command = self._entrant.command("cs4386")
        self._program = Program(
            command,
            name=self._entrant.name,
            folder=self._entrant.folder,
            memory=self._judge.memory,
        )
        self._sent = 0

    def choose(self, game: Game) -> Answer:
        """Ask for a decision."""
        if self._judge.is_fresh and self._sent:
            self.close()
            self.begin(game)
        assert self._program is not None
        is_first = self._sent == 0
        boards = boards_of(game)
        step, last = len(boards), game.board.last
        rival = [-1, -1] if last is None else [last.y, last.x]
        new = [[k, wire.format_board(b)] for k, b in enumerate(boards) if k >= self._sent]
        self._sent = len(boards)
        begun = self._program.send(wire.write(step=step, rival=rival, boards=new))
        allowed = self._judge.seconds
        grace = _START_SECONDS if is_first else 0.0
        line = self._program.read(begun + allowed + grace, allowed)
        self._program.check()
        seconds = perf_counter() - begun
        return Answer(self._point(line.text), seconds)

    def end(self, game: Game) -> None:
        """Say nothing: the program is not called again."""

    def close(self) -> None:
        """End the process."""
        if self._program is not None:
            self._program.close()
        self._program = None

    def _point(self, text: str) -> Point:
        try:
            value = parse_json(text)
        except InvalidText as error:
            raise self._fault("nonsense", str(error)) from None
        said = value if isinstance(value, dict) else {}
        if "error" in said or "decision" not in said:
            raise self._fault("error", str(said.get("error", f"{text[:60]!r} is no decision")))
        if note := said.get("note"):
            self.notes.append(f"{self._entrant.name}: {str(note)[:200]}")
        decision = said["decision"]
        if not isinstance(decision, list) or [type(part) for part in decision] != [int, int]:
            raise self._fault(
                "nonsense", f"the decision {str(decision)[:60]} is no pair of integers"
            )
        row, column = decision
        if not (0 <= row < SIZE and 0 <= column < SIZE):
            raise self._fault("off-board", f"the decision ({row}, {column}) is off the board")
        return Point(column, row)

    def _fault(self, code: str, why: str) -> BotFault:
        return BotFault(code, "{name}: {why}", name=self._entrant.name, why=why[:300])


def boards_of(game: Game) -> list[wire.Board]:
    """Return the boards of all steps so far, the start first; a trap devours and stays."""
    start = game.setup.board()
    board = [[_CELLS[start[Point(x, y)]] for x in range(SIZE)] for y in range(SIZE)]
    boards, color = [[row[:] for row in board]], game.setup.turn
    for move in game.moves:
        assert isinstance(move, Point)
        if move not in game.board.traps:
            board[move.y][move.x] = PLAYER_A if color is Color.BLACK else PLAYER_B
        color = color.other
        boards.append([row[:] for row in board])
    return boards
