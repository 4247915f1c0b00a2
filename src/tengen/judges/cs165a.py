"""CS165A's referee: two programs on the command line, moves announced at the start of a line."""

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TextIO

from tengen.core.game import Game
from tengen.core.geometry import Point
from tengen.core.openings import Seat
from tengen.errors import BotFault, InvalidText
from tengen.hosts.cs165a import wire
from tengen.judges import _workers
from tengen.judges._entrant import Entrant
from tengen.judges._judge import Answer, Outcome, Player, Table
from tengen.judges._program import MEGABYTE, Program
from tengen.notation.position import format_position
from tengen.options import Option
from tengen.play.event import Ended, Event, MovePlayed
from tengen.play.referee import Referee
from tengen.process import Line

FLAGS: Final[Mapping[str, Option]] = {
    "-n": Option("size", int, wire.USUAL_SIZE, wire.MIN_SIZE, wire.MAX_SIZE, help="lines a side"),
    "--seconds": Option("seconds", float, None, 0.01, 3600, help="for a move, instead of 31"),
    "--memory": Option("memory", int, 1024, 16, 1 << 20, help="megabytes for a program"),
}

ANNOUNCED: Final = re.compile(r"[m|M]ove [p|P]layed[ \t]*:[ \t]*([a-z][0-9]{1,2})")
"""What the referee looks for, at the start of a line and with nothing behind it."""

_NEARLY: Final = re.compile(r"move[ \t]+played[ \t]*:[ \t]*([a-z][0-9]{1,2})", re.IGNORECASE)
_TURN: Final = 31.0
_MATCH: Final = 121.0
_WORKER: Final = str(Path(_workers.__file__).parent / "merged.py")


class Judge:
    """The referee of CS165A; see `tengen.judges._judge.Judge`."""

    title = "CS165A Gobang"
    games = 1
    writes_files = True

    def __init__(
        self, *, size: int = wire.USUAL_SIZE, seconds: float | None = None, memory: int = 1024
    ) -> None:
        self.size = size
        self.turn = _TURN if seconds is None else seconds
        self.memory = memory * MEGABYTE
        self.limits: dict[str, Any] = {
            "turn": f"{self.turn:g}s",
            "match": f"{_MATCH:g}s",
            "memory": f"{memory} MB",
        }

    def position(self, number: int) -> str:  # noqa: ARG002
        """Start on the empty board."""
        return format_position(Game(self.size))

    def first(self, number: int) -> int:
        """Let the second program be dark, as the referee's command line has it, then take turns."""
        return number % 2

    def examine(self, entrant: Entrant) -> Iterator[Outcome]:  # noqa: ARG002
        """Try nothing."""
        return iter(())

    def seat(self, entrant: Entrant, seat: Seat, table: Table) -> Player:
        """Seat a program: dark is told that the other side is light."""
        return _Player(self, entrant, seat, table)

    def board(self, game: Game) -> list[str]:
        """Draw the board with letters along the top and rows counted from there."""
        return wire.draw(game)

    def tell(self, event: Event, referee: Referee) -> list[str]:
        """Return what the referee prints."""
        if isinstance(event, MovePlayed):
            point = referee.game.parse_move(event.move)
            assert isinstance(point, Point)
            move, side = wire.format_move(point), wire.SIDES[event.seat]
            return [
                f"{side} player's turn",
                f"{side} player's move: {move} (within {event.seconds:.2f} seconds)",
            ]
        if isinstance(event, Ended):
            winner = event.winner
            result = "It's a tie!" if winner is None else f"{wire.SIDES[winner]} player wins!"
            why = [event.detail] if event.ending.is_fault else []
            return [*why, "Game over!", result, "Exiting..."]
        return []

    def record(self, referee: Referee) -> tuple[str, str]:
        """Return what the referee printed, from the first line to the last."""
        lines: list[str] = []
        for event in referee.events:
            lines += self.tell(event, referee)
        return "Referee.out", "\n".join(lines) + "\n"

    def status(self, referee: Referee) -> int | None:
        """Return 1 if dark has won, 2 if light has, and 0 for a tie."""
        winner = referee.result.winner if referee.result is not None else None
        return 0 if winner is None else int(winner) + 1


class _Player:
    """A program of CS165A in one game."""

    def __init__(self, judge: Judge, entrant: Entrant, seat: Seat, table: Table) -> None:
        self.notes: list[str] = []
        self._judge, self._entrant, self._seat = judge, entrant, seat
        self._folder = table.folder
        self._left = _MATCH
        self._program: Program | None = None
        self._file: TextIO | None = None

    def begin(self, game: Game) -> None:
        """Start the program, both outputs as one."""
        arguments = ["-n", str(game.size), *(["-l"] if self._seat is Seat.FIRST else [])]
        command = self._entrant.command("cs165a", *arguments)
        if self._folder is not None:
            path = self._folder / f"{wire.SIDES[self._seat]}.out"
            self._file = path.open("w", encoding="utf-8")
        self._program = Program(
            [sys.executable, "-I", "-S", _WORKER, *command],
            name=self._entrant.name,
            folder=self._entrant.folder,
            memory=self._judge.memory,
            keep_cr=True,
        )

    def choose(self, game: Game) -> Answer:
        """Send the other side's move, and read it announced and then the program's own."""
        assert self._program is not None
        last = game.board.last
        begun = self._program.started if last is None else self._send(last)
        allowed = min(self._judge.turn, self._left)
        announced: list[str] = []
        awaited = 1 if last is None else 2
        while len(announced) < awaited:
            line = self._next_line(begun + allowed, allowed, announced, awaited)
            if (found := ANNOUNCED.fullmatch(line.text)) is None:
                self._check_near_miss(line.text)
                continue
            announced.append(found[1])
            if last is not None and len(announced) == 1:
                self._check_echo(announced[0], last)
        seconds = line.at - begun
        self._left -= seconds
        self._program.check()
        return Answer(self._point(announced[-1], game.size), seconds)

    def end(self, game: Game) -> None:
        """Send the last move to the program that has not made it, as the referee does."""
        last = game.board.last
        if game.outcome() is not None and last is not None and int(game.turn) == int(self._seat):
            self._send(last)
            if self._program is not None:
                self._program.status(0.5)

    def close(self) -> None:
        """End the process and keep the rest of what it printed."""
        if self._program is not None:
            self._program.close()
            for line in self._program.rest():
                self._copy(line)
        if self._file is not None:
            self._file.close()
        self._program, self._file = None, None

    def _send(self, point: Point) -> float:
        assert self._program is not None
        return self._program.send(wire.format_move(point))

    def _next_line(
        self, deadline: float, allowed: float, announced: list[str], awaited: int
    ) -> Line:
        assert self._program is not None
        try:
            line = self._program.read(deadline, allowed)
        except BotFault as fault:
            if fault.code == "late":
                raise self._silence(allowed, announced, awaited) from None
            raise
        self._copy(line.text)
        return line

    def _silence(self, allowed: float, announced: list[str], awaited: int) -> BotFault:
        """Say why no move came, as well as that can be guessed."""
        assert self._program is not None
        pending = self._program.pending
        if _NEARLY.search(pending):
            why = f"it did not end the line {pending[:60]!r}"
        elif announced:
            why = (
                f"it announced only {announced[0]}, where the other side's move and its own are due"
            )
        elif pending:
            why = f"it printed {pending[:60]!r}, which is no move"
        else:
            why = "no 'Move played:' line came; are the outputs flushed?"
        return BotFault(
            "late",
            "{name} announced {count} of {awaited} moves within {allowed:g} s: {why}",
            name=self._entrant.name,
            count=len(announced),
            awaited=awaited,
            allowed=allowed,
            why=why,
        )

    def _check_near_miss(self, text: str) -> None:
        """Refuse at once a line that was meant to announce a move and never will."""
        found = _NEARLY.search(text)
        if found is None:
            return
        before, behind = text[: found.start()], text[found.end() :]
        if before:
            why = (
                f"a prompt without a newline: the referee reads only lines that begin with "
                f"'Move played:', so end {before[-40:]!r} with a newline or print none"
            )
        elif behind.strip("\r") == "" and behind:
            why = "the line ends with CR LF; the referee wants LF alone"
        elif behind:
            why = f"behind the move stands {behind[:40]!r}; the referee wants the line to end there"
        else:
            why = "the referee wants 'Move played:' in just these letters"
        raise BotFault(
            "no-newline" if before else "nonsense",
            "{name} printed {text!r}: {why}",
            name=self._entrant.name,
            text=text[:80],
            why=why,
        )

    def _check_echo(self, announced: str, sent: Point) -> None:
        if announced != wire.format_move(sent):
            self.notes.append(
                f"{self._entrant.name} announced {announced} where {wire.format_move(sent)}, the "
                "other side's move, was due; the referee counts it and waits for another line"
            )

    def _point(self, text: str, size: int) -> Point:
        try:
            return wire.parse_move(text, size)
        except InvalidText as error:
            raise BotFault(
                error.code, "{name}: {why}", name=self._entrant.name, why=str(error)
            ) from None

    def _copy(self, text: str) -> None:
        if self._file is not None:
            self._file.write(text + "\n")
