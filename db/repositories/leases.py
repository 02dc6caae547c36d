"""Repository of leases: a row for each shard, with times by the database's clock."""

from collections.abc import AsyncIterator, Collection, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    delete,
    insert,
    literal_column,
    select,
    text,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.tables.core.store import SchemaChangedError
from bot.tables.leases.lease import Claim, Lease, Shards
from db.engine.failure import DATABASE_ERRORS, unavailable
from db.engine.reading import connected
from db.engine.transaction import REVISION
from db.schema import leases

__all__ = ["BEGIN_EXCLUSIVE", "NOW", "SqlLeases"]

NOW = {
    "sqlite": "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
    "postgresql": "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)",
}
"""SQL for the current time in milliseconds since 1970."""

BEGIN_EXCLUSIVE = {
    "sqlite": "BEGIN IMMEDIATE",
    "postgresql": "LOCK TABLE leases IN SHARE ROW EXCLUSIVE MODE",
}
"""SQL that begins a transaction in which nobody else can change a lease."""


KNOWN = "EXISTS (SELECT 1 FROM alembic_version WHERE version_num = :known)"
"""SQL that is true as long as the schema is the one that this process knows."""


class SqlLeases:
    """Implements :class:`bot.tables.leases.lease.Leases`.

    ``house`` is this process's name, unique among all that share the database, and ``revision`` is
    the schema that it knows: on any other it takes and renews no lease. Leases are not written by
    the writer, so that moves need not wait for them.
    """

    def __init__(self, engine: AsyncEngine, house: str, revision: str) -> None:
        self._engine = engine
        self._house = house
        self._revision = revision
        self._now: ColumnElement[int] = literal_column(NOW[engine.dialect.name], BigInteger)

    async def claim(
        self, shards: Shards, seconds: float, at: int, void: Collection[Lease] = ()
    ) -> Claim:
        """Take the leases of all these shards, or of none."""
        async with self._reading() as connection:
            claim = await self._check(connection, shards, void)
        if claim.conflicts:  # Waiting processes check often, so they should not take a lock.
            return claim
        async with self._exclusive() as connection:
            claim = await self._check(connection, shards, void)
            if not claim.conflicts:
                excluded = [lease for lease in claim.before if _excludes(shards, lease)]
                await self._take(connection, excluded, shards, seconds, at)
        return claim

    async def renew(self, shards: Shards, seconds: float, at: int) -> bool:
        """Extend the leases to ``seconds`` from now; False if not all are ours any more."""
        ours = await self._change(until=self._after(seconds), seen_at=at)
        return ours == len(shards.numbers)

    async def release(self, at: int) -> None:
        """Release all leases of this process."""
        await self._change(house=None, until=0, seen_at=at)

    async def _check(
        self, connection: AsyncConnection, shards: Shards, void: Collection[Lease]
    ) -> Claim:
        await self._check_schema(connection)
        columns = leases.c
        kept = (columns.shard, columns.shard_count, columns.house, columns.until, columns.seen_at)
        rows = (await connection.execute(select(*kept, self._now))).all()
        before = {Lease(*row[:-1]): row[-1] for row in rows}
        return Claim(
            tuple(before),
            tuple(
                lease
                for lease, now in before.items()
                if lease.house != self._house
                and _excludes(shards, lease)
                and lease.until > now
                and lease not in void
            ),
        )

    async def _take(
        self,
        connection: AsyncConnection,
        excluded: Sequence[Lease],
        shards: Shards,
        seconds: float,
        at: int,
    ) -> None:
        """Take the leases of the shards. Their last holders can then no longer renew them."""
        for lease in excluded:
            await connection.execute(update(leases).where(_is(lease)).values(house=None, until=0))
        for number in shards.numbers:
            ours = {"shard": number, "shard_count": shards.count}
            await connection.execute(delete(leases).filter_by(**ours))
            kept = {"house": self._house, "until": self._after(seconds), "seen_at": at}
            await connection.execute(insert(leases).values(**ours, **kept, schema=self._revision))

    async def _change(self, **values: Any) -> int:  # noqa: ANN401 - any column's value
        """Change this process's leases; return their number."""
        ours = (leases.c.house == self._house) & text(KNOWN).bindparams(known=self._revision)
        async with self._exclusive() as connection:
            change = update(leases).where(ours).values(**values)
            changed = (await connection.execute(change)).rowcount
            if not changed:
                await self._check_schema(connection)
            return changed

    async def _check_schema(self, connection: AsyncConnection) -> None:
        found = (await connection.exec_driver_sql(REVISION)).scalar_one()
        if found != self._revision:
            raise SchemaChangedError

    @asynccontextmanager
    async def _exclusive(self) -> AsyncIterator[AsyncConnection]:
        """Open a transaction in which nobody else changes a lease."""
        with _translated_errors():
            async with connected(self._engine) as connection, connection.begin():
                await connection.exec_driver_sql(BEGIN_EXCLUSIVE[connection.dialect.name])
                yield connection

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        with _translated_errors():
            async with connected(self._engine) as connection:
                yield connection

    def _after(self, seconds: float) -> ColumnElement[int]:
        return self._now + round(seconds * 1000)


@contextmanager
def _translated_errors() -> Iterator[None]:
    """Raise ``StoreUnavailableError`` for the database's errors."""
    try:
        yield
    except DATABASE_ERRORS as error:
        raise unavailable(error) from error


def _excludes(shards: Shards, lease: Lease) -> bool:
    """Whether a lease excludes claiming these shards.

    With another number of shards, any shard may have a server in common with ours.
    """
    return lease.house is not None and (
        lease.count != shards.count or lease.shard in shards.numbers
    )


def _is(lease: Lease) -> ColumnElement[bool]:
    return (leases.c.shard == lease.shard) & (leases.c.shard_count == lease.count)
