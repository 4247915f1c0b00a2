"""The honest part of the bad brains: it plays the first free point, and knows the protocol.

Every file of this folder is a program for a Gomocup manager with one bad habit: `python late.py`.
"""

import re
import sys
from collections.abc import Callable

Habit = Callable[[str, str], str]
"""Takes a line of the manager and the honest answer, which is empty where none is due, and returns
what is to be printed."""

ASKS_MOVE = ("BEGIN", "TURN", "DONE")


def asks_move(line: str) -> bool:
    """Say whether a line asks for a move."""
    return line.upper().startswith(ASKS_MOVE)


def say(text: str) -> None:
    """Print at once, without adding anything."""
    sys.stdout.write(text)
    sys.stdout.flush()


def run(habit: Habit = lambda line, answer: answer) -> None:
    """Talk with the manager until END or the end of the input."""
    size, taken = 0, set[tuple[int, int]]()
    for line in map(str.strip, sys.stdin):
        word, answer = line.split(" ")[0].upper(), ""
        if word == "END":
            return
        if word == "ABOUT":
            answer = 'name="zoo", version="1", author="nobody", country="nowhere"\n'
        elif word == "START":
            size, taken, answer = int(line.split()[1]), set(), "OK\n"
        elif word in ("RESTART", "BOARD"):
            taken = set()
            answer = "OK\n" if word == "RESTART" else ""
        elif found := re.search(r"(\d+),(\d+)", line):
            taken.add((int(found[1]), int(found[2])))
        if asks_move(line):
            points = ((x, y) for y in range(size) for x in range(size))
            x, y = next(point for point in points if point not in taken)
            taken.add((x, y))
            answer = f"{x},{y}\n"
        say(habit(line, answer))
