"""Play, watch and analyse in the browser: the web app and its API."""

from importlib.util import find_spec

from tengen.bots import Bot
from tengen.core.game import Game
from tengen.core.openings import Seat
from tengen.errors import NotAvailable

_NEEDED = ("fastapi", "uvicorn", "websockets", "jinja2", "sqlalchemy", "alembic")


def is_available() -> bool:
    """Say whether everything that the web app is made of is installed."""
    return all(find_spec(name) is not None for name in _NEEDED)


def check_available() -> None:
    """Raise NotAvailable, with the command that helps, unless the web app can run."""
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        raise NotAvailable(
            "no-extra",
            "the web app needs {missing}; run 'pip install tengen[app]', or add --ui terminal",
            missing=", ".join(missing),
        )


def run(game: Game, bot: Bot, seat: Seat) -> None:  # noqa: ARG001 - Chosen on the first page.
    """Serve the web app with its default settings until Ctrl-C."""
    check_available()
    from tengen.ui.web.serve import serve
    from tengen.ui.web.settings import Settings

    serve(Settings())
