"""The memory: games event by event, runs with their jobs, ratings. The only room with SQL.

`Store.open` takes a path (SQLite) or a PostgreSQL URL; both give the same answers. What goes in
and out are the plain dataclasses of `tengen.store.records`. A call that returned is committed, and
survives `kill -9`.
"""

from importlib.util import find_spec

from tengen.errors import NotAvailable

if find_spec("sqlalchemy") is None or find_spec("alembic") is None:
    raise NotAvailable(
        "no-extra",
        "games are stored with SQLAlchemy and alembic; run 'pip install tengen[arena]'",
    )

from tengen.store._lock import Lock
from tengen.store.location import default_path, locate
from tengen.store.records import (
    GameFilter,
    GameResult,
    NewGame,
    Player,
    StoredEvent,
    StoredGame,
    StoredJob,
    StoredRating,
    StoredRun,
    Verdict,
)
from tengen.store.store import Store
from tengen.store.writer import Writer

__all__ = [
    "GameFilter",
    "GameResult",
    "Lock",
    "NewGame",
    "Player",
    "Store",
    "StoredEvent",
    "StoredGame",
    "StoredJob",
    "StoredRating",
    "StoredRun",
    "Verdict",
    "Writer",
    "default_path",
    "locate",
]
