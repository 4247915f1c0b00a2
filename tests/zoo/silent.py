"""Answers START and then nothing."""

from _brain import asks_move, run  # type: ignore[import-not-found]

run(lambda line, answer: "" if asks_move(line) else answer)
