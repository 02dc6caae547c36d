"""Alembic's environment: migrations run on the connection of ``db.maintenance.upgrade``."""

from alembic import context

from db.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
)
context.run_migrations()
