"""Has a program of CS303 in its process: makes its class AI, calls `go`, reports the candidates.

Called as `cs303.py FILE`, it speaks the wire of `tengen.hosts.cs303` and imports no tengen. What
the program prints goes to stderr. As on the platform, SIGALRM raises an exception in `go` when the
time is up.
"""

import importlib.util
import json
import operator
import os
import signal
import sys
import threading
from pathlib import Path
from typing import Any

POLL = 0.01  # Seconds between two looks at the candidate list.


class TimeIsUpError(Exception):
    """Raised in the program when its time is up."""


class Wire:
    """Writes lines to the judge, from whichever thread."""

    def __init__(self) -> None:
        self._file = os.fdopen(os.dup(1), "w", encoding="utf-8")
        self._lock = threading.Lock()
        os.dup2(2, 1)

    def write(self, **members: object) -> None:
        """Write one line."""
        with self._lock:
            self._file.write(json.dumps(members) + "\n")
            self._file.flush()


class Candidates:
    """Reports the last candidate of a program whenever it is another."""

    def __init__(self, wire: Wire, player: Any) -> None:
        self._wire, self._player = wire, player
        self._last: object = None
        self._is_over = threading.Event()

    def watch(self) -> None:
        """Look until it is over."""
        while not self._is_over.wait(POLL):
            self.report()

    def report(self) -> None:
        """Report the last candidate if it has not been reported."""
        found = list(getattr(self._player, "candidate_list", None) or ())
        if not found or self._is_over.is_set():
            return
        candidate = plain(found[-1])
        if candidate != self._last:
            self._last = candidate
            self._wire.write(candidate=candidate)

    def finish(self) -> None:
        """Report for the last time."""
        self.report()
        self._is_over.set()


def plain(candidate: Any) -> object:
    """Return (row, column) as whole numbers, or the text of what is no such pair."""
    try:
        row, column = candidate
        return [operator.index(row), operator.index(column)]
    except (TypeError, ValueError):
        return repr(candidate)[:100]


def load(path: Path) -> Any:
    """Import the program, with what it may miss in a newer NumPy."""
    import numpy as np

    for name, kind in (("int", int), ("float", float), ("bool", bool)):
        if name not in vars(np):
            setattr(np, name, kind)
    sys.path.insert(0, str(path.parent))
    spec = importlib.util.spec_from_file_location("submission", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["submission"] = module
    spec.loader.exec_module(module)
    return module


def ring(_number: int, _frame: object) -> None:
    """Interrupt the program."""
    raise TimeIsUpError("time is up")


def go(wire: Wire, player: Any, board: object, seconds: float) -> None:
    """Let the program think, and report what it found and how it ended."""
    import numpy as np

    candidates = Candidates(wire, player)
    threading.Thread(target=candidates.watch, daemon=True).start()
    in_time, problem = True, ""
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            player.go(np.array(board))
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    except TimeIsUpError:
        in_time = False
    except BaseException as error:  # noqa: BLE001, RUF100 - Also SystemExit is an answer.
        problem = f"{type(error).__name__}: {error}"[:300]
    candidates.finish()
    if problem:
        wire.write(error=problem)
    else:
        wire.write(done=in_time)


def main(path: Path) -> None:
    """Obey the judge until its input ends."""
    wire = Wire()
    try:
        module = load(path)
    except BaseException as error:  # noqa: BLE001, RUF100
        wire.write(error=f"cannot be imported: {type(error).__name__}: {error}"[:300])
        return
    signal.signal(signal.SIGALRM, ring)
    player, seconds = None, 0.0
    for line in sys.stdin:
        request = json.loads(line)
        if "new" in request:
            new = request["new"]
            seconds = new["time_out"]
            try:
                signal.setitimer(signal.ITIMER_REAL, seconds)
                player = module.AI(new["chessboard_size"], new["color"], seconds)
            except BaseException as error:  # noqa: BLE001, RUF100
                wire.write(error=f"AI(...) raised {type(error).__name__}: {error}"[:300])
            else:
                wire.write(ready=True)
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
        else:
            go(wire, player, request["go"], seconds)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
