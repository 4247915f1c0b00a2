"""Bring a database to the newest revision, or refuse it."""

from pathlib import Path
from typing import Final

from sqlalchemy import Connection, inspect, text

from tengen.errors import StoreError
from tengen.store._database import Database
from tengen.store._faults import fault
from tengen.store._schema import REVISION, VERSION_TABLE

MIGRATIONS: Final = Path(__file__).parent / "migrations"

_MIGRATION_LOCK: Final = 0x74656E67656E
"""PostgreSQL's number for "somebody migrates": the letters of tengen."""


def prepare(database: Database, *, create: bool) -> None:
    """Upgrade a store of old; raise StoreError for a newer one, and for what is no store.

    In an empty database the tables are made with `create`, else it is refused as well. What is
    refused is left as it was.
    """
    with database.read() as connection:
        revision = _find_revision(connection, database.target.shown)
    if revision == REVISION:
        return
    if revision is None and not create:
        raise fault("store-missing", database.target.shown)
    if database.target.path is not None:
        database.use_wal()
    with database.write() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": _MIGRATION_LOCK})
        # Whoever had the lock before may have done the work.
        if _find_revision(connection, database.target.shown) != REVISION:
            _upgrade(connection, database.target.shown)


def _find_revision(connection: Connection, shown: str) -> str | None:
    """Return the revision of a store, or None for an empty database."""
    tables = inspect(connection).get_table_names()
    if not tables:
        return None
    if VERSION_TABLE not in tables:
        raise fault("store-foreign", shown, f"it has a table {min(tables)!r} of another program")
    found = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()  # noqa: S608
    return None if found is None else str(found)


def _upgrade(connection: Connection, shown: str) -> None:
    # Imported here because it takes as long as all the rest, and is needed once in a store's life.
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    # A percent sign in the path would be taken for a variable.
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError:
        raise StoreError(
            "store-newer",
            "{store} was written by a newer tengen; update this one, or name another store",
            store=shown,
        ) from None
