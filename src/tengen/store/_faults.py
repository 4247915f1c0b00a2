"""What a database complains about, as one sentence for people."""

import sqlite3
from typing import Final

from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from tengen.errors import NotAvailable, StoreError

_SENTENCES: Final = {
    "store-full": "the disk is full: {store} cannot grow; make room, what is stored is safe",
    "store-io": "{store} cannot be read or written ({why}); is the disk full or gone?",
    "store-locked": "{store} is locked by another program; end that one, or wait for it",
    "store-read-only": "{store} is read-only; nothing can be stored there ({why})",
    "store-missing": "there is nothing in {store} yet; a match or a game makes it",
    "store-unopened": "{store} cannot be opened ({why}); is it yours to read and write?",
    "store-damaged": "{store} is damaged ({why}); put back a copy, or name another store",
    "store-foreign": "{store} is not a store of tengen ({why}); name another one",
    "store-folder": "{store} cannot be made: {why}",
    "store-unreachable": "{store} cannot be reached: {why}",
    "store-failed": "{store} refused: {why}",
}

_SQLITE: Final = {
    "SQLITE_FULL": "store-full",
    "SQLITE_IOERR": "store-io",
    "SQLITE_BUSY": "store-locked",
    "SQLITE_LOCKED": "store-locked",
    "SQLITE_READONLY": "store-read-only",
    "SQLITE_CANTOPEN": "store-unopened",
    "SQLITE_PERM": "store-unopened",
    "SQLITE_CORRUPT": "store-damaged",
    "SQLITE_NOTADB": "store-foreign",
}
"""By the first two words of the error's name."""

_POSTGRES: Final = {
    "53100": "store-full",
    "58030": "store-io",
    "55P03": "store-locked",
    "40P01": "store-locked",
    "25006": "store-read-only",
    "42501": "store-unopened",
    "XX001": "store-damaged",
    "XX002": "store-damaged",
    "08": "store-unreachable",
    "28": "store-unreachable",
    "3D": "store-unreachable",
    "53": "store-unreachable",
    "57": "store-unreachable",
}
"""By the SQLSTATE, or the class that is its first two characters."""


def fault(code: str, store: str, why: str = "") -> StoreError:
    """Return the error with this code; `store` is how the store is called in a sentence."""
    return StoreError(code, _SENTENCES[code], store=store, why=why)


def translated(error: SQLAlchemyError | sqlite3.Error, store: str) -> StoreError:
    """Return what an error of the database means."""
    if isinstance(error, PoolTimeout):
        return fault("store-unreachable", store, "too many threads are using it")
    cause = error.orig if isinstance(error, DBAPIError) else error
    why = (str(cause).strip().splitlines() or [type(cause).__name__])[0]
    if isinstance(cause, sqlite3.Error):
        # A driver's own complaints have no name.
        name = getattr(cause, "sqlite_errorname", "")
        code = _SQLITE.get("_".join(name.split("_")[:2]), "store-failed")
    elif state := getattr(cause, "sqlstate", None):
        code = _POSTGRES.get(state, _POSTGRES.get(state[:2], "store-failed"))
    else:
        # Without a state the server has not answered at all.
        code = "store-unreachable" if isinstance(error, DBAPIError) else "store-failed"
    return fault(code, store, why)


def no_driver() -> NotAvailable:
    """Return the error for a PostgreSQL URL without a driver."""
    return NotAvailable(
        "no-extra", "PostgreSQL is reached with psycopg; run 'pip install tengen[postgres]'"
    )
