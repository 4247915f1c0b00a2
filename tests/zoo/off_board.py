"""Answers with a point that is on no board."""

from _brain import asks_move, run  # type: ignore[import-not-found]

run(lambda line, answer: "99,99\n" if asks_move(line) else answer)
