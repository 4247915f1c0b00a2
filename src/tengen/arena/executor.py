"""Where games are played. Jobs are plain data, so another executor may send them elsewhere."""

from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from typing import Protocol

from tengen.arena.plan import Job
from tengen.arena.table import OnEvents, Table
from tengen.play.event import Ended


class Executor(Protocol):
    """Plays jobs, some at once."""

    concurrency: int
    """How many games it plays at once; more may be submitted and wait."""

    def submit(self, job: Job, on_events: OnEvents) -> "Future[Ended]":
        """Play a game; `on_events` is told as it goes, from another thread."""
        ...

    def close(self) -> None:
        """Stop all games and leave no process behind; their futures end in `Stopped`."""
        ...


class LocalExecutor:
    """Plays on this machine: a thread for each game, and a process for each player."""

    def __init__(self, concurrency: int) -> None:
        self.concurrency = concurrency
        self._tables = [Table() for _ in range(concurrency)]
        self._free: SimpleQueue[Table] = SimpleQueue()
        for table in self._tables:
            self._free.put(table)
        self._pool = ThreadPoolExecutor(concurrency, thread_name_prefix="tengen-table")

    def submit(self, job: Job, on_events: OnEvents) -> "Future[Ended]":
        """Play a game at the next free table."""
        return self._pool.submit(self._play, job, on_events)

    def close(self) -> None:
        """Close all tables and wait for their threads."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        for table in self._tables:
            table.close()
        self._pool.shutdown(wait=True)

    def _play(self, job: Job, on_events: OnEvents) -> Ended:
        table = self._free.get()
        try:
            return table.play(job, on_events)
        finally:
            self._free.put(table)
