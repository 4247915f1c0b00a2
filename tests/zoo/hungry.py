"""Takes another 60 MB of memory for every move."""

from _brain import asks_move, run  # type: ignore[import-not-found]

taken: list[bytes] = []


def habit(line: str, answer: str) -> str:
    if asks_move(line):
        taken.append(b"x" * 60 * 1024 * 1024)
    return answer


run(habit)
