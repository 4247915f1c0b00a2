"""Explains its moves at great length."""

from _brain import asks_move, run  # type: ignore[import-not-found]

run(lambda line, answer: f"MESSAGE {'so ' * 100_000}\n{answer}" if asks_move(line) else answer)
