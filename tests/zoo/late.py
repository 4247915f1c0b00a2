"""Takes so many seconds for a move: `late.py 0.6`."""

import sys
import time

from _brain import asks_move, run  # type: ignore[import-not-found]


def habit(line: str, answer: str) -> str:
    if asks_move(line):
        time.sleep(float(sys.argv[1]))
    return answer


run(habit)
