"""A class `AI` in its own process, asked as the platform asks it."""

import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Final, NamedTuple

from tengen.errors import BotFault, InvalidText
from tengen.hosts.cs303 import wire
from tengen.judges import _workers
from tengen.judges._entrant import Entrant
from tengen.judges._program import Program

_WORKER: Final = str(Path(_workers.__file__).parent / "cs303.py")
_START_SECONDS: Final = 20.0  # For Python and NumPy, which the platform has loaded already.
_PATIENCE: Final = 1.5  # For a program to stop when its time is up.


class Found(NamedTuple):
    """What came of one call of `go`."""

    candidate: object
    """The last candidate: a pair of integers, a text of what is none, or None for an empty list."""
    seconds: float
    in_time: bool
    """Whether it came back by itself."""


class Session:
    """One process; it may have one AI after another, like the platform's own."""

    def __init__(self, entrant: Entrant, memory: int) -> None:
        self.entrant = entrant
        if entrant.kind == "file":
            command = [sys.executable, _WORKER, entrant.words[0]]
        else:
            command = entrant.command("cs303")
        self._program = Program(command, name=entrant.name, folder=entrant.folder, memory=memory)
        self._is_started = False

    @property
    def peak(self) -> int:
        """Bytes of memory at most, as far as it was seen."""
        return self._program.peak

    def new(self, size: int, color: int, time_out: float) -> None:
        """Make an AI."""
        new = {"chessboard_size": size, "color": color, "time_out": time_out}
        begun = self._program.send(wire.write(new=new))
        more = _PATIENCE if self._is_started else _START_SECONDS
        said = self._read(begun + time_out + more, time_out)
        self._is_started = True
        if not said.get("ready"):
            raise self.fault("error-at-start", f"said {said} instead of being ready")

    def go(self, board: Sequence[Sequence[float]], time_out: float) -> Found:
        """Ask for a move."""
        begun = self._program.send(wire.write(go=board))
        candidate: object = None
        while True:
            said = self._read(begun + time_out + _PATIENCE, time_out)
            if "candidate" in said:
                candidate = said["candidate"]
            elif "done" in said:
                return Found(candidate, perf_counter() - begun, bool(said["done"]))
            else:
                raise self.fault("nonsense", f"said {said}")

    def close(self) -> None:
        """End the process."""
        self._program.close()

    def fault(self, code: str, why: str) -> BotFault:
        """Return a fault of this program."""
        return BotFault(code, "{name}: {why}", name=self.entrant.name, why=why[:300])

    def _read(self, deadline: float, allowed: float) -> dict[str, object]:
        try:
            line = self._program.read(deadline, allowed)
        except BotFault as fault:
            if fault.code == "late":
                raise self.fault(
                    "late", f"did not stop when its {allowed:g} s were up, nor soon after"
                ) from None
            raise
        try:
            value = wire.parse(line.text)
        except InvalidText as error:
            raise self.fault("nonsense", str(error)) from None
        if not isinstance(value, dict):
            raise self.fault("nonsense", f"{line.text[:60]!r} is no answer")
        if "error" in value:
            raise self.fault("error", str(value["error"]))
        return value
