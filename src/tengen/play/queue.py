"""The fair queue: who waits is served by turns, so that nobody's many jobs delay another's one."""

from collections import OrderedDict, deque
from collections.abc import Callable, Hashable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Jobs of several urgencies, each a rotation of visitors with jobs of their own in order.

    Urgency 0 goes before 1, and so on. Within one, each visitor in turn gives one job.
    """

    def __init__(self) -> None:
        self._lanes: dict[int, OrderedDict[Hashable, deque[T]]] = {}

    def __len__(self) -> int:
        return sum(len(jobs) for lane in self._lanes.values() for jobs in lane.values())

    def push(self, job: T, visitor: Hashable, urgency: int = 0) -> None:
        """Let a job wait at the end of its visitor's."""
        self._lanes.setdefault(urgency, OrderedDict()).setdefault(visitor, deque()).append(job)

    def pop(self, may: Callable[[Hashable], bool] = lambda _: True) -> T | None:
        """Return the next job of a visitor that `may` have one served now, or None."""
        for urgency in sorted(self._lanes):
            lane = self._lanes[urgency]
            for visitor in lane:
                if may(visitor):
                    jobs = lane[visitor]
                    job = jobs.popleft()
                    if jobs:
                        lane.move_to_end(visitor)
                    else:
                        del lane[visitor]
                    return job
        return None

    def remove(self, job: T) -> bool:
        """Forget a job; say whether it was waiting."""
        for lane in self._lanes.values():
            for visitor, jobs in lane.items():
                if job in jobs:
                    jobs.remove(job)
                    if not jobs:
                        del lane[visitor]
                    return True
        return False

    def __iter__(self) -> Iterator[T]:
        """Yield the jobs in the order in which they will be served if nothing else comes."""
        for urgency in sorted(self._lanes):
            rows = [deque(jobs) for jobs in self._lanes[urgency].values()]
            while rows:
                rows = [row for row in rows if row]
                for row in rows:
                    yield row.popleft()
                rows = [row for row in rows if row]
