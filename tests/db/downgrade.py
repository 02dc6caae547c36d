"""Go back to an earlier version of the schema, or begin with one."""

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, inspect

from db.maintenance.upgrade import MIGRATIONS
from db.storage import Storage


def downgrade(connection: Connection, to: str) -> None:
    """Undo the migrations after one, given by its number."""
    command.downgrade(_config(connection), to)


async def back_to(storage: Storage, schema: str) -> set[str]:
    """Do that in a database that is open; return the tables that are left."""
    async with storage.engine.begin() as connection:
        await connection.run_sync(downgrade, schema)
        return {*await connection.run_sync(lambda sync: inspect(sync).get_table_names())}


def begin_with(connection: Connection, schema: str) -> None:
    """Make an earlier version of the schema in an empty database."""
    command.upgrade(_config(connection), schema)


def _config(connection: Connection) -> Config:
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS))
    return config
