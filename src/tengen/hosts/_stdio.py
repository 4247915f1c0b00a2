"""The only file of the hosts that touches standard input and output.

Three threads, so that a host is heard while a bot thinks: one reads lines, one asks the bot, and
the main one, which alone touches the brain, writes. Nothing is ever written to stderr, because
Piskvork reads stderr as if it were an answer.
"""

import contextlib
import os
import queue
import re
import signal
import threading
import time
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple, NoReturn

from tengen.core.game import Move
from tengen.hosts._host import GRACE, LONGEST_LINE, Brain, Think

_CHUNK: Final = 64 * 1024
_WAITING_LINES: Final = 1000


class _Line(NamedTuple):
    text: str
    at: float
    """When it came: lines before it may take a while to obey, and a manager's clock runs on."""


_Answer = tuple[Think, Move | Exception]
_Events = queue.Queue[_Line | _Answer | None]
"""A line, a bot's answer, or None for the end of the input."""


def serve(brain: Brain) -> NoReturn:
    """Converse until the host says that it is over or goes away, then leave the process.

    Leaves by `os._exit`, because a bot may be thinking that cannot be interrupted.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    events: _Events = queue.Queue(_WAITING_LINES)
    tasks: queue.SimpleQueue[Think] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(events, brain.longest_line), daemon=True).start()
    threading.Thread(target=_think, args=(tasks, events), daemon=True).start()
    # Nobody may be there to read what is written.
    with contextlib.suppress(OSError):
        _converse(brain, events, tasks)
    os._exit(0)


def split_lines(chunks: Iterable[bytes], longest: int = LONGEST_LINE) -> Iterator[str]:
    """Yield the lines of a stream that are not empty, each cut to `longest` bytes.

    CR and LF each end a line, and so does the end of the stream.
    """
    kept = b""
    for chunk in chunks:
        *ended, rest = re.split(rb"[\r\n]", chunk)
        for part in ended:
            if line := (kept + part)[:longest]:
                yield line.decode("utf-8", "replace")
            kept = b""
        kept = (kept + rest)[:longest]
    if kept:
        yield kept.decode("utf-8", "replace")


def _converse(brain: Brain, events: _Events, tasks: "queue.SimpleQueue[Think]") -> None:
    asked, deadline = None, None
    _write(brain.start())
    if brain.task is not None:
        asked = brain.task
        tasks.put(asked)
    while not brain.is_done and (deadline is None or brain.task is not None):
        try:
            event = events.get(timeout=deadline and max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            # A bot that hears it may still answer; one that does not is left behind.
            if brain.task is None or brain.task.is_stopped:
                return
            brain.task.stop()
            deadline = time.monotonic() + GRACE
            continue
        if event is None:
            deadline = time.monotonic() + brain.patience
        elif isinstance(event, _Line):
            _write(brain.feed(event.text))
            if brain.task is not None and brain.task is not asked:
                brain.task.asked_at = event.at
        elif event[0] is brain.task:
            answer = event[1]
            _write(brain.fail(answer) if isinstance(answer, Exception) else brain.answer(answer))
        if brain.task is not asked:
            asked = brain.task
            if asked is not None:
                tasks.put(asked)
        # A question holds its bot, whose memory must be free when another bot takes its place.
        del event


def _read(events: _Events, longest: int) -> None:
    for line in split_lines(_chunks(), longest):
        events.put(_Line(line, time.perf_counter()))
    events.put(None)


def _chunks() -> Iterator[bytes]:
    # A buffered sys.stdin would be locked by this thread when the interpreter wants to end.
    with contextlib.suppress(OSError):
        while chunk := os.read(0, _CHUNK):
            yield chunk


def _think(tasks: "queue.SimpleQueue[Think]", events: _Events) -> None:
    while True:
        task = tasks.get()
        try:
            events.put((task, task.choose()))
        except Exception as error:
            events.put((task, error))
        del task


def _write(lines: Iterable[str]) -> None:
    data = "".join(line + "\n" for line in lines).encode("ascii", "backslashreplace")
    while data:
        data = data[os.write(1, data) :]
