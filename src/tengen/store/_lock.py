"""Named locks beside a store, so that a run, or the whole store, has one owner at a time.

They bind only those who ask for them, and end with the process that holds them, however it ends.
SQLite has a file for each, PostgreSQL its advisory locks.
"""

import contextlib
import hashlib
import os
import sys
from pathlib import Path
from typing import Final, Protocol, Self

from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError

from tengen.errors import StoreError
from tengen.store._database import Database
from tengen.store._faults import fault, translated

_WORDS: Final = 60
"""As many bytes of an announcement as PostgreSQL keeps."""


class Lock:
    """A lock that is held until `release`, or the end of the block that it is used in."""

    def __init__(self, database: Database, name: str, what: str) -> None:
        """Take the lock `name` or raise StoreError, which says that `what` is in use, by whom."""
        path = database.target.path
        self._held: _Held = (
            _FileLock(path.with_name(f"{path.name}.{name}.lock"))
            if path is not None
            else _ServerLock(database, name)
        )
        if (owner := self._held.take()) is not None:
            raise StoreError(
                "store-in-use",
                "{what} is already in use by {owner}",
                what=what,
                owner=owner or "another program",
            )
        self.announce(f"process {os.getpid()}")

    def announce(self, words: str) -> None:
        """Say who holds it, to those who are refused; such as `tengen at http://127.0.0.1:8136`."""
        self._held.announce(words.encode("ascii", "replace")[:_WORDS].decode())

    def release(self) -> None:
        """Let others have it; a second time does nothing."""
        self._held.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


class _Held(Protocol):
    def take(self) -> str | None:
        """Take the lock, or return what its holder announced."""

    def announce(self, words: str) -> None: ...

    def release(self) -> None: ...


class _FileLock:
    """A lock on a file, which is there as long as the lock is, and after a crash."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._fd: int | None = None

    def take(self) -> str | None:
        while True:
            fd = self._open()
            if not _lock_fd(fd):
                words = os.read(fd, _WORDS).decode("ascii", "replace").strip()
                os.close(fd)
                return words
            if self._is_still(fd):
                self._fd = fd
                return None
            # Its last holder removed the file between our opening and our locking it.
            os.close(fd)

    def announce(self, words: str) -> None:
        if self._fd is None:
            return
        # On a full disk the lock holds without words.
        with contextlib.suppress(OSError):
            os.lseek(self._fd, 0, os.SEEK_SET)
            os.write(self._fd, words.ljust(_WORDS).encode("ascii"))

    def release(self) -> None:
        if self._fd is None:
            return
        if os.name == "posix":
            self._path.unlink(missing_ok=True)
        os.close(self._fd)
        self._fd = None

    def _open(self) -> int:
        try:
            return os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            why = error.strerror or str(error)
            raise fault("store-unopened", f"the lock {str(self._path)!r}", why) from None

    def _is_still(self, fd: int) -> bool:
        try:
            return os.path.samestat(os.fstat(fd), self._path.stat())
        except FileNotFoundError:
            return False


class _ServerLock:
    """An advisory lock of PostgreSQL, held by a connection of its own."""

    def __init__(self, database: Database, name: str) -> None:
        self._database = database
        self._name = name
        self._stack = contextlib.ExitStack()

    def take(self) -> str | None:
        try:
            with contextlib.ExitStack() as stack:
                connection = stack.enter_context(self._database.engine.connect())
                connection = connection.execution_options(isolation_level="AUTOCOMMIT")
                # The lock ends with the connection, so it must not go back to the pool.
                connection.detach()
                key = {"key": self._find_key(connection)}
                if connection.execute(text("SELECT pg_try_advisory_lock(:key)"), key).scalar():
                    self._connection = connection
                    self._stack = stack.pop_all()
                    return None
                return connection.execute(text(_HOLDER), key).scalar() or ""
        except SQLAlchemyError as error:
            raise translated(error, self._database.target.shown) from error

    def announce(self, words: str) -> None:
        query = text("SELECT set_config('application_name', :words, false)")
        with contextlib.suppress(SQLAlchemyError):
            self._connection.execute(query, {"words": words})

    def release(self) -> None:
        self._stack.close()

    def _find_key(self, connection: Connection) -> int:
        """Return a number for the name; a database may have a store in each of its schemas."""
        schema = connection.execute(text("SELECT current_schema()")).scalar()
        digest = hashlib.sha256(f"tengen {schema} {self._name}".encode()).digest()
        return int.from_bytes(digest[:8], "big", signed=True)


_HOLDER: Final = """
    SELECT application_name FROM pg_stat_activity JOIN pg_locks USING (pid)
    WHERE locktype = 'advisory' AND granted AND objsubid = 1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND (classid::bigint << 32 | objid::bigint) = :key
"""

if sys.platform == "win32":
    import msvcrt

    def _lock_fd(fd: int) -> bool:
        # Locked bytes cannot be read by others, so a byte far behind the words is locked.
        os.lseek(fd, 1 << 20, os.SEEK_SET)
        try:
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(fd, 0, os.SEEK_SET)
        return True
else:
    import fcntl

    def _lock_fd(fd: int) -> bool:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
