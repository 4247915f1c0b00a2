"""Dies of an exception at its third move."""

from _brain import asks_move, run  # type: ignore[import-not-found]

moves: list[str] = []


def habit(line: str, answer: str) -> str:
    if asks_move(line):
        moves.append(answer)
        if len(moves) == 3:
            raise RuntimeError("I never thought of that")
    return answer


run(habit)
