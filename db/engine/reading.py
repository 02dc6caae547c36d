"""Reading: a query and all its rows."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TypeVarTuple

from sqlalchemy import Row, Select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db.engine.failure import ERRORS, unavailable

__all__ = ["connected", "fetch"]

Ts = TypeVarTuple("Ts")


@asynccontextmanager
async def connected(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """Borrow a connection, and give it back whenever one is cancelled."""
    connection = await engine.connect()
    try:
        yield connection
    finally:
        # By ourselves: the engine's own way is a task for it, which may be cancelled unbegun.
        await connection.close()


async def fetch(engine: AsyncEngine, query: Select[*Ts]) -> Sequence[Row[*Ts]]:
    """Return a query's rows; raises ``StoreUnavailableError``."""
    try:
        async with connected(engine) as connection:
            return (await connection.execute(query)).all()
    except ERRORS as error:
        raise unavailable(error) from error
