"""Go back to an earlier version of the schema, or begin with one."""

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

from db.maintenance.upgrade import MIGRATIONS


def downgrade(connection: Connection, to: str) -> None:
    """Undo the migrations after one, given by its number."""
    command.downgrade(_config(connection), to)


def begin_with(connection: Connection, schema: str) -> None:
    """Make an earlier version of the schema in an empty database."""
    command.upgrade(_config(connection), schema)


def _config(connection: Connection) -> Config:
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS))
    return config
