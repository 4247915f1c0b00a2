"""Takes a minute to say OK."""

import time

from _brain import run  # type: ignore[import-not-found]


def habit(line: str, answer: str) -> str:
    if line.startswith("START"):
        time.sleep(60)
    return answer


run(habit)
