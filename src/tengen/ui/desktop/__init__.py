"""Play in a window of its own: the board at the left, everything else in a panel beside it."""

from importlib.util import find_spec

from tengen.errors import NotAvailable
from tengen.session.start import Start

__all__ = ["run"]


def run(start: Start) -> None:
    """Open the window and play until it is closed."""
    if find_spec("pygame") is None:
        raise NotAvailable("no-extra", "the window needs pygame-ce; run 'pip install tengen[app]'")
    from tengen.ui.desktop._window import open_window

    open_window(start)
