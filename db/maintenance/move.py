"""Copy everything from one database into another, such as from SQLite to PostgreSQL."""

from sqlalchemy import Table, insert, literal, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.tables.store import StoreUnavailableError
from db import schema
from db.engine.opening import opened
from db.maintenance.upgrade import (
    Revision,
    SchemaTooNewError,
    must_be_known,
    must_be_up_to_date,
    revision,
    upgrade,
)

LOCK_TIMEOUT = 60.0
"""Seconds to wait for a lock."""

AT_ONCE = 1000


class MoveError(Exception):
    """Nothing was moved; ``str`` of it says why, in a sentence without a password."""


async def move(source: str, target: str) -> int:
    """Copy all rows of the database at one URL into that at another; return their number.

    No bot runs on either. The source has today's schema, the target no rows and perhaps no schema.
    All rows arrive or none. Raises :class:`MoveError`.
    """
    await _check_source(source)
    await _prepare_target(target)
    try:
        async with opened(source, LOCK_TIMEOUT) as origin, opened(target, LOCK_TIMEOUT) as goal:
            for connection, begin in ((origin, "BEGIN"), (goal, "BEGIN IMMEDIATE")):
                if connection.dialect.name == "sqlite":
                    await connection.exec_driver_sql(begin)
                await must_be_up_to_date(connection)
            await _check_empty(goal)
            rows = [await _copy(table, origin, goal) for table in schema.metadata.sorted_tables]
            await goal.commit()
    except StoreUnavailableError as error:
        raise MoveError(f"Nothing was moved: {error}.") from error
    return sum(rows)


async def _check_source(url: str) -> None:
    found = await _revision("old", url)
    if found.current is None:
        raise MoveError("There is no database of this bot at the old address.")
    _check_up_to_date("old", found)


async def _prepare_target(url: str) -> None:
    found = await _revision("new", url)
    if found.current is not None:
        _check_up_to_date("new", found)
        return
    try:
        await upgrade(url)
    except (StoreUnavailableError, OSError) as error:
        raise MoveError(f"The new database can't be used: {error}.") from error


async def _revision(which: str, url: str) -> Revision:
    try:
        return await revision(url)
    except ValueError as error:
        # What the parser says may quote a part of the password.
        raise MoveError(
            f"The {which} database's address can't be used: it should be "
            "sqlite+aiosqlite:///FILE or postgresql+asyncpg://USER:PASSWORD@HOST/NAME."
        ) from error
    except (StoreUnavailableError, OSError, TypeError, ModuleNotFoundError) as error:
        # TypeError: the driver does not know an option of the address.
        raise MoveError(f"The {which} database can't be used: {error}.") from error


def _check_up_to_date(which: str, found: Revision) -> None:
    try:
        must_be_known(found)
    except SchemaTooNewError as error:
        raise MoveError(f"The {which} database can't be used. {error}") from error
    if not found.up_to_date:
        raise MoveError(
            f"The {which} database's schema is {found.current}, and this version of the bot wants "
            f"{found.head}: set DATABASE_URL to it and run `python -m bot db upgrade`."
        )


async def _check_empty(goal: AsyncConnection) -> None:
    for table in schema.metadata.sorted_tables:
        if (await goal.execute(select(literal(1)).select_from(table).limit(1))).first():
            raise MoveError("The new database is not empty: it has rows already.")


async def _copy(table: Table, origin: AsyncConnection, goal: AsyncConnection) -> int:
    count = 0
    # By primary key, because a log entry refers to the one before it.
    result = await origin.stream(select(table).order_by(*table.primary_key))
    async for rows in result.mappings().partitions(AT_ONCE):
        await goal.execute(insert(table), [dict(row) for row in rows])
        count += len(rows)
    return count
