"""Answers in prose."""

from _brain import asks_move, run  # type: ignore[import-not-found]

run(lambda line, answer: "I think h8 is nice\n" if asks_move(line) else answer)
