"""Opening procedures, one file each, as trees of stages. `find_opening` finds them by name."""

from tengen.core.openings._stages import Choice, Choose, Place, Play, Seat, Stage
from tengen.errors import InvalidText
from tengen.registry import modules, nearest

__all__ = ["Choice", "Choose", "Place", "Play", "Seat", "Stage", "find_opening", "opening_names"]


def opening_names() -> list[str]:
    """Return the names of all opening procedures."""
    return sorted(modules(__name__))


def find_opening(name: str) -> Stage:
    """Return the first stage of the procedure called `name`."""
    found = modules(__name__)
    if name not in found:
        raise InvalidText(
            "unknown-opening",
            "there is no opening procedure {name!r}; did you mean {near}?",
            name=name,
            near=nearest(name, found),
        )
    stage: Stage = found[name]().START
    return stage
