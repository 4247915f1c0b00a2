"""Without the package there is no opening procedure but the free one, and no other room."""

from typing import Any

from tengen.core.openings._stages import Stage
from tengen.core.openings.free import START


def find_opening(name: str) -> Stage:  # noqa: ARG001
    """Return the only opening procedure that hosts of single files have: none."""
    return START


def room(name: str) -> Any:
    """Refuse to open a room of the package."""
    raise NotImplementedError(f"a bundle has no {name}")
