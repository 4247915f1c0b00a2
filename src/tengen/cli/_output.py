"""Files that commands write: each appears whole or not at all, and never over another unasked."""

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from tengen.errors import InvalidText


@contextlib.contextmanager
def open_output(path: Path | None, force: bool) -> Iterator[TextIO]:
    """Open standard output, or a text file that takes the place of `path` once it is complete."""
    if path is None:
        yield sys.stdout
        return
    with (
        _unfinished(path, force) as unfinished,
        unfinished.open("w", encoding="utf-8", newline="") as file,
    ):
        yield file
        file.flush()
        os.fsync(file.fileno())


def write_output(path: Path | None, data: bytes, force: bool) -> None:
    """Write all bytes to standard output, or to a file that is complete when it appears."""
    if path is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    with _unfinished(path, force) as unfinished, unfinished.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


@contextlib.contextmanager
def _unfinished(path: Path, force: bool) -> Iterator[Path]:
    """Yield another name beside `path`; what is there afterwards takes its place."""
    if path.is_dir():
        raise _unwritten(path, "it is a folder")
    if path.exists() and not force:
        raise _unwritten(path, "it exists already; name another file, or give --force")
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        yield unfinished
        unfinished.replace(path)
    except OSError as error:
        raise _unwritten(path, error.strerror or str(error)) from None
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink()


def _unwritten(path: Path, why: str) -> InvalidText:
    return InvalidText("not-written", "{path!r} is not written: {why}", path=str(path), why=why)
