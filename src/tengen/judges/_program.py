"""A program under a judge's eyes: every line has a deadline, its memory is watched, and it ends."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Final

from tengen.errors import BotFault
from tengen.process import Child, Line

MEGABYTE: Final = 1024 * 1024

_LOOK: Final = 0.05  # Seconds between two looks at the memory of a program that is waited for.


class Program:
    """One running process of a judged program; the constructor starts it."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        name: str,
        folder: Path | None = None,
        memory: int | None = None,
        keep_cr: bool = False,
    ) -> None:
        self.name = name
        self._memory = memory
        self._child = Child(
            command, cwd=folder, memory_limit=memory, line_limit=MEGABYTE, keep_cr=keep_cr
        )
        self.started = self._child.started

    def send(self, *lines: str) -> float:
        """Send lines and return when; the clock runs from then on.

        Nobody may be left to read them. What it printed before it ended still counts, as it does on
        the hosts, so that `read` says how it ended, behind its last line.
        """
        try:
            return self._child.send(*lines)
        except BotFault as fault:
            if fault.code in {"crashed", "hung-up"}:
                return perf_counter()
            raise self._explained(fault) from None

    def end_input(self) -> None:
        """Say that nothing more will come."""
        self._child.end_input()

    @property
    def pending(self) -> str:
        """What it has printed of a line without an end."""
        return self._child.pending

    @property
    def complaint(self) -> str:
        """The last line that it wrote to stderr, or nothing."""
        lines = self._child.stderr_tail
        return lines[-1].strip() if lines else ""

    @property
    def peak(self) -> int:
        """Bytes: the most that was seen of its whole process tree."""
        return self._child.usage().memory

    def read(self, deadline: float, allowed: float) -> Line:
        """Return the next line, or raise a BotFault; `allowed` is the limit to be named in it."""
        while True:
            left = deadline - perf_counter()
            try:
                line = self._child.read(min(max(left, 0.0), _LOOK))
            except BotFault as fault:
                self._check_memory()
                if fault.code == "silent" and perf_counter() >= deadline:
                    raise self._late(allowed) from None
                if fault.code == "silent":
                    continue
                line = self._last_words(fault)
            if line.at > deadline:
                raise self._late(allowed)
            return line

    def _last_words(self, fault: BotFault) -> Line:
        """Return a line of a program that has ended: it may still have been on its way."""
        try:
            return self._child.read(0.0)
        except BotFault:
            raise self._explained(fault) from None

    def check(self) -> None:
        """Raise a BotFault if it has taken too much memory."""
        self._check_memory()

    def close(self, grace: float = 0.2) -> None:
        """End it and all it started."""
        self._child.close(grace)

    def rest(self) -> Iterator[str]:
        """Yield the lines that nobody has read; call it after the end."""
        with suppress(BotFault):
            while True:
                yield self._child.read(0.0).text

    def status(self, seconds: float) -> int | None:
        """Wait for its end and return its exit status, or None if it runs on."""
        return self._child.wait(seconds)

    def _check_memory(self) -> None:
        if self._memory is not None and self._child.over_memory():
            raise BotFault(
                "memory",
                "{name} took more than {limit} MB of memory",
                name=self.name,
                limit=self._memory // MEGABYTE,
            )

    def _late(self, allowed: float) -> BotFault:
        hint = ""
        if self.pending:
            hint = f"; it printed {self.pending[:60]!r} without the end of a line"
        return BotFault(
            "late",
            "{name} did not answer within {s:g} s{hint}",
            name=self.name,
            s=allowed,
            hint=hint,
        )

    def _explained(self, fault: BotFault) -> BotFault:
        """Return the fault under the program's own name, with its last words."""
        said = str(fault).removeprefix(repr(self._child.program)).lstrip()
        words = f", its last words: {self.complaint[:150]!r}" if self.complaint else ""
        return BotFault(
            fault.code,
            "{name} {said}{words}",
            name=self.name,
            said=said,
            words=words,
            status=fault.arguments.get("status"),
        )
