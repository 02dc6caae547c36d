"""Who hosts what, in the database: a row for each shard, by the database's own clock."""

from collections.abc import AsyncIterator, Collection, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, delete, insert, literal_column, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.tables.leases.lease import Claim, Lease, Shards
from db.engine.failure import ERRORS, unavailable
from db.engine.reading import connected
from db.schema import leases

__all__ = ["SqlLeases"]

NOW = {
    "sqlite": "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
    "postgresql": "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)",
}
"""Milliseconds since 1970, per database."""

ALONE = {
    "sqlite": "BEGIN IMMEDIATE",
    "postgresql": "LOCK TABLE leases IN SHARE ROW EXCLUSIVE MODE",
}
"""What such a transaction begins with, per database."""


class SqlLeases:
    """Meets :class:`bot.tables.leases.lease.Leases`.

    ``house`` names the process among all that share the database. No move waits for what is
    written here: it has connections of its own.
    """

    def __init__(self, engine: AsyncEngine, house: str) -> None:
        self._engine = engine
        self._house = house
        self._now: ColumnElement[int] = literal_column(NOW[engine.dialect.name], BigInteger)

    async def claim(
        self, shards: Shards, seconds: float, at: int, void: Collection[Lease] = ()
    ) -> Claim:
        """Take the leases of all these shards, or of none."""
        async with self._reading() as connection:
            claim = await self._look(connection, shards, void)
        if claim.in_the_way:  # Whoever waits looks often, and must not stand in others' way.
            return claim
        async with self._alone() as connection:
            claim = await self._look(connection, shards, void)
            if not claim.in_the_way:
                excluded = [lease for lease in claim.before if _excludes(shards, lease)]
                await self._take(connection, excluded, shards, seconds, at)
        return claim

    async def renew(self, shards: Shards, seconds: float, at: int) -> bool:
        """Hold the leases for so long from now; return False if they are not all ours any more."""
        ours = await self._change(until=self._after(seconds), seen_at=at)
        return ours == len(shards.numbers)

    async def release(self, at: int) -> None:
        """Give back whatever this process has."""
        await self._change(house=None, until=0, seen_at=at)

    async def _look(
        self, connection: AsyncConnection, shards: Shards, void: Collection[Lease]
    ) -> Claim:
        rows = (await connection.execute(select(leases, self._now))).all()
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
        """Take the shards from whoever had them last, who then cannot renew them any more."""
        for lease in excluded:
            await connection.execute(update(leases).where(_is(lease)).values(house=None, until=0))
        for number in shards.numbers:
            ours = {"shard": number, "shard_count": shards.count}
            await connection.execute(delete(leases).filter_by(**ours))
            kept = {"house": self._house, "until": self._after(seconds), "seen_at": at}
            await connection.execute(insert(leases).values(**ours, **kept))

    async def _change(self, **values: Any) -> int:  # noqa: ANN401 - any column's value
        """Change this house's leases; return how many there are."""
        async with self._alone() as connection:
            changed = update(leases).where(leases.c.house == self._house).values(**values)
            return (await connection.execute(changed)).rowcount

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[AsyncConnection]:
        """Open a transaction in which nobody else changes a lease."""
        with _told():
            async with connected(self._engine) as connection, connection.begin():
                await connection.exec_driver_sql(ALONE[connection.dialect.name])
                yield connection

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        with _told():
            async with connected(self._engine) as connection:
                yield connection

    def _after(self, seconds: float) -> ColumnElement[int]:
        return self._now + round(seconds * 1000)


@contextmanager
def _told() -> Iterator[None]:
    """Raise the house's error for the database's."""
    try:
        yield
    except ERRORS as error:
        raise unavailable(error) from error


def _excludes(shards: Shards, lease: Lease) -> bool:
    """Whether one of these shards cannot be had while somebody has that lease.

    Out of another number of shards, any may share a server with ours.
    """
    return lease.house is not None and (
        lease.count != shards.count or lease.shard in shards.numbers
    )


def _is(lease: Lease) -> ColumnElement[bool]:
    return (leases.c.shard == lease.shard) & (leases.c.shard_count == lease.count)
