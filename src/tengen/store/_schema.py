"""The tables. What changes here needs a migration that does the same; a test compares them.

Columns that hold JSON are plain text: what is in them is written before a transaction begins and
read after it has ended.
"""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

REVISION: Final = "0002"
"""The newest migration, said here so that opening a store of today needs no alembic."""

VERSION_TABLE: Final = "tengen_version"
"""Under our own name, because other programs have an `alembic_version`."""

ID: Final = BigInteger().with_variant(Integer(), "sqlite")
"""SQLite numbers rows by itself only where the type is called INTEGER."""

metadata: Final = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

players: Final = Table(
    "players",
    metadata,
    Column("id", ID, primary_key=True),
    Column("name", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("command", Text, nullable=False),
    Column("version", Text, nullable=False),
    UniqueConstraint("name", "kind", "command", "version"),
    sqlite_autoincrement=True,
)

runs: Final = Table(
    "runs",
    metadata,
    Column("id", ID, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("plan", Text, nullable=False),
    Column("started_at", Double, nullable=False),
    Column("finished_at", Double),
    Column("summary", Text, nullable=False),
    sqlite_autoincrement=True,
)

jobs: Final = Table(
    "jobs",
    metadata,
    Column("run_id", ID, ForeignKey(runs.c.id), primary_key=True),
    Column("index", Integer, primary_key=True, autoincrement=False),
    Column("payload", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""A job is not changed once it is there: what became of it is said by its game alone."""

games: Final = Table(
    "games",
    metadata,
    Column("id", ID, primary_key=True),
    Column("first_id", ID, ForeignKey(players.c.id), nullable=False, index=True),
    Column("second_id", ID, ForeignKey(players.c.id), nullable=False, index=True),
    Column("first_owner", Text, nullable=False),
    Column("second_owner", Text, nullable=False),
    Column("position", Text, nullable=False),
    Column("rule", Text, nullable=False),
    Column("size", Integer, nullable=False),
    Column("opening", Text, nullable=False),
    Column("limits", Text, nullable=False),
    Column("run_id", ID),
    Column("job_index", Integer),
    Column("started_at", Double, nullable=False),
    Column("length", Integer, nullable=False),
    Column("plies", Integer, nullable=False),
    Column("black", Integer),
    Column("result", Text),
    Column("reason", Text),
    Column("finished_at", Double),
    Column("address", Text),
    # A job has at most one game, so that no finished one can be there twice.
    UniqueConstraint("run_id", "job_index"),
    ForeignKeyConstraint(["run_id", "job_index"], [jobs.c.run_id, jobs.c.index]),
    sqlite_autoincrement=True,
)
for _column in (games.c.first_owner, games.c.second_owner):
    # Most games have no owner, and the index leaves them out.
    _owned = _column != ""
    Index(f"ix_games_{_column.name}", _column, sqlite_where=_owned, postgresql_where=_owned)

Index("uq_games_address", games.c.address, unique=True)

events: Final = Table(
    "events",
    metadata,
    Column("game_id", ID, ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    Column("index", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("payload", Text, nullable=False),
    # The rows of a game lie together, and an append touches one tree instead of two.
    sqlite_with_rowid=False,
)

ratings: Final = Table(
    "ratings",
    metadata,
    Column("run_id", ID, ForeignKey(runs.c.id), primary_key=True),
    Column("player_id", ID, ForeignKey(players.c.id), primary_key=True),
    Column("elo", Double, nullable=False),
    Column("low", Double, nullable=False),
    Column("high", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("score", Double, nullable=False),
    Column("at", Double, nullable=False),
    sqlite_with_rowid=False,
)

notes: Final = Table(
    "notes",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""What the store remembers about itself."""

trees: Final = Table(
    "trees",
    metadata,
    Column("address", Text, primary_key=True),
    Column("payload", Text, nullable=False),
    Column("at", Double, nullable=False),
    sqlite_with_rowid=False,
)
"""Analyses that somebody has shared."""
