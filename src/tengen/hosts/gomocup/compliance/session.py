"""What a check talks to: the program, its lines with their times, and its process."""

import os
import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from time import perf_counter, sleep
from typing import Final, TypeVar

from tengen.core.game import Game
from tengen.core.geometry import Point, is_on_board
from tengen.core.rules import Rule
from tengen.errors import BotFault, TengenError
from tengen.hosts.gomocup import position
from tengen.hosts.gomocup.compliance.check import Entry, Problem, Settings, blocked, failed
from tengen.hosts.gomocup.wire import FIRST_POINT, Key, Word, code_of, format_ms, format_point
from tengen.process import Child, Line, Usage, describe_status

T = TypeVar("T")

MEMORY: Final = 350 * 1024 * 1024
"""Bytes that Gomocup allows."""

QUICK: Final = 0.2
"""Seconds for a move wherever it is not the time that is looked at."""

BREATH: Final = 0.005
"""Seconds between an answer and the next question: with a manager that is the opponent's move."""

_KEPT_LINES: Final = 2000  # Of a transcript the last ones, of strays the first.
_QUOTED: Final = 100  # Characters of a line in a sentence.
_LATER: Final = 0.5  # Seconds for an answer that may yet come after a line that is none,
_THOUGHT: Final = 1.0  # and for one that must be thought about.
_UNFLUSHED: Final = 0.5  # Seconds for output that is flushed only at the end.
_LOOK: Final = 0.2  # Seconds for which it is looked whether a program works.
_GRACE: Final = 0.3  # Seconds between END and the kill, when a check is over.
_REFUSALS: Final = (Word.UNKNOWN, Word.ERROR)

FLUSH: Final = (
    "flush after every line: print(..., flush=True) in Python, fflush(stdout) in C, "
    "std::endl in C++, System.out.flush() in Java"
)

_MENDS: Final = {
    "crashed": "see in the transcript what it was sent, and send it that by hand",
    "hung-up": "keep standard input and output open until END",
    "flood": "print one line for every question, and little else",
    "not-reading": "read all of the input, INFO included",
}
"""What to do about a program that has ended, or does not take or stop its lines."""


class Session:
    """What a check talks to: the program, started as often as it likes, one run at a time.

    Every call comes back within its time; what is sent and received goes into the transcript.
    """

    def __init__(self, command: Sequence[str], settings: Settings) -> None:
        self.settings = settings
        self.notes: list[str] = []
        """What the user may like to know."""
        self.problems: list[Problem] = []
        """What is wrong, but not so wrong that the check has failed."""
        self.strays: list[str] = []
        """Lines that were neither an answer nor a message."""
        self.took = 0.0
        """Seconds from the last question to its answer."""
        self.breath = BREATH
        """Seconds after an answer in which nothing is asked."""
        self.transcript: deque[Entry] = deque(maxlen=_KEPT_LINES)
        self._command = command
        self._child: Child | None = None
        self._begun = perf_counter()
        self._answered = 0.0  # When the last answer came.
        self._marker = f"TENGEN_CHECK_{os.urandom(8).hex()}"

    def note(self, text: str) -> None:
        """Tell the user something."""
        self.notes.append(text)

    def warn(self, expected: str, came: str, mend: str) -> None:
        """Tell the user that something is not as it should be; the check goes on."""
        self.problems.append(Problem(expected, came, mend))

    # The process.

    def open(self, newline: str = "\n") -> None:
        """Start the program, afresh if it runs already."""
        if self._child is not None:
            self.close()
            self._write("#", "started afresh")
        environment = {**os.environ, self._marker: "1"}
        # With this a Python program need not flush, but a manager will not set it.
        environment.pop("PYTHONUNBUFFERED", None)
        try:
            self._child = Child(self._command, env=environment, newline=newline)
        except TengenError as error:
            raise failed("a program that starts", str(error), "see whether it is there") from None

    def close(self) -> None:
        """End the program and all it has started."""
        child, self._child = self._child, None
        if child is None:
            return
        with suppress(BotFault):
            child.send("END", timeout=_GRACE)
        child.close(_GRACE)
        for text in child.stderr_tail:
            self._write("!", text)

    def end_input(self) -> float:
        """Close the program's input and return the instant."""
        self._running.end_input()
        self._write("#", "its input is closed")
        return perf_counter()

    def wait_for_exit(self, since: float, seconds: float) -> float | None:
        """Return how many seconds after `since` the program ended; None if it runs on."""
        status = self._running.wait(since + seconds - perf_counter())
        at = perf_counter()
        self.skim()
        if status is None:
            self._write("#", "still running")
            return None
        self._write("#", describe_status(status))
        return at - since

    @property
    def status(self) -> int | None:
        """The exit status of the program; None while it runs."""
        return self._running.status

    @property
    def stderr(self) -> tuple[str, ...]:
        """The last lines that the program wrote to stderr."""
        return self._running.stderr_tail

    def usage(self) -> Usage:
        """Return what the program and all it started have used so far."""
        return self._running.usage()

    def leftovers(self, seconds: float) -> list[str]:
        """Return the names of the processes that outlive the program by `seconds` or more."""
        import psutil

        deadline = perf_counter() + seconds
        while True:
            found = []
            for process in psutil.process_iter():
                with suppress(psutil.Error, OSError):
                    if self._marker in process.environ():
                        found.append(str(process.name()))
            if not found or perf_counter() > deadline:
                return found
            sleep(0.05)

    # Lines.

    def send(self, *lines: str) -> float:
        """Send lines and return the instant just before."""
        try:
            return self._send(*lines)
        except BotFault as fault:
            came, mend = self._told(fault), _MENDS.get(fault.code, "read until END comes")
            expected = "a program that reads its input"
            raise failed(expected, came, mend, cause=fault.code) from None

    def skim(self) -> None:
        """Take note of what the program has said unasked."""
        for text in self._heard(perf_counter()):
            self._keep(text)

    def ask(
        self,
        *lines: str,
        wants: Callable[[str], T | None],
        expected: str,
        mend: str,
        seconds: float | None = None,
        thinks: bool = False,
    ) -> T:
        """Send lines and return the first answer that `wants` makes something of.

        `expected` and `mend` are parts of the sentence that is said if none comes. A program that
        `thinks` may say other things first; else there is little time left after one of those.
        """
        sleep(max(0.0, self._answered + self.breath - perf_counter()))
        self.skim()
        seconds = self.settings.timeout if seconds is None else seconds
        last = ""
        try:
            begun = self._send(*lines)
            deadline = begun + seconds
            while True:
                line = self._next(deadline)
                text = line.text.strip()
                if _is_message(line.text):
                    continue
                if (answer := wants(text)) is not None:
                    self.took, self._answered = line.at - begun, line.at
                    return answer
                if _head(text) == Word.SUGGEST:
                    self._send(f"PLAY {text.partition(' ')[2]}")
                    continue
                self._keep(text)
                last = text
                if not thinks or _head(text) in _REFUSALS:
                    deadline = min(deadline, line.at + (_THOUGHT if thinks else _LATER))
        except BotFault as fault:
            came, better, cause = self._diagnose(fault, last, seconds)
            raise failed(expected, came, better or mend, cause=cause) from None

    def ready(
        self, size: int | None = None, *, turn: float = QUICK, left: float | None = None
    ) -> Game:
        """Start the program afresh for a game under the given limits; return the empty game.

        Raise what `blocked` makes if it does not answer START: that is another check's business.
        """
        size = self.settings.size if size is None else size
        self.open()
        try:
            self.ask(f"START {size}", wants=read_ok, expected="OK", mend="")
        except BotFault as fault:
            came = fault.arguments["came"]
            raise blocked(f"START {size} is not answered with OK: {came}") from None
        self.send(*infos(self.settings.rule, turn, left))
        return Game(size, self.settings.rule)

    def move(self, game: Game, *lines: str, seconds: float | None = None) -> Point:
        """Ask for a move, play it in `game`, and return it. It must be legal."""
        question = "BOARD" if lines[-1] == "DONE" else lines[-1]
        expected = f"a free point of the board in answer to {question}"
        point = self.ask(
            *lines,
            wants=read_point,
            expected=expected,
            mend="print the move as x,y, or check a slow program with a greater --timeout",
            seconds=seconds,
            thinks=True,
        )
        came = f"{format_point(point)} came"
        if not is_on_board(point, game.size):
            mend = f"columns and rows go from 0 to {game.size - 1}"
            raise failed(expected, f"{came}, which is off the board", mend)
        try:
            position.play(game, point)
        except TengenError as error:
            mend = "keep a board and put both sides' stones on it"
            if error.code == "forbidden":
                mend = f"under {game.rule} play no forbidden point"
            raise failed(expected, f"{came}, and {str(error).partition(';')[0]}", mend) from None
        return point

    @property
    def _running(self) -> Child:
        assert self._child is not None, "open or ready comes first"
        return self._child

    def _write(self, sigil: str, text: str, at: float | None = None) -> None:
        at = perf_counter() if at is None else at
        self.transcript.append(Entry(max(0.0, at - self._begun), sigil, text))

    def _send(self, *lines: str) -> float:
        begun = perf_counter()
        for line in lines:
            self._write(">", line, begun)
        return self._running.send(*lines, timeout=self.settings.timeout)

    def _next(self, deadline: float) -> Line:
        """Return the next line that has come before the deadline, written down."""
        line = self._running.read(deadline - perf_counter())
        self._write("<", line.text, line.at)
        if line.at > deadline:
            # Nothing else would ever end the reading of a program that prints without end.
            raise BotFault("silent", "{text!r} came late", text=line.text)
        return line

    def _heard(self, deadline: float) -> Iterator[str]:
        """Yield the lines until the deadline that are no messages."""
        with suppress(BotFault):
            while True:
                if not _is_message(text := self._next(deadline).text):
                    yield text.strip()

    def _keep(self, text: str) -> None:
        """Remember a line that is no answer; of a flood the first ones are enough."""
        if len(self.strays) < _KEPT_LINES:
            self.strays.append(text)

    def _told(self, fault: BotFault) -> str:
        """Say what the program has done instead of answering."""
        stderr = self.stderr
        words = f" (its last words on stderr: {stderr[-1][:_QUOTED]!r})" if stderr else ""
        if fault.code == "crashed":
            self._write("#", str(fault.arguments["ending"]))
            return f"the program {fault.arguments['ending']}{words}"
        ending = str(fault).removeprefix(repr(self._running.program)).strip()
        return f"the program {ending}{words}"

    def _diagnose(self, fault: BotFault, last: str, seconds: float) -> tuple[str, str, str]:
        """Say what came instead of an answer, how to mend it where that is known, and a code."""
        if fault.code != "silent":
            self.skim()
            return self._told(fault), _MENDS.get(fault.code, ""), fault.code
        if last:
            return f"{last[:_QUOTED]!r} came", "", "nonsense"
        if pending := self._running.pending:
            came = f"only {pending[:_QUOTED]!r} came, without a line end"
            return came, "end every line with a line end, and " + FLUSH, "unflushed"
        nothing = f"nothing came within {seconds:.3g} s"
        if self._is_working():
            return f"{nothing}, and it still works on it", "", "silent"
        if late := self._last_words():
            return f"{late[:_QUOTED]!r} came only after its input was closed", FLUSH, "unflushed"
        return nothing, "", "silent"

    def _is_working(self) -> bool:
        """Say whether the program uses the processor: then it has not kept back its answer."""
        before = self.usage().seconds
        sleep(_LOOK)
        return self.usage().seconds - before > _LOOK / 10

    def _last_words(self) -> str:
        """Close the program's input and return what it says then, if that is no message."""
        return next(self._heard(self.end_input() + _UNFLUSHED), "")


def infos(rule: Rule, turn: float, left: float | None = None) -> list[str]:
    """Return what Piskvork tells a program before a game, in its order; times are seconds."""
    values = {
        Key.MAX_MEMORY: str(MEMORY),
        Key.TIMEOUT_MATCH: "0" if left is None else format_ms(max(left, 60.0)),
        Key.TIMEOUT_TURN: format_ms(turn),
        Key.GAME_TYPE: "1",
        Key.RULE: str(code_of(rule)),
        Key.TIME_LEFT: format_ms(left),
    }
    return [f"INFO {key} {value}" for key, value in values.items()]


def read_ok(text: str) -> str | None:
    """Return a line that says OK, however it is spelled."""
    return text if _head(text) == Word.OK else None


def read_point(text: str) -> Point | None:
    """Return the point that a line begins with, on the board or not."""
    found = FIRST_POINT.match(text)
    return None if found is None else Point(int(found[1]), int(found[2]))


def read_refusal(text: str) -> str | None:
    """Return a line that says UNKNOWN or ERROR."""
    return text if _head(text) in _REFUSALS else None


def _is_message(text: str) -> bool:
    """Say whether a line is for people; Piskvork wants the blank."""
    return text.upper().startswith((f"{Word.MESSAGE} ", f"{Word.DEBUG} "))


def _head(text: str) -> str:
    match = re.match(r"\w*", text)
    return match[0].upper() if match else ""
