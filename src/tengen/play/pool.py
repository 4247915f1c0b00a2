"""Engine processes: started, asked, watched and started again, with a fair queue before them.

```python
with Pool() as pool:
    ticket = pool.ask(AskMove("greedy", "h8i9"))
    answer = ticket.result()          # A `Chosen`; blocks.
```

A loop that draws frames looks at `ticket.is_done` instead; an event loop gives `on_done` a function
that wakes it, since callbacks come from the pool's own threads. `ticket.cancel()` calls off what is
not wanted any more, and never waits.
"""

import contextlib
import json
import os
import sys
import threading
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import Future
from enum import StrEnum
from time import monotonic
from typing import Any, Final, Self

from tengen.errors import BotFault, InvalidText
from tengen.play.question import (
    Answer,
    AskAnalysis,
    AskHint,
    AskMove,
    AskProof,
    AskValue,
    Done,
    Failed,
    Found,
    Question,
    answer_from_dict,
)
from tengen.play.queue import FairQueue
from tengen.process import Child

ATTEMPTS: Final = 3
"""How often a question is asked before it is given up."""

_GRACE: Final = 2.0  # Seconds beyond a question's budget until its worker is taken for dead.
_STOPPING: Final = 0.3  # Seconds that a worker has to stop when it is told to.
_STARTING: Final = 30.0
_LOOK: Final = 0.1  # Seconds between two looks whether the answer is still wanted.
_SLICE: Final = 2.0  # Seconds that an analysis has while others wait; more with every turn,
_LONGEST_SLICE: Final = 10.0  # up to this.
_LINE_LIMIT: Final = 8 << 20  # Bytes: a proof may have many nodes.
_NICE: Final = "10"
_STOP: Final = '{"do":"stop"}'

_URGENCY: Final = {AskMove: 0, AskHint: 1, AskValue: 2, AskAnalysis: 0, AskProof: 0}


class Stage(StrEnum):
    """What becomes of a question."""

    WAITING = "waiting"
    THINKING = "thinking"
    DONE = "done"


class Ticket:
    """A question that was asked, until it is answered, given up or called off.

    `future` has the answer: a `BotFault` if every attempt failed or the bot itself did. `stage`,
    `restarts` and `thinking_since` (by `time.monotonic`) say how it goes.
    """

    def __init__(
        self,
        pool: "Pool",
        question: Question,
        visitor: Hashable,
        on_change: Callable[["Ticket"], None],
        on_found: Callable[[Found], None],
    ) -> None:
        self.question = question
        self.visitor = visitor
        self.stage = Stage.WAITING
        self.restarts = 0
        self.asked_at = monotonic()
        self.thinking_since: float | None = None
        self.future: Future[Answer] = Future()
        self.future.set_running_or_notify_cancel()
        self.is_cancelled = False
        self.spent = 0.0
        """Seconds that an analysis has had in earlier turns."""
        self.slice = _SLICE
        self._depth = 0
        self._serving = threading.Lock()  # Guards `_child`.
        self._child: Child | None = None  # Who thinks about this question now.
        self._pool = pool
        self._on_change = on_change
        self._on_found = on_found

    @property
    def is_done(self) -> bool:
        """Whether `result` returns, or raises, at once."""
        return self.future.done()

    def result(self, timeout: float | None = None) -> Answer:
        """Wait for the answer; raise BotFault if there is none."""
        return self.future.result(timeout)

    def cancel(self) -> None:
        """Call it off: it is done within moments, with a BotFault `cancelled` or what was found."""
        self._pool._cancel(self)

    def _served_by(self, child: Child | None) -> None:
        with self._serving:
            self._child = child

    def _stop(self) -> None:
        """Tell who thinks about it to stop, now rather than at the next look.

        Under the lock, because the child may not get the word while it has another question.
        """
        with self._serving, contextlib.suppress(BotFault):
            if self._child is not None:
                self._child.send(_STOP)

    def _changed(self, stage: Stage) -> None:
        self.stage = stage
        if stage is Stage.THINKING:
            self.thinking_since = monotonic()
        self._on_change(self)

    def _found(self, found: Found) -> None:
        # A turn of an analysis begins anew, and what it finds at first is known already.
        if found.depth >= self._depth and not self.is_cancelled:
            self._depth = found.depth
            self._on_found(found)

    def _settle(self, answer: Answer | BotFault) -> None:
        if self.future.done():
            return
        self.stage = Stage.DONE
        if isinstance(answer, Failed):
            answer = BotFault(answer.code, "{text}", text=answer.text)
        if isinstance(answer, BotFault):
            self.future.set_exception(answer)
        else:
            self.future.set_result(answer)
        self._on_change(self)


def _ignore(_: Any) -> None:
    pass


class Pool:
    """Workers for moves and hints, and one of lower priority for analyses and proofs.

    They start in the background. Any thread may ask. Close it, or use it in a `with` block.
    """

    def __init__(
        self, workers: int | None = None, *, analysts: int = 1, command: Sequence[str] = ()
    ) -> None:
        """Start `workers` processes, by default one for each core and two at least."""
        count = max(2, os.cpu_count() or 1) if workers is None else workers
        base = tuple(command) or (sys.executable, "-m", "tengen.play.worker")
        self._changed = threading.Condition()
        self._moves: FairQueue[Ticket] = FairQueue()
        self._studies: FairQueue[Ticket] = FairQueue()
        self._is_closed = False
        # Of several workers one is always left to others, so that nobody waits for one visitor's
        # long thinking about many games.
        self._most = max(1, count - 1)
        self._busy: Counter[Hashable] = Counter()
        self._games = 0  # Moves and hints that are being thought about.
        self._slots = [_Slot(self, base, False) for _ in range(count)]
        self._slots += [_Slot(self, (*base, "--nice", _NICE), True) for _ in range(analysts)]
        for slot in self._slots:
            slot.thread.start()

    def ask(
        self,
        question: Question,
        *,
        visitor: Hashable = None,
        on_change: Callable[[Ticket], None] = _ignore,
        on_found: Callable[[Found], None] = _ignore,
    ) -> Ticket:
        """Put a question into the queue; the callbacks come from other threads."""
        ticket = Ticket(self, question, visitor, on_change, on_found)
        with self._changed:
            if self._is_closed:
                raise BotFault("closed", "the engines are being shut down")
            self._queue(ticket).push(ticket, visitor, _URGENCY[type(question)])
            self._changed.notify_all()
        return ticket

    def places(self) -> dict[Ticket, int]:
        """Return who waits, with the place in line from 1."""
        with self._changed:
            return {
                ticket: place
                for queue in (self._moves, self._studies)
                for place, ticket in enumerate(queue, 1)
            }

    @property
    def thinking(self) -> int:
        """How many moves and hints are being thought about or waited for."""
        with self._changed:
            return self._games + sum(_is_for_game(ticket) for ticket in self._moves)

    @property
    def pids(self) -> list[int]:
        """The processes that run now."""
        return [slot.child.pid for slot in self._slots if slot.child is not None]

    def close(self) -> None:
        """End all processes; whoever still waits gets a BotFault `closed`."""
        with self._changed:
            self._is_closed = True
            waiting = [*self._moves, *self._studies]
            self._changed.notify_all()
        for ticket in waiting:
            ticket._settle(BotFault("closed", "the engines are being shut down"))
        enders = [threading.Thread(target=slot.end) for slot in self._slots]
        for ender in enders:
            ender.start()
        for thread in (*enders, *(slot.thread for slot in self._slots)):
            thread.join(5.0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # What the slots' threads need.

    def _queue(self, ticket: Ticket) -> FairQueue[Ticket]:
        return self._studies if isinstance(ticket.question, AskAnalysis | AskProof) else self._moves

    def _next(self, is_analyst: bool) -> Ticket | None:
        """Wait for a ticket to serve; None when the pool is closed."""
        with self._changed:
            while not self._is_closed:
                if is_analyst:
                    ticket = self._studies.pop()
                else:
                    ticket = self._moves.pop(lambda visitor: self._busy[visitor] < self._most)
                if ticket is not None:
                    if not is_analyst:
                        self._busy[ticket.visitor] += 1
                        self._games += _is_for_game(ticket)
                    return ticket
                self._changed.wait()
            return None

    def _served(self, ticket: Ticket, is_analyst: bool) -> None:
        if is_analyst:
            return
        with self._changed:
            self._games -= _is_for_game(ticket)
            self._busy[ticket.visitor] -= 1
            if not self._busy[ticket.visitor]:
                del self._busy[ticket.visitor]
            self._changed.notify_all()

    def _requeue(self, ticket: Ticket) -> None:
        with self._changed:
            if not self._is_closed and not ticket.is_cancelled:
                self._studies.push(ticket, ticket.visitor)
                self._changed.notify_all()
                return
        ticket._settle(_cancelled())

    def _others_wait(self) -> bool:
        with self._changed:
            return len(self._studies) > 0

    def _cancel(self, ticket: Ticket) -> None:
        with self._changed:
            ticket.is_cancelled = True
            was_waiting = self._queue(ticket).remove(ticket)
        if was_waiting:
            ticket._settle(_cancelled())
        else:
            ticket._stop()


def _is_for_game(ticket: Ticket) -> bool:
    return isinstance(ticket.question, AskMove | AskHint)


def _cancelled() -> BotFault:
    return BotFault("cancelled", "the question was called off")


class _Slot:
    """One place for a process, and the thread that feeds it."""

    def __init__(self, pool: Pool, command: Sequence[str], is_analyst: bool) -> None:
        self.child: Child | None = None
        self.thread = threading.Thread(target=self._run, daemon=True, name="tengen-pool")
        self._pool = pool
        self._command = command
        self._is_analyst = is_analyst
        self._number = 0
        self._is_ended = False
        self._lock = threading.Lock()

    def end(self) -> None:
        """End the process, and with it whatever it thinks about."""
        with self._lock:
            self._is_ended = True
            child, self.child = self.child, None
        if child is not None:
            child.close(0.0)

    def _run(self) -> None:
        with contextlib.suppress(BotFault):
            self._ready()
        while (ticket := self._pool._next(self._is_analyst)) is not None:
            try:
                self._serve(ticket)
            except BaseException as error:
                # Nobody may wait for ever because of a mistake in this thread.
                ticket._settle(BotFault("raised", "{error!r}", error=error))
                self._drop()
            finally:
                self._pool._served(ticket, self._is_analyst)

    def _serve(self, ticket: Ticket) -> None:
        fault = _cancelled()
        for attempt in range(ATTEMPTS):
            if ticket.is_cancelled:
                break
            try:
                child = self._ready()
                ticket.restarts = attempt
                ticket._changed(Stage.THINKING)
                answer = self._ask(child, ticket)
            except (BotFault, InvalidText) as error:
                self._drop()
                if self._is_ended:
                    fault = BotFault("closed", "the engines are being shut down")
                    break
                if ticket.is_cancelled:
                    fault = _cancelled()
                    break
                fault = BotFault(
                    "engine-failed",
                    "the engine failed {count} times: {reason}",
                    count=attempt + 1,
                    reason=str(error),
                )
                continue
            if answer is None:
                ticket._changed(Stage.WAITING)
                self._pool._requeue(ticket)
            else:
                ticket._settle(answer)
            return
        ticket._settle(fault)

    def _ask(self, child: Child, ticket: Ticket) -> Answer | None:
        """Return the answer, or None if the turn of an analysis is over before it is."""
        try:
            return self._talk(child, ticket)
        finally:
            ticket._served_by(None)

    def _talk(self, child: Child, ticket: Ticket) -> Answer | None:
        self._number += 1
        question, begun = ticket.question, monotonic()
        message = {"ask": self._number, **question.to_dict()}
        if isinstance(question, AskAnalysis):
            message["seconds"] = max(0.1, question.seconds - ticket.spent)
        child.send(json.dumps(message, separators=(",", ":")))
        ticket._served_by(child)
        deadline, is_over = begun + question.budget + _GRACE, False
        while True:
            now = monotonic()
            if not is_over and self._must_stop(ticket, now - begun):
                child.send(_STOP)
                deadline, is_over = min(deadline, now + _STOPPING), True
            try:
                line = child.read(max(0.0, min(_LOOK, deadline - now)))
            except BotFault as fault:
                if fault.code == "silent" and monotonic() < deadline:
                    continue
                raise
            answer = self._read(line.text)
            if isinstance(answer, Found):
                ticket._found(answer)
            elif answer is not None:
                ticket.spent += monotonic() - begun
                if is_over and not ticket.is_cancelled and answer == Done("stopped"):
                    ticket.slice = min(_LONGEST_SLICE, ticket.slice * 1.5)
                    return None
                return answer

    def _must_stop(self, ticket: Ticket, seconds: float) -> bool:
        if ticket.is_cancelled:
            return True
        is_sliced = isinstance(ticket.question, AskAnalysis)
        return is_sliced and seconds > ticket.slice and self._pool._others_wait()

    def _read(self, text: str) -> Answer | None:
        """Return the answer in a line; None for one that is not of this question."""
        try:
            data = json.loads(text)
        except ValueError:
            return None
        if not isinstance(data, dict) or data.pop("ask", None) != self._number:
            return None
        return answer_from_dict(data)

    def _ready(self) -> Child:
        """Return the process, started if it is not running; it has said that it is ready."""
        child = self.child
        if child is not None and child.status is None:
            return child
        self._drop()
        child = Child(self._command, line_limit=_LINE_LIMIT)
        with self._lock:
            if self._is_ended:
                child.close(0.0)
                raise BotFault("closed", "the engines are being shut down")
            self.child = child
        child.read(_STARTING)
        return child

    def _drop(self) -> None:
        with self._lock:
            child, self.child = self.child, None
        if child is not None:
            child.close(0.0)


__all__ = ["ATTEMPTS", "AskAnalysis", "AskHint", "AskMove", "AskProof", "Pool", "Stage", "Ticket"]
