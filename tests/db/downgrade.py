"""Go back to an earlier version of the schema, or begin with one."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, MetaData, inspect, select

from db.maintenance.upgrade import MIGRATIONS, upgrade
from db.storage import Storage, open_storage


def downgrade(connection: Connection, to: str) -> None:
    """Make an earlier version's tables anew, given by its number, of what rows have from it."""
    now = _reflected(connection)
    held = {
        table.name: connection.execute(select(table).order_by(*table.primary_key)).mappings().all()
        for table in now.sorted_tables
    }
    now.drop_all(connection)
    begin_with(connection, to)
    for table in _reflected(connection).sorted_tables:
        rows = held.get(table.name) if table.name != "alembic_version" else None
        if rows:
            names = {*table.columns.keys()} & {*rows[0].keys()}
            connection.execute(
                table.insert(), [{name: row[name] for name in names} for row in rows]
            )


async def back_to(storage: Storage, schema: str) -> set[str]:
    """Do that in a database that is open; return the tables that are left."""
    async with storage.engine.begin() as connection:
        await connection.run_sync(downgrade, schema)
        return {*await connection.run_sync(lambda sync: inspect(sync).get_table_names())}


@asynccontextmanager
async def older(url: str, schema: str) -> AsyncIterator[Storage]:
    """Yield a database to be filled; it's of that version afterwards, and upgraded."""
    async with open_storage(url) as storage:
        yield storage
        await back_to(storage, schema)
    await upgrade(url)


def begin_with(connection: Connection, schema: str) -> None:
    """Make an earlier version of the schema in an empty database."""
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS))
    command.upgrade(config, schema)


def _reflected(connection: Connection) -> MetaData:
    metadata = MetaData()
    metadata.reflect(connection)
    return metadata
