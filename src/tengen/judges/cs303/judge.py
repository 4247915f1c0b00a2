"""Matches of CS303: candidates within five seconds, three minutes a player, the last one counts."""

from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from tengen.core.game import Game
from tengen.core.geometry import Color, Point
from tengen.core.openings import Seat
from tengen.errors import BotFault, NotAvailable
from tengen.judges._board import draw_numbered
from tengen.judges._entrant import Entrant
from tengen.judges._judge import Answer, Outcome, Player, Table
from tengen.judges._program import MEGABYTE
from tengen.judges.cs303.cases import SIZE, public_cases, read_cases
from tengen.judges.cs303.check import BLACK, WHITE, examine
from tengen.judges.cs303.session import Session
from tengen.options import Option
from tengen.play.event import Ended, Event, MovePlayed
from tengen.play.referee import Referee

FLAGS: Final[Mapping[str, Option]] = {
    "--check": Option("check", bool, True, help="no leaves out the upload check"),
    "--cases": Option("cases", str, "", help="a file of cases instead of the public ones"),
    "--seconds": Option("seconds", float, 5.0, 0.01, 3600, help="for a move"),
    "--memory": Option("memory", int, 1024, 16, 1 << 20, help="megabytes for a program"),
}

ANNOUNCED_MEMORY: Final = 100 * MEGABYTE
"""What the course announced, and its server did not enforce."""

_MATCH: Final = 180.0


class Judge:
    """CS303's platform; see `tengen.judges._judge.Judge`."""

    title = "CS303"
    games = 2
    writes_files = False

    def __init__(
        self, *, check: bool = True, cases: str = "", seconds: float = 5.0, memory: int = 1024
    ) -> None:
        if find_spec("numpy") is None:
            raise NotAvailable(
                "no-numpy", "CS303 hands over NumPy arrays; pip install 'tengen[arena]'"
            )
        self.seconds = seconds
        self.memory = memory * MEGABYTE
        self._cases = (read_cases(Path(cases)) if cases else public_cases()) if check else None
        self.limits: dict[str, Any] = {
            "turn": f"{seconds:g}s",
            "match": f"{_MATCH:g}s",
            "memory": f"{memory} MB",
        }

    def position(self, number: int) -> str:  # noqa: ARG002
        """Start on the empty board."""
        return ""

    def first(self, number: int) -> int:
        """Let the programs take turns at black."""
        return (number + 1) % 2

    def examine(self, entrant: Entrant) -> Iterator[Outcome]:
        """Check an uploaded file; our own bots and other programs are not uploaded."""
        if self._cases is None or entrant.kind != "file":
            return iter(())
        return examine(entrant, self._cases, self.seconds, self.memory)

    def seat(self, entrant: Entrant, seat: Seat, table: Table) -> Player:  # noqa: ARG002
        """Seat a program."""
        return _Player(self, entrant, BLACK if seat is Seat.FIRST else WHITE)

    def board(self, game: Game) -> list[str]:
        """Draw the board by rows and columns."""
        return draw_numbered(game)

    def tell(self, event: Event, referee: Referee) -> list[str]:
        """Return the line of the platform's log, `row,column,colour`."""
        if isinstance(event, MovePlayed):
            point = referee.game.parse_move(event.move)
            assert isinstance(point, Point)
            return [f"{point.y},{point.x},{BLACK if event.seat is Seat.FIRST else WHITE}"]
        if isinstance(event, Ended):
            return [f"winner {0 if event.winner is None else (BLACK, WHITE)[event.winner]}"]
        return []

    def record(self, referee: Referee) -> tuple[str, str]:
        """Return the moves, a line each."""
        moves = (e for e in referee.events if isinstance(e, MovePlayed))
        return "chess_log.txt", "".join(self.tell(e, referee)[0] + "\n" for e in moves)

    def status(self, referee: Referee) -> int | None:  # noqa: ARG002
        """Tell nothing by an exit status."""
        return None


class _Player:
    """A program of CS303 in one game: one AI for all its moves."""

    def __init__(self, judge: Judge, entrant: Entrant, color: int) -> None:
        self.notes: list[str] = []
        self._judge, self._entrant, self._color = judge, entrant, color
        self._left = _MATCH
        self._session: Session | None = None

    def begin(self, game: Game) -> None:
        """Start the process and make the AI."""
        self._session = Session(self._entrant, self._judge.memory)
        self._session.new(game.size, self._color, self._judge.seconds)

    def choose(self, game: Game) -> Answer:
        """Ask for a move; when time is up the last candidate counts."""
        assert self._session is not None
        found = self._session.go(rows_of(game), self._judge.seconds)
        self._left -= found.seconds
        if self._left < 0:
            raise self._fault("late", f"has used more than {_MATCH:g} s in all")
        if not found.in_time:
            self.notes.append(
                f"{self._entrant.name} was stopped after {self._judge.seconds:g} s; "
                "its last candidate counts"
            )
        move = found.candidate
        if move is None:
            raise self._fault("nonsense", "the candidate list is empty")
        if not isinstance(move, list) or [type(part) for part in move] != [int, int]:
            raise self._fault("nonsense", f"the candidate {str(move)[:60]} is no pair of integers")
        row, column = move
        if not (0 <= row < SIZE and 0 <= column < SIZE):
            raise self._fault("off-board", f"the candidate ({row}, {column}) is off the board")
        return Answer(Point(column, row), found.seconds)

    def end(self, game: Game) -> None:  # noqa: ARG002
        """Say if the program took more memory than the course announced."""
        if self._session is not None and self._entrant.kind == "file":
            peak = self._session.peak
            if peak > ANNOUNCED_MEMORY:
                self.notes.append(
                    f"{self._entrant.name} took {peak // MEGABYTE} MB; 100 were announced"
                )

    def close(self) -> None:
        """End the process."""
        if self._session is not None:
            self._session.close()
        self._session = None

    def _fault(self, code: str, why: str) -> BotFault:
        return BotFault(code, "{name}: {why}", name=self._entrant.name, why=why)


def rows_of(game: Game) -> list[list[int]]:
    """Return the board as the platform has it."""
    colors = {None: 0, Color.BLACK: BLACK, Color.WHITE: WHITE}
    return [
        [colors[game.board.stone(Point(x, y))] for x in range(game.size)] for y in range(game.size)
    ]
