"""Reading: a query and all its rows."""

from collections.abc import Sequence
from typing import TypeVarTuple

from sqlalchemy import Row, Select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from db.failure import unavailable

__all__ = ["fetch"]

Ts = TypeVarTuple("Ts")


async def fetch(engine: AsyncEngine, query: Select[*Ts]) -> Sequence[Row[*Ts]]:
    """Return a query's rows; raises ``StoreUnavailableError``."""
    try:
        async with engine.connect() as connection:
            return (await connection.execute(query)).all()
    except (SQLAlchemyError, OSError) as error:
        raise unavailable(error) from error
