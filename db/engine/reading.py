"""Run a query and fetch all its rows."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TypeVarTuple

from sqlalchemy import Row, Select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db.engine.failure import DATABASE_ERRORS, unavailable

__all__ = ["connected", "fetch"]

Ts = TypeVarTuple("Ts")


@asynccontextmanager
async def connected(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """Take a connection from the pool, and return it even if the task is cancelled."""
    connection = await engine.connect()
    try:
        yield connection
    finally:
        # SQLAlchemy's own context manager does this in a task, which may be cancelled unstarted.
        await connection.close()


async def fetch(engine: AsyncEngine, query: Select[*Ts]) -> Sequence[Row[*Ts]]:
    """Run a query, and return its rows; raises ``StoreUnavailableError``."""
    try:
        async with connected(engine) as connection:
            return (await connection.execute(query)).all()
    except DATABASE_ERRORS as error:
        raise unavailable(error) from error
