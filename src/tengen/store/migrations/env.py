"""Run by alembic: migrate over the connection that `tengen.store` hands in.

To write a new migration, copy the last file in `versions`, and set `REVISION` in `_schema.py`.
"""

from alembic import context

from tengen.store._schema import VERSION_TABLE, metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
)
context.run_migrations()
