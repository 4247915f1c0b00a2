"""Has no bad habit."""

from _brain import run  # type: ignore[import-not-found]

run()
