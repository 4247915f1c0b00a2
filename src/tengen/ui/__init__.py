"""The user interfaces, found by folder name. One is a folder with `run(start)`."""

from tengen.errors import InvalidText
from tengen.registry import modules, nearest
from tengen.session.start import Start

__all__ = ["run_ui", "ui_names"]


def ui_names() -> list[str]:
    """Return the names of all user interfaces."""
    return sorted(modules(__name__))


def run_ui(name: str, start: Start) -> None:
    """Play in the interface called `name`; return when the person leaves."""
    found = modules(__name__)
    if name not in found:
        raise InvalidText(
            "unknown-ui",
            "there is no user interface {name!r}; did you mean {near}?",
            name=name,
            near=nearest(name, found),
        )
    found[name]().run(start)
