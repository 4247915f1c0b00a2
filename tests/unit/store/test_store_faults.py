"""When the database refuses: one clear sentence, and what was acknowledged stays."""

import contextlib
import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tengen.errors import StoreError
from tengen.store import NewGame, Store, StoredEvent

NOBODY = 65534


def fill(store: Store, game: int, *, upto: int = 4000) -> int:
    """Append until the store refuses, and return how many events it has acknowledged."""
    for index in range(upto):
        try:
            store.append(game, [StoredEvent(index, {"said": "x" * 1000}, 0.0)])
        except StoreError as error:
            if error.code in {"store-full", "store-io"} and "disk" in str(error):
                return index
            raise
    raise AssertionError("there was room without end")


def check_after_filling(path: Path, store: Store, game: int, kept: int) -> None:
    assert [event.index for event in store.events(game)] == list(range(kept))
    assert store.game(game).length == kept > 10
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


@contextlib.contextmanager
def small_disk(path: Path, size: str) -> Iterator[None]:
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(path)],
        capture_output=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip("only root may mount a small disk")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(path)], check=True)


@pytest.mark.skipif(shutil.which("mount") is None, reason="there is no mount here")
def test_a_full_disk_is_named_and_what_was_stored_stays(tmp_path: Path, new_game: NewGame) -> None:
    with small_disk(tmp_path, "600k"):
        ballast = tmp_path / "ballast"
        ballast.write_bytes(b"x" * 200_000)
        with Store.open(tmp_path / "games.sqlite") as store:
            game = store.add_game(new_game)
            kept = fill(store, game)
            check_after_filling(tmp_path / "games.sqlite", store, game, kept)
            ballast.unlink()
            store.append(game, [StoredEvent(kept, {"room": "again"})])


def test_a_file_that_may_not_grow_is_named_and_what_was_stored_stays(
    path: Path, store: Store, new_game: NewGame
) -> None:
    resource = pytest.importorskip("resource")
    game = store.add_game(new_game)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, before[1]))
    try:
        kept = fill(store, game)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    check_after_filling(path, store, game, kept)
    store.append(game, [StoredEvent(kept, {"room": "again"})])


def test_a_locked_database_is_named_and_used_again_afterwards(
    path: Path, store: Store, new_game: NewGame
) -> None:
    game = store.add_game(new_game)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    for _ in range(2):
        with pytest.raises(
            StoreError, match=r"is locked by another program; end that one, or wait"
        ):
            store.append(game, [StoredEvent(0, {})])
    assert store.events(game) == []
    other.execute("ROLLBACK")
    other.close()
    store.append(game, [StoredEvent(0, {})])
    assert len(store.events(game)) == 1


@contextlib.contextmanager
def open_folder() -> Iterator[Path]:
    """Make a folder that anybody may enter, and take back the rights of root afterwards."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    before = os.geteuid()
    try:
        yield folder
    finally:
        os.seteuid(before)
        folder.chmod(0o755)
        shutil.rmtree(folder)


def drop_rights() -> None:
    if os.geteuid() == 0:
        os.seteuid(NOBODY)


@pytest.mark.skipif(os.name != "posix", reason="rights are different elsewhere")
def test_a_read_only_file_is_named(new_game: NewGame) -> None:
    with open_folder() as folder:
        path = folder / "games.sqlite"
        Store.open(path).close()
        path.chmod(0o444)
        folder.chmod(0o777)
        drop_rights()
        with (
            pytest.raises(StoreError, match="is read-only; nothing can be stored there"),
            Store.open(path) as store,
        ):
            store.add_game(new_game)


@pytest.mark.skipif(os.name != "posix", reason="rights are different elsewhere")
def test_a_folder_that_is_not_ours_is_named() -> None:
    with open_folder() as folder:
        folder.chmod(0o555)
        drop_rights()
        with pytest.raises(StoreError, match=r"cannot be opened \(.*\); is it yours"):
            Store.open(folder / "games.sqlite")
        with pytest.raises(StoreError, match=r"cannot be opened \(.*\); is it yours"):
            Store.open(folder / "games.sqlite", exclusive=True)


@pytest.mark.parametrize("where", [0, 4096], ids=["in its head", "in its tables"])
def test_a_damaged_file_is_named(path: Path, new_game: NewGame, where: int) -> None:
    with Store.open(path) as store:
        for _ in range(50):
            store.add_game(new_game)
    whole = path.read_bytes()
    # The first hundred bytes say that this is a database at all.
    start = where or 100
    path.write_bytes(whole[:start] + b"\xa5" * (len(whole) - start))
    with (
        pytest.raises(StoreError, match=r"is damaged \(.*\); put back a copy"),
        Store.open(path) as s,
    ):
        s.games()


def test_a_table_that_is_gone_is_a_sentence_too(
    path: Path, store: Store, new_game: NewGame
) -> None:
    connection = sqlite3.connect(path)
    connection.execute("DROP TABLE events")
    connection.close()
    game = store.add_game(new_game)
    with pytest.raises(StoreError, match="refused: no such table: events") as caught:
        store.append(game, [StoredEvent(0, {})])
    assert caught.value.code == "store-failed"
