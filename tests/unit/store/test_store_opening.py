"""Opening: a new store is made, our own is opened, whatever else is refused in one line."""

import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from tengen.errors import InvalidText, StoreError, TengenError
from tengen.store import NewGame, Store, _migrate
from tengen.store._schema import REVISION, VERSION_TABLE, metadata


def refusal(where: str | Path, **options: bool) -> TengenError:
    with pytest.raises(TengenError) as caught:
        Store.open(where, **options)
    assert "\n" not in str(caught.value)
    return caught.value


def test_a_new_store_is_made_in_wal_mode_at_the_newest_revision(path: Path) -> None:
    Store.open(path).close()
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute(f"SELECT * FROM {VERSION_TABLE}").fetchall() == [(REVISION,)]
    connection.close()


def test_nothing_is_left_beside_the_file_when_it_is_closed(path: Path, new_game: NewGame) -> None:
    with Store.open(path, exclusive=True) as store:
        store.add_game(new_game)
    assert [found.name for found in path.parent.iterdir()] == [path.name]


def test_an_empty_file_becomes_a_store(path: Path) -> None:
    path.touch()
    with Store.open(path) as store:
        assert store.count_games() == 0


@pytest.mark.parametrize(
    "name", ["with space.sqlite", "100%.sqlite", "a?b#c.sqlite", "天元.sqlite"]
)
def test_a_file_may_have_any_name(tmp_path: Path, name: str, new_game: NewGame) -> None:
    with Store.open(tmp_path / name) as store:
        store.add_game(new_game)
    assert (tmp_path / name).is_file()


def test_a_url_of_sqlite_is_its_path(path: Path) -> None:
    with Store.open(f"sqlite:///{path}") as store:
        assert store.path == path.resolve()


def test_many_may_make_one_store_at_the_same_time(path: Path) -> None:
    stores: list[Store] = []
    threads = [threading.Thread(target=lambda: stores.append(Store.open(path))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [store.count_games() for store in stores] == [0] * 6
    for store in stores:
        store.close()


# What is refused.


def test_a_text_file_is_refused_and_left_as_it_was(path: Path) -> None:
    path.write_text("h8i9g7\n" * 500)
    assert str(refusal(path)) == (
        f"the store {str(path)!r} is not a store of tengen (file is not a database); "
        "name another one"
    )
    assert path.read_text() == "h8i9g7\n" * 500


def test_a_database_of_another_program_is_refused_and_left_as_it_was(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE moz_places (id INTEGER)")
    connection.close()
    before = path.read_bytes()
    assert "(it has a table 'moz_places' of another program)" in str(refusal(path))
    assert path.read_bytes() == before


def test_a_store_of_a_newer_tengen_is_refused(path: Path) -> None:
    Store.open(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute(f"UPDATE {VERSION_TABLE} SET version_num = '9999'")
    connection.close()
    error = refusal(path)
    assert error.code == "store-newer"
    assert "was written by a newer tengen; update this one" in str(error)


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    assert "(it is not a file)" in str(refusal(tmp_path))


@pytest.mark.skipif(os.name != "posix", reason="there are no devices elsewhere")
def test_a_device_is_no_store() -> None:
    assert "(it is not a file)" in str(refusal("/dev/null"))


def test_a_folder_that_is_missing_is_named(tmp_path: Path) -> None:
    error = refusal(tmp_path / "none" / "games.sqlite")
    assert str(error).endswith(f"cannot be made: there is no folder {str(tmp_path / 'none')!r}")


def test_without_create_nothing_is_made(path: Path) -> None:
    assert refusal(path, create=False).code == "store-missing"
    assert not path.exists()
    path.touch()
    assert refusal(path, create=False).code == "store-missing"
    assert path.read_bytes() == b""


@pytest.mark.parametrize(
    "url",
    ["mysql://root:secret@host/db", "sqlite://", "sqlite:///:memory:", "://", "x://[", "a\0b"],
)
def test_another_kind_of_store_is_refused(url: str) -> None:
    error = refusal(url)
    assert isinstance(error, InvalidText)
    assert "secret" not in str(error)


def test_a_server_that_is_not_there_is_named_without_the_password() -> None:
    pytest.importorskip("psycopg")
    error = refusal("postgresql://user:secret@127.0.0.1:1/games")
    assert isinstance(error, StoreError)
    assert error.code == "store-unreachable"
    assert "'postgresql+psycopg://user:***@127.0.0.1:1/games' cannot be reached" in str(error)
    assert "secret" not in str(error)


@pytest.mark.parametrize(
    ("module", "where", "extra"),
    [
        ("sqlalchemy", "a.sqlite", "arena"),
        ("alembic", "a.sqlite", "arena"),
        ("psycopg", "postgresql://u@h/d", "postgres"),
    ],
)
def test_a_missing_library_is_named_with_the_command_that_installs_it(
    module: str, where: str, extra: str, tmp_path: Path
) -> None:
    code = (
        f"import sys; sys.modules[{module!r}] = None\n"
        "from tengen.errors import NotAvailable\n"
        f"try:\n    from tengen.store import Store; Store.open({where!r})\n"
        "except NotAvailable as error:\n    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        cwd=tmp_path,
    )
    assert f"run 'pip install tengen[{extra}]'" in done.stdout


# Migrations.


def test_tables_and_migrations_agree(path: Path) -> None:
    Store.open(path).close()
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"version_table": VERSION_TABLE, "compare_type": True}
        )
        assert compare_metadata(context, metadata) == []
    engine.dispose()


def test_the_newest_migration_is_the_one_that_the_schema_names() -> None:
    config = Config()
    config.set_main_option("script_location", str(_migrate.MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_current_head() == REVISION


def test_an_old_store_is_upgraded_and_keeps_its_games(
    path: Path, tmp_path: Path, new_game: NewGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(path) as store:
        store.add_game(new_game)
    newer = tmp_path / "migrations of 100% tomorrow"
    shutil.copytree(_migrate.MIGRATIONS, newer)
    (newer / "versions" / "v9999_notes.py").write_text(
        "from alembic import op\nimport sqlalchemy as sa\n"
        f"revision, down_revision = '9999', {REVISION!r}\n"
        "def upgrade():\n    op.add_column('games', sa.Column('note', sa.Text()))\n"
    )
    monkeypatch.setattr(_migrate, "MIGRATIONS", newer)
    monkeypatch.setattr(_migrate, "REVISION", "9999")
    with Store.open(path) as store:
        assert store.count_games() == 1
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT id, note FROM games").fetchall() == [(1, None)]
    connection.close()


def test_a_migration_that_fails_leaves_the_store_as_it_was(
    path: Path, tmp_path: Path, new_game: NewGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(path) as store:
        store.add_game(new_game)
    newer = tmp_path / "migrations"
    shutil.copytree(_migrate.MIGRATIONS, newer)
    (newer / "versions" / "v9999_wrong.py").write_text(
        "from alembic import op\n"
        f"revision, down_revision = '9999', {REVISION!r}\n"
        "def upgrade():\n    op.drop_table('events')\n    op.drop_table('nowhere')\n"
    )
    with monkeypatch.context() as patched:
        patched.setattr(_migrate, "MIGRATIONS", newer)
        patched.setattr(_migrate, "REVISION", "9999")
        assert refusal(path).code == "store-failed"
    with Store.open(path) as store:
        assert store.events(1) == []
