"""Botzone's judge of Gomoku: JSON requests, a new process each turn, and the platform's limits."""

import json
from collections.abc import Iterator, Mapping
from time import perf_counter
from typing import Any, Final

from tengen.core.game import Game
from tengen.core.geometry import Point
from tengen.core.openings import Seat
from tengen.errors import BotFault, InvalidText
from tengen.hosts.botzone import wire
from tengen.judges._board import draw_numbered
from tengen.judges._entrant import Entrant
from tengen.judges._judge import Answer, Outcome, Player, Table
from tengen.judges._program import MEGABYTE, Program
from tengen.options import Option
from tengen.play.event import Ended, Event, MovePlayed
from tengen.play.referee import Referee

FLAGS: Final[Mapping[str, Option]] = {
    "--keep-running": Option(
        "keep_running", bool, False, help="programs may ask to stay for the whole game"
    ),
    "--seconds": Option("seconds", float, None, 0.01, 3600, help="for a move, in any language"),
    "--memory": Option("memory", int, 256, 16, 1 << 20, help="megabytes for a program"),
}

TIMES: Final = {"python": (6.0, 4.0), "java": (3.0, 2.0), "node": (2.0, 2.0), "": (1.0, 1.0)}
"""Seconds for the first move of a process and for later ones, by the name of what runs it."""

_LONGEST_DATA: Final = 100 * 1024


class Judge:
    """Botzone's Gomoku; see `tengen.judges._judge.Judge`."""

    title = "Botzone Gomoku"
    games = 2
    writes_files = False

    def __init__(
        self, *, keep_running: bool = False, seconds: float | None = None, memory: int = 256
    ) -> None:
        self.keep_running = keep_running
        self.seconds = seconds
        self.memory = memory * MEGABYTE
        self.limits: dict[str, Any] = {
            "seconds": seconds or "by language",
            "memory": f"{memory} MB",
            "keep_running": keep_running,
        }

    def position(self, number: int) -> str:  # noqa: ARG002
        """Start on the empty board."""
        return ""

    def first(self, number: int) -> int:
        """Let the programs take turns at Black."""
        return (number + 1) % 2

    def examine(self, entrant: Entrant) -> Iterator[Outcome]:  # noqa: ARG002
        """Try nothing: the platform finds out in the first game."""
        return iter(())

    def seat(self, entrant: Entrant, seat: Seat, table: Table) -> Player:  # noqa: ARG002
        """Seat a program."""
        return _Player(self, entrant, table)

    def times(self, entrant: Entrant) -> tuple[float, float]:
        """Return the seconds for the first move of a process and for later ones."""
        if self.seconds is not None:
            return self.seconds, self.seconds
        if entrant.kind in ("bot", "file"):
            return TIMES["python"]
        return next(times for name, times in TIMES.items() if name in entrant.path.name)

    def board(self, game: Game) -> list[str]:
        """Draw the board with x along the top and y down the side."""
        return draw_numbered(game)

    def tell(self, event: Event, referee: Referee) -> list[str]:
        """Return the judge's output, one JSON object for every move."""
        if isinstance(event, (MovePlayed, Ended)):
            if isinstance(event, MovePlayed) and referee.result is not None:
                return []  # The end tells it.
            return [json.dumps(output(referee), separators=(",", ":"))]
        return []

    def record(self, referee: Referee) -> tuple[str, str]:
        """Return the match's log: what the judge said and what the players answered, in turns."""
        return "log.json", json.dumps(match_log(referee), indent=1) + "\n"

    def status(self, referee: Referee) -> int | None:  # noqa: ARG002
        """Tell nothing by an exit status."""
        return None


class _Player:
    """A program on Botzone in one game."""

    def __init__(self, judge: Judge, entrant: Entrant, table: Table) -> None:
        self.notes: list[str] = []
        self._judge, self._entrant = judge, entrant
        self._kept: dict[str, str] = table.kept.setdefault(f"globaldata of {entrant.name}", {})
        self._data = ""
        self._requests: list[object] = []
        self._responses: list[object] = []
        self._program: Program | None = None

    def begin(self, game: Game) -> None:
        """Do nothing: a program is started when it must move."""

    def choose(self, game: Game) -> Answer:
        """Start the program or ask the one that stays, and read its response."""
        last = game.board.last
        request = _json_point(wire.NO_MOVE if last is None else last)
        self._requests.append(request)
        first, later = self._judge.times(self._entrant)
        if self._program is None:
            begun, allowed = self._start(), first
        else:
            begun, allowed = self._program.send(_compact(request)), later
        text = self._read(begun + allowed, allowed)
        seconds = perf_counter() - begun
        return Answer(self._take(text), seconds)

    def end(self, game: Game) -> None:
        """Say nothing: a program that stays sees the end of its input."""

    def close(self) -> None:
        """End the process."""
        if self._program is not None:
            self._program.close()
        self._program = None

    def _start(self) -> float:
        stays = ("--keep-running",) if self._judge.keep_running else ()
        command = self._entrant.command("botzone", *(stays if self._entrant.kind == "bot" else ()))
        self._program = Program(
            command,
            name=self._entrant.name,
            folder=self._entrant.folder,
            memory=self._judge.memory,
        )
        whole: dict[str, object] = {"requests": self._requests, "responses": self._responses}
        if self._data:
            whole["data"] = self._data
        if self._kept:
            whole.update(self._kept)
        self._program.send(_compact(whole))
        if not self._judge.keep_running:
            self._program.end_input()
        return self._program.started

    def _read(self, deadline: float, allowed: float) -> str:
        """Return what the program printed for this turn."""
        assert self._program is not None
        lines: list[str] = []
        while True:
            try:
                line = self._program.read(deadline, allowed).text
            except BotFault as fault:
                if fault.code != "crashed" or fault.arguments.get("status") != 0:
                    raise self._told_why(fault, lines) from None
                # It has ended as it should.
                self.close()
                return "\n".join(lines)
            if line.strip() != wire.KEEP_RUNNING:
                lines.append(line)
            elif self._judge.keep_running:
                self._program.check()
                return "\n".join(lines)
            else:
                raise BotFault(
                    "nonsense",
                    "{name} asks to keep running, which is switched off; give --keep-running",
                    name=self._entrant.name,
                )

    def _told_why(self, fault: BotFault, lines: list[str]) -> BotFault:
        if fault.code != "late" or not lines:
            return fault
        return BotFault(
            "late",
            "{name} printed {line!r} and then neither ended nor asked to keep running",
            name=self._entrant.name,
            line=lines[-1][:60],
        )

    def _take(self, text: str) -> Point:
        """Return the point of a response, or raise what the judge says of it."""
        try:
            value = wire.parse_json(text)
            response = (
                value["response"] if isinstance(value, dict) and "response" in value else value
            )
            if isinstance(value, dict):
                self._keep(value)
            self._responses.append(response)
            point = wire.parse_point(response)
        except (InvalidText, OverflowError) as error:
            raise self._fault("nonsense", "INVALID INPUT", str(error)) from None
        if not (0 <= point.x < wire.SIZE and 0 <= point.y < wire.SIZE):
            raise self._fault("off-board", "INVALID MOVE", f"({point.x}, {point.y}) is off board")
        return point

    def _keep(self, value: dict[str, Any]) -> None:
        for name in ("data", "globaldata"):
            text = value.get(name)
            if isinstance(text, str) and len(text) > _LONGEST_DATA:
                self.notes.append(f"{self._entrant.name}: {name} is longer than 100 KB and lost")
            elif isinstance(text, str) and name == "data":
                self._data = text
            elif isinstance(text, str) and text:
                self._kept[name] = text

    def _fault(self, code: str, word: str, why: str) -> BotFault:
        return BotFault(
            code, "{word}: {name}: {why}", word=word, name=self._entrant.name, why=why[:300]
        )


def output(referee: Referee) -> dict[str, Any]:
    """Return what the platform's judge says as the game stands."""
    game, ended = referee.game, referee.result
    moves = [move for move in game.moves if isinstance(move, Point)]
    if ended is not None and ended.ending.is_fault and ended.winner is not None:
        winner = int(ended.winner)
        error = "INVALID MOVE" if ended.fault in ("off-board", "occupied") else "INVALID INPUT"
        display: dict[str, Any] = {"winner": winner, "error": error, "error_data": ended.detail}
        return {"display": display, "command": "finish", "content": _scores(winner)}
    if not moves:
        return {"command": "request", "content": {"0": _json_point(wire.NO_MOVE)}}
    color, point = int(game.turn.other), moves[-1]
    display = {"color": color, **_json_point(point)}
    if ended is None:
        content = {str(int(game.turn)): _json_point(point)}
        return {"display": display, "command": "request", "content": content}
    if ended.color is not None:
        display["winner"] = int(ended.color)
    winner_or_none = None if ended.color is None else int(ended.color)
    return {"display": display, "command": "finish", "content": _scores(winner_or_none)}


def match_log(referee: Referee) -> list[dict[str, Any]]:
    """Return the log that the platform keeps, and hands to its judge after every move."""
    again = Game(wire.SIZE)
    log: list[dict[str, Any]] = [_request(again)]
    for move in referee.game.moves:
        assert isinstance(move, Point)
        log.append({str(int(again.turn)): {"verdict": "OK", "response": _json_point(move)}})
        again.push(move)
        if again.outcome() is None:
            log.append(_request(again))
    if referee.result is not None:
        if referee.result.ending.is_fault:
            verdict = {"verdict": str(referee.result.ending), "response": None}
            log.append({str(int(again.turn)): verdict})
        log.append({"output": output(referee)})
    return log


def _request(game: Game) -> dict[str, Any]:
    last = game.board.last
    point = _json_point(wire.NO_MOVE if last is None else last)
    said: dict[str, Any] = {"command": "request", "content": {str(int(game.turn)): point}}
    if last is not None:
        said = {"display": {"color": int(game.turn.other), **point}, **said}
    return {"output": said}


def _scores(winner: int | None) -> dict[str, int]:
    if winner is None:
        return {"0": 1, "1": 1}
    return {"0": 0 if winner else 2, "1": 2 if winner else 0}


def _json_point(point: Point) -> dict[str, int]:
    return {"x": point.x, "y": point.y}


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))
