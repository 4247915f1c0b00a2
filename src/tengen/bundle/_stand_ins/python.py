"""What newer Pythons have and older ones have not."""

from enum import Enum
from functools import lru_cache
from typing import Any


def cache(function: Any) -> Any:
    """Remember every answer of a function; Python has this since 3.9."""
    return lru_cache(maxsize=None)(function)


class StrEnum(str, Enum):  # noqa: UP042
    """Members that are their own text; Python has this since 3.11."""

    def __str__(self) -> str:
        return str(self.value)
