"""Answers every question twice, the second time otherwise."""

from _brain import asks_move, run  # type: ignore[import-not-found]

run(lambda line, answer: answer + "14,14\n" if asks_move(line) else answer)
