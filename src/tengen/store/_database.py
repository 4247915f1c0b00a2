"""One database, SQLite or PostgreSQL: how it is reached, and transactions to read and to write.

The only file of this room that makes an engine or begins a transaction.
"""

import contextlib
import sqlite3
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from tengen.errors import InvalidText
from tengen.store._faults import no_driver, translated

_WRITES: Final = "tengen_writes"
_POSTGRES_SCHEMES: Final = ("postgres", "postgresql", "postgresql+psycopg")


@dataclass(frozen=True, slots=True)
class Target:
    """Where a store is."""

    url: URL
    path: Path | None
    """The file; None for PostgreSQL."""

    @property
    def shown(self) -> str:
        """What the store is called in a sentence; a password does not appear."""
        name = str(self.path) if self.path is not None else self.url.render_as_string()
        return f"the store {name!r}"


def find_target(where: str | Path) -> Target:
    """Return the target of a path or a URL, or raise InvalidText."""
    text = str(where)
    if "://" not in text:
        return _file_target(Path(where))
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise _bad_url(text.partition("://")[0]) from None
    if url.drivername in _POSTGRES_SCHEMES:
        return Target(url.set(drivername="postgresql+psycopg"), None)
    if url.drivername == "sqlite" and url.database and url.database != ":memory:":
        return _file_target(Path(url.database))
    raise _bad_url(url.drivername)


def _file_target(path: Path) -> Target:
    try:
        # Links are followed, so that two names of one file have one lock.
        path = path.expanduser().resolve()
    except (OSError, ValueError, RuntimeError) as error:
        raise InvalidText(
            "bad-store",
            "{path!r} is not the path of a file: {why}",
            path=str(path)[:200],
            why=str(error),
        ) from None
    return Target(URL.create("sqlite", database=str(path)), path)


def _bad_url(scheme: str) -> InvalidText:
    return InvalidText(
        "bad-store",
        "{scheme!r} is not a kind of store; give the path of a file, "
        "or a URL like 'postgresql+psycopg://user@host/database'",
        scheme=scheme[:40],
    )


class Database:
    """Connections to one target. Any thread may use it.

    Nothing is opened before the first transaction. Errors of the database leave `read` and
    `write` as StoreError, after the transaction was rolled back.
    """

    def __init__(self, target: Target, *, patience: float) -> None:
        self.target = target
        self.engine = _make_engine(target, patience)
        self._writing = self.engine.execution_options(**{_WRITES: True})
        # SQLite has one writer at a time. Threads of ours queue up here, where they are woken at
        # once; other processes are waited for by polling. They share one connection, because
        # fetching one from the pool takes a quarter of the time of an append.
        self._turn: contextlib.AbstractContextManager[Any] = (
            threading.Lock() if target.path is not None else contextlib.nullcontext()
        )
        self._kept: Connection | None = None

    @contextlib.contextmanager
    def read(self) -> Iterator[Connection]:
        """Open a transaction that only reads."""
        try:
            with self.engine.begin() as connection:
                yield connection
        except (SQLAlchemyError, sqlite3.Error) as error:
            raise translated(error, self.target.shown) from error

    @contextlib.contextmanager
    def write(self) -> Iterator[Connection]:
        """Open a transaction that writes; it is committed when the block ends without an error."""
        try:
            with self._turn, self._writer() as connection, connection.begin():
                yield connection
        except (SQLAlchemyError, sqlite3.Error) as error:
            raise translated(error, self.target.shown) from error

    def use_wal(self) -> None:
        """Let readers and a writer of SQLite work side by side; the file remembers it."""
        with self.read() as connection:
            driver: Any = connection.connection.driver_connection
            driver.execute("COMMIT")
            driver.execute("PRAGMA journal_mode = WAL")

    def close(self) -> None:
        """Close all connections, after a transaction that writes, if there is one, has ended."""
        with self._turn:
            if self._kept is not None:
                self._kept.close()
                self._kept = None
        self.engine.dispose()

    def _writer(self) -> contextlib.AbstractContextManager[Connection]:
        if self.target.path is None:
            return self._writing.connect()
        if self._kept is None:
            self._kept = self._writing.connect()
        return contextlib.nullcontext(self._kept)


def _make_engine(target: Target, patience: float) -> Engine:
    if target.path is not None:
        engine = create_engine(target.url, connect_args={"timeout": patience})
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    # What the URL says itself counts more.
    asked = dict(target.url.query)
    milliseconds = round(patience * 1000)
    options = f"-c lock_timeout={milliseconds} {asked.get('options', '')}"
    seconds = asked.get("connect_timeout", max(2, round(patience)))
    try:
        return create_engine(
            target.url,
            # A server may have been restarted since a connection was used last.
            pool_pre_ping=True,
            connect_args={"connect_timeout": seconds, "options": options},
        )
    except ImportError:
        raise no_driver() from None


def _set_up_sqlite(connection: Any, _record: object) -> None:
    # Transactions are begun by us: the driver would begin them late, and only to write.
    connection.isolation_level = None
    connection.execute("PRAGMA foreign_keys = ON")
    # In WAL mode a commit is then in the hands of the operating system when it returns: it
    # survives the end of this process, however sudden; after a power cut the last ones may be
    # missing, the file is whole.
    connection.execute("PRAGMA synchronous = NORMAL")


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that reads first and then wants to write can be refused at once, however long
    # it would wait. One that will write therefore says so from the start.
    mode = "IMMEDIATE" if connection.get_execution_options().get(_WRITES) else "DEFERRED"
    driver: Any = connection.connection.driver_connection
    driver.execute(f"BEGIN {mode}")
