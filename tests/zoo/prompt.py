"""Forgets the end of the line."""

from _brain import asks_move, run  # type: ignore[import-not-found]

run(lambda line, answer: answer.strip() if asks_move(line) else answer)
