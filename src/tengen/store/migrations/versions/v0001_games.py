"""Players, runs with their jobs, games with their events, ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make all tables."""
    _create_players_and_runs()
    _create_games()
    op.create_table(
        "events",
        sa.Column("game_id", _ID, nullable=False),
        sa.Column("index", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "index", name="pk_events"),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_events_game_id", ondelete="CASCADE"
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "ratings",
        sa.Column("run_id", _ID, nullable=False),
        sa.Column("player_id", _ID, nullable=False),
        sa.Column("elo", sa.Double(), nullable=False),
        sa.Column("low", sa.Double(), nullable=False),
        sa.Column("high", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("score", sa.Double(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("run_id", "player_id", name="pk_ratings"),
        sa.ForeignKeyConstraint(["run_id"], ["runs.id"], name="fk_ratings_run_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_ratings_player_id"),
        sqlite_with_rowid=False,
    )


def _create_players_and_runs() -> None:
    op.create_table(
        "players",
        sa.Column("id", _ID, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("command", sa.Text(), nullable=False),
        sa.Column("version", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sa.UniqueConstraint(
            "name", "kind", "command", "version", name="uq_players_name_kind_command_version"
        ),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "runs",
        sa.Column("id", _ID, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("plan", sa.Text(), nullable=False),
        sa.Column("started_at", sa.Double(), nullable=False),
        sa.Column("finished_at", sa.Double()),
        sa.Column("summary", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_runs"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "jobs",
        sa.Column("run_id", _ID, nullable=False),
        sa.Column("index", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("run_id", "index", name="pk_jobs"),
        sa.ForeignKeyConstraint(["run_id"], ["runs.id"], name="fk_jobs_run_id"),
        sqlite_with_rowid=False,
    )


def _create_games() -> None:
    op.create_table(
        "games",
        sa.Column("id", _ID, nullable=False),
        sa.Column("first_id", _ID, nullable=False),
        sa.Column("second_id", _ID, nullable=False),
        sa.Column("first_owner", sa.Text(), nullable=False),
        sa.Column("second_owner", sa.Text(), nullable=False),
        sa.Column("position", sa.Text(), nullable=False),
        sa.Column("rule", sa.Text(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("opening", sa.Text(), nullable=False),
        sa.Column("limits", sa.Text(), nullable=False),
        sa.Column("run_id", _ID),
        sa.Column("job_index", sa.Integer()),
        sa.Column("started_at", sa.Double(), nullable=False),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("plies", sa.Integer(), nullable=False),
        sa.Column("black", sa.Integer()),
        sa.Column("result", sa.Text()),
        sa.Column("reason", sa.Text()),
        sa.Column("finished_at", sa.Double()),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.UniqueConstraint("run_id", "job_index", name="uq_games_run_id_job_index"),
        sa.ForeignKeyConstraint(["first_id"], ["players.id"], name="fk_games_first_id"),
        sa.ForeignKeyConstraint(["second_id"], ["players.id"], name="fk_games_second_id"),
        sa.ForeignKeyConstraint(
            ["run_id", "job_index"],
            ["jobs.run_id", "jobs.index"],
            name="fk_games_run_id_job_index",
        ),
        sqlite_autoincrement=True,
    )
    for column in ("first_id", "second_id"):
        op.create_index(f"ix_games_{column}", "games", [column])
    for column in ("first_owner", "second_owner"):
        owned = sa.text(f"{column} != ''")
        op.create_index(
            f"ix_games_{column}", "games", [column], sqlite_where=owned, postgresql_where=owned
        )
