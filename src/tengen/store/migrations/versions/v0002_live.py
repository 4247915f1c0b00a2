"""Addresses of games, notes of the store about itself, and shared analyses."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add what live games and their players' screens need."""
    op.add_column("games", sa.Column("address", sa.Text()))
    op.create_index("uq_games_address", "games", ["address"], unique=True)
    op.create_table(
        "notes",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_notes"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "trees",
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("address", name="pk_trees"),
        sqlite_with_rowid=False,
    )
