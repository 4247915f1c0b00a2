"""Refuses to play at all."""

from _brain import run  # type: ignore[import-not-found]

run(lambda line, answer: "ERROR not today\n" if line.startswith("START") else answer)
