"""How much a program works while nobody does anything with it."""

import time

import psutil

BUSY = 0.012
"""A share of a processor. Waiting takes less than half of it; asking all the time, more."""


def work(pid: int, seconds: float) -> float:
    """Return the share of a processor that a process takes for a while, with its children."""
    mine = psutil.Process(pid)
    tree = [mine, *mine.children(recursive=True)]

    def used() -> float:
        return sum(sum(process.cpu_times()[:2]) for process in tree)

    before = used()
    time.sleep(seconds)
    return (used() - before) / seconds
