"""Prints for ever when asked for a move."""

from _brain import asks_move, run, say  # type: ignore[import-not-found]


def habit(line: str, answer: str) -> str:
    while asks_move(line):
        say("MESSAGE still thinking\n" * 10_000)
    return answer


run(habit)
