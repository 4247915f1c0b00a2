"""Drives any program that speaks the Gomocup protocol: with this it becomes a player.

The only file of this end that talks, through a supervised child process; nothing it does can hang.
What to send is said by `script`, and what the answers mean by `answers`. Here is decided:

- Lines that were printed before the question was asked are no answer to it.
- A move that comes late is still waited for a little, to tell a slow program from a silent one.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from time import perf_counter, sleep
from typing import Any, Final, Self, TypeVar

from tengen.bots import Bot
from tengen.core.game import Game, Move
from tengen.core.geometry import Point
from tengen.core.limits import Limit
from tengen.core.openings import Choice
from tengen.errors import BotFault
from tengen.hosts.gomocup.answers import (
    QUOTED,
    REFUSALS,
    AboutReader,
    MoveReader,
    OpeningReader,
    Reader,
    StartReader,
)
from tengen.hosts.gomocup.script import Script, objection
from tengen.hosts.gomocup.wire import Word
from tengen.process import Child, Usage, parse_command

__all__ = ["MEMORY", "Answer", "Program", "objection"]

T = TypeVar("T")

MEMORY: Final = 350 * 1024 * 1024
"""Bytes that Gomocup allows."""

_ABOUT_SECONDS: Final = 5.0  # For ABOUT, which some programs do not know.
_RESTART_SECONDS: Final = 5.0  # For RESTART; else the program is started anew.
_LATE_SECONDS: Final = 1.0  # For a move after its deadline, which is then known to be late.
# Rapfi drops every word that comes before it has noted that its own search is over, a moment after
# its answer. It looks at one word in a millisecond.
_SETTLE_SECONDS: Final = 0.003
_END_SECONDS: Final = 0.7  # Between END and the kill, as in Piskvork.
_LOOK_SECONDS: Final = 0.1  # A look at the memory takes longer than all else that a move needs.
_LINE_LIMIT: Final = 1024 * 1024  # Managers must survive long lines, says the protocol.
_UNANSWERED: Final = ("silent", "error", "nonsense", "no-newline")


@dataclass(frozen=True, slots=True)
class Answer:
    """A move, and all that is known about how it was found."""

    move: Move
    """A point of the board or a choice, perhaps not a legal one."""
    seconds: float
    """From the question to the move, both as the pipes saw them."""
    at: float
    """When the move arrived, by `time.perf_counter()`."""
    depth: int | None = None
    nodes: int | None = None
    score: str = ""
    """The evaluation in the program's own words."""
    messages: tuple[str, ...] = ()
    """Its MESSAGE and DEBUG lines without the word, and whatever else it said, the last ones."""
    memory: int = 0
    """Bytes: the peak of the whole process tree, as it was last seen."""

    def info(self) -> dict[str, Any]:
        """Return what the program said, as plain data to keep with the move."""
        found = {
            "depth": self.depth,
            "nodes": self.nodes,
            "score": self.score,
            "memory": self.memory,
            "messages": list(self.messages),
        }
        return {name: value for name, value in found.items() if value}


class Program:
    """A program as a player. It is started when it is first needed, and again after a fault.

    Every call may block, but never longer than its limits; every fault is a BotFault, after which
    no process is left. Use one for one game at a time; `close` may be called from any thread.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        name: str = "",
        cwd: str | PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
        memory: int | None = MEMORY,
        is_memory_enforced: bool = False,
        threads: int | None = None,
        tolerance: float = 1.0,
        patience: float = 60.0,
        start_seconds: float = 10.0,
    ) -> None:
        self.command = parse_command(command) if isinstance(command, str) else list(command)
        self.name = name or Path(self.command[0]).name
        self.about: dict[str, str] = {}
        """What the program says of itself, once it is started: its name, version, author."""
        self.tolerance = tolerance
        """Seconds that are waited beyond a limit."""
        self.start_seconds = start_seconds
        """Seconds for the answer to START."""
        self.memory = memory
        """Bytes that the program is told to stay below; None for no limit."""
        self.is_memory_enforced = is_memory_enforced
        self._cwd, self._env = cwd, env
        self._script = Script(memory, threads, patience)
        self._child: Child | None = None
        self._last: Child | None = None  # For what is asked after its end.
        self._size = 0
        self._heard = 0.0  # When it has last answered.
        self._looked = 0.0  # When memory was last looked at,
        self._memory_seen = 0  # and how much it was.
        self._limit = Limit()
        self._plan: list[Move] = []  # Moves that were answered together and are not asked for yet,
        self._planned_for: tuple[Move, ...] = ()  # and where the first of them is to be played.

    def new_game(self, game: Game, limit: Limit) -> None:
        """Get ready for a new game, with `limit.match` as the whole of its time.

        The program goes on if it knows RESTART, and with it what it has learnt; call `close`
        before if every game shall begin alike.
        """
        with self._killing_on_fault():
            if (reason := objection(game.setup)) is not None:
                raise self._fault(
                    "unsupported", "{program!r} cannot play this: {reason}", reason=reason
                )
            if self._child is not None and not self._restart(game.size):
                self.close()
            if self._child is None:
                self._start(game.size)
            self._script.restart()
            self._plan.clear()
            self._limit = limit
            self._running().send(*self._script.infos(game.setup, limit))

    def choose(self, game: Game, limit: Limit) -> Answer:
        """Return the program's move, with `limit.match` as what is left of its time.

        It is not asked whether the move is legal, nor whether it came in time: a move that is a
        little later than limit and tolerance is returned as well. That is the referee's.
        """
        if self._plan and game.moves == self._planned_for:
            return Answer(self._next_of_plan(game), 0.0, perf_counter())
        with self._killing_on_fault():
            if self._child is None or not self._script.is_on_track(game):
                self.new_game(game, limit)
            lines = self._script.infos(game.setup, replace(limit, match=self._limit.match))
            seconds = self._script.seconds(limit) + self.tolerance + _LATE_SECONDS
            if not self._script.is_opening(game):
                reader: Reader[list[Move]] = MoveReader(self.name, game.size)
                lines += self._script.question(game, limit)
                (move,), begun, at = self._exchange(lines, reader, seconds)
                self._script.follow(game, move)
            else:
                reader, self._plan, begun, at = self._ask_opening(game, limit, seconds, lines)
                move = self._next_of_plan(game)
            memory = self._check_memory(at)
        return Answer(
            move,
            at - begun,
            at,
            reader.depth,
            reader.nodes,
            reader.score,
            tuple(reader.messages),
            memory,
        )

    def close(self) -> None:
        """End the program: END, a moment to obey, then the whole tree is killed."""
        child, self._child = self._child, None
        if child is not None:
            self._last = child
            with suppress(BotFault):
                child.send("END", timeout=_END_SECONDS)
            child.close(_END_SECONDS)

    @property
    def stderr_tail(self) -> tuple[str, ...]:
        """The last lines of stderr, also of a program that has ended."""
        child = self._child or self._last
        return () if child is None else child.stderr_tail

    def usage(self) -> Usage:
        """Return what the program has used since it was last started."""
        child = self._child or self._last
        return Usage(0, 0.0, 0) if child is None else child.usage()

    def as_bot(self) -> Bot:
        """Return the program as a bot like any other; close the program when it is done with."""

        def choose_point(game: Game, limit: Limit) -> Point:
            move = self.choose(game, limit).move
            assert not isinstance(move, Choice)
            return move

        def choose_choice(game: Game, limit: Limit) -> Choice:
            move = self.choose(game, limit).move
            assert isinstance(move, Choice)
            return move

        title = f"The program {self.name}."
        return Bot(self.name, title, choose_point, supports=objection, choose_choice=choose_choice)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _start(self, size: int) -> None:
        """Start the process; ask what it is, which it may not know, and for the board."""
        self._child = Child(
            self.command,
            cwd=self._cwd,
            env=self._env,
            memory_limit=self.memory,
            line_limit=_LINE_LIMIT,
        )
        self._size, self._looked, self._memory_seen = size, 0.0, 0
        about = AboutReader(self.name, size)
        is_about_due = False
        try:
            seconds = min(_ABOUT_SECONDS, self.start_seconds)
            self.about, _, _ = self._exchange(["ABOUT"], about, seconds)
        except BotFault as fault:
            if fault.code not in _UNANSWERED:
                raise
            is_about_due = True
        reader = StartReader(self.name, size, is_about_due=is_about_due)
        try:
            is_ready, _, _ = self._exchange([f"START {size}"], reader, self.start_seconds)
        except BotFault as fault:
            if fault.code not in _UNANSWERED:
                raise
            code = "slow-start" if fault.code == "silent" else "error-at-start"
            raise BotFault(code, "{reason}", reason=str(fault), **fault.arguments) from None
        self.about = self.about or reader.about
        if not is_ready:
            raise self._fault(
                "wrong-size" if "size" in reader.refusal.lower() else "error-at-start",
                "{program!r} answered START {size} with {text!r}",
                size=size,
                text=reader.refusal,
            )

    def _restart(self, size: int) -> bool:
        """Say whether the running program is ready for another game."""
        if size != self._size:
            return False
        try:
            reader = StartReader(self.name, size)
            return self._exchange(self._script.restart_lines(), reader, _RESTART_SECONDS)[0]
        except BotFault:
            return False

    def _ask_opening(
        self, game: Game, limit: Limit, seconds: float, infos: list[str]
    ) -> tuple[Reader[list[Move]], list[Move], float, float]:
        """Ask by SWAP2BOARD, once more with colours if the program has not understood."""
        reader = OpeningReader(self.name, game)
        lines = [*infos, *self._script.question(game, limit)]
        try:
            moves, begun, at = self._exchange(lines, reader, seconds)
        except BotFault:
            if self._script.has_colors or not reader.complaint.upper().startswith(Word.ERROR):
                raise
            self._script.has_colors = True
            return self._ask_opening(game, limit, seconds, [])
        return reader, moves, begun, at

    def _next_of_plan(self, game: Game) -> Move:
        move = self._plan.pop(0)
        self._planned_for = (*game.moves, move)
        return move

    def _exchange(
        self, lines: list[str], reader: Reader[T], seconds: float
    ) -> tuple[T, float, float]:
        """Send lines and read until there is an answer; return it, when asked and when it came."""
        child = self._running()
        try:
            return self._talk(child, lines, reader, seconds)
        except BotFault as fault:
            if fault.code == "silent":
                raise self._unanswered(child, lines, reader, seconds) from None
            if fault.code == "crashed" and (words := child.stderr_tail):
                raise self._fault(
                    "crashed",
                    "{program!r} {ending}; it said {words!r}",
                    ending=fault.arguments["ending"],
                    words=words[-1][:QUOTED],
                ) from None
            raise

    def _talk(
        self, child: Child, lines: list[str], reader: Reader[T], seconds: float
    ) -> tuple[T, float, float]:
        sleep(max(0.0, self._heard + _SETTLE_SECONDS - perf_counter()))
        begun = child.send(*lines)
        end = begun + seconds
        while True:
            line = child.read(max(0.0, end - perf_counter()))
            if line.at > end:
                raise BotFault("silent", "it prints for ever")
            if line.at < begun:
                reader.overhear(line.text)
                continue
            if (answer := reader.feed(line.text)) is not None:
                self._heard = line.at
                return answer, begun, line.at
            if reader.reply:
                child.send(reader.reply)
                reader.reply = ""

    def _unanswered(
        self, child: Child, lines: list[str], reader: Reader[T], seconds: float
    ) -> BotFault:
        """Return the fault of a program whose time is up, by what it did instead."""
        asked = next(line for line in lines if not line.startswith("INFO"))
        pending = child.pending
        if reader.complaint:
            code = "error" if reader.complaint.upper().startswith(REFUSALS) else "nonsense"
            template = "{program!r} answered {asked!r} with {text!r}, and nothing better came"
        elif pending:
            code = "no-newline"
            template = "{program!r} answered {asked!r} with {text!r} and no end of the line"
        else:
            code = "silent"
            template = "{program!r} did not answer {asked!r}"
        return self._fault(
            code,
            template + " within {seconds:.3g} s",
            asked=asked,
            text=(reader.complaint or pending)[:QUOTED],
            seconds=seconds,
        )

    def _check_memory(self, now: float) -> int:
        # The system remembers the peak, so that a look now and then is enough.
        if self.is_memory_enforced or now > self._looked + _LOOK_SECONDS:
            self._looked, self._memory_seen = now, self._running().usage().memory
        memory = self._memory_seen
        if self.is_memory_enforced and self.memory is not None and memory > self.memory:
            raise self._fault(
                "memory",
                "{program!r} took {used:.0f} MB of memory; {allowed:.0f} MB are allowed",
                used=memory / 2**20,
                allowed=self.memory / 2**20,
            )
        return memory

    def _running(self) -> Child:
        child = self._child
        if child is None:
            raise self._fault("closed", "{program!r} was closed")
        return child

    def _fault(self, code: str, template: str, **arguments: object) -> BotFault:
        """Return a fault that also carries the program's name and its last words on stderr."""
        arguments |= {"program": self.name, "stderr": self.stderr_tail}
        return BotFault(code, template, **arguments)

    @contextmanager
    def _killing_on_fault(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            child, self._child = self._child, None
            if child is not None:
                self._last = child
                child.close(0.0)
            raise
