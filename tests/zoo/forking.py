"""Leaves processes behind that are no children of anybody, and prints their numbers."""

import os
import time

from _brain import run, say  # type: ignore[import-not-found]


def leave_one_behind() -> None:
    if os.fork():
        os.wait()
        return
    os.setsid()
    if (pid := os.fork()) == 0:
        time.sleep(600)
    say(f"MESSAGE left {pid}\n")
    os._exit(0)


def habit(line: str, answer: str) -> str:
    if line.startswith("START"):
        leave_one_behind()
        leave_one_behind()
    return answer


run(habit)
