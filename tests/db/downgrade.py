"""Go back to an earlier version of the schema."""

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

from db.maintenance.upgrade import MIGRATIONS

__all__ = ["downgrade"]


def downgrade(connection: Connection, to: str) -> None:
    """Undo the migrations after one, given by its number."""
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS))
    command.downgrade(config, to)
