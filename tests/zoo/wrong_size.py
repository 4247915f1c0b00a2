"""Knows one board only, as the protocol allows."""

from _brain import run  # type: ignore[import-not-found]


def habit(line: str, answer: str) -> str:
    if line.startswith("START") and line != "START 20":
        return "ERROR unsupported size, send START 20\n"
    return answer


run(habit)
