"""What several commands accept, declared once."""

from typing import Final

from tengen.core.geometry import MAX_SIZE, MIN_SIZE
from tengen.core.rules import RULES
from tengen.options import Option

SIZE: Final = Option("size", int, 15, MIN_SIZE, MAX_SIZE, help="lines a side")
SIZE_HELP: Final = f"Lines a side, {MIN_SIZE} to {MAX_SIZE}."
RULE_HELP: Final = f"{', '.join(RULES)}."


def read_size(text: str) -> int:
    """Return the size that `text` says; typer would refuse a wrong one without quoting it."""
    size = SIZE.read(text)
    assert isinstance(size, int)
    return size
