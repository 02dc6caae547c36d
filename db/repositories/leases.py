"""Repository of leases: a row for each shard, with times by the database's clock."""

from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    bindparam,
    delete,
    insert,
    literal_column,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.tables.store import Claim, Lease, SchemaChangedError, Shards
from db.engine.connection import Connection, Script
from db.engine.failure import DATABASE_ERRORS, unavailable
from db.engine.reading import connected
from db.engine.statements import Change, Prepared, Statement
from db.engine.writer import REVISION, Transactions, check_schema
from db.schema import leases

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

_LENGTH: Final = bindparam("length", type_=BigInteger)


class SqlLeases:
    """Implements :class:`bot.tables.store.Leases`.

    ``house`` is this process's name, unique among all that share the database, and ``revision`` the
    only schema on which it takes leases. Once they are claimed, its ``transactions`` write nothing
    without them. They are renewed by ``connection``.
    """

    def __init__(
        self,
        engine: AsyncEngine,
        connection: Connection,
        transactions: Transactions,
        *,
        house: str,
        revision: str,
    ) -> None:
        self._engine = engine
        self._connection = connection
        self._transactions = transactions
        self._house = house
        self._revision = revision
        self._dialect = engine.dialect.name
        self._now: ColumnElement[int] = literal_column(NOW[self._dialect], BigInteger)
        ours = leases.c.house == bindparam("ours")
        change = update(leases).where(ours)
        seen: dict[str, Any] = {"seen_at": bindparam("at")}
        self._held = Prepared(select(leases.c.shard).where(ours))
        self._renew = Prepared(change.values(until=self._now + _LENGTH, **seen))
        self._release = Prepared(change.values(house=None, until=0, **seen))

    async def claim(
        self, shards: Shards, seconds: float, at: int, void: Collection[Lease] = ()
    ) -> Claim:
        """Take the leases of all these shards, or of none."""
        async with self._connected() as connection:
            claim = await self._check(connection, shards, void)
        if claim.conflicts:  # Waiting processes check often, so they should not take a lock.
            return claim
        async with self._connected() as connection, connection.begin():
            await connection.exec_driver_sql(BEGIN_EXCLUSIVE[self._dialect])
            claim = await self._check(connection, shards, void)
            if not claim.conflicts:
                excluded = [lease for lease in claim.before if _excludes(shards, lease)]
                await self._take(connection, excluded, shards, seconds, at)
        if not claim.conflicts:
            self._transactions.held = len(shards.numbers)
        return claim

    async def renew(self, shards: Shards, seconds: float, at: int) -> bool:
        """Extend the leases to ``seconds`` from now; False if not all are ours any more."""
        change = self._renew({"ours": self._house, "length": round(seconds * 1000), "at": at})
        return await self._change(change) == len(shards.numbers)

    async def release(self, at: int) -> None:
        """Release all leases of this process."""
        await self._change(self._release({"ours": self._house, "at": at}))

    async def _check(
        self, connection: AsyncConnection, shards: Shards, void: Collection[Lease]
    ) -> Claim:
        if (await connection.exec_driver_sql(REVISION)).scalar_one() != self._revision:
            raise SchemaChangedError
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
        for lease in excluded:  # A writer keeps it from being deleted until that is done.
            names = {"shard": lease.shard, "shard_count": lease.count}
            await connection.execute(delete(leases).filter_by(**names))
            if lease.count != shards.count:
                free = {"house": None, "until": 0, "seen_at": lease.seen_at}
                row = {**names, **free, "schema": self._revision}
                await connection.execute(insert(leases).values(row))
        for number in shards.numbers:
            ours = {"shard": number, "shard_count": shards.count}
            await connection.execute(delete(leases).filter_by(**ours))
            until = self._now + round(seconds * 1000)
            kept = {"house": self._house, "until": until, "seen_at": at, "schema": self._revision}
            await connection.execute(insert(leases).values(**ours, **kept))

    async def _change(self, change: Change) -> int:
        held: list[int] = []

        def script() -> Script:
            if self._dialect != "sqlite":  # There one statement does both.
                yield Statement("BEGIN")
            yield Statement(BEGIN_EXCLUSIVE[self._dialect])
            yield from check_schema(self._revision)
            held.append(len((yield self._held.ask(ours=self._house))))
            yield change
            yield Statement("COMMIT")
            return {}

        try:
            await self._connection.run(script())
        except Exception as error:  # Bare drivers have errors of their own.
            raise unavailable(error) from error
        return held[0]

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with connected(self._engine) as connection:
                yield connection
        except DATABASE_ERRORS as error:
            raise unavailable(error) from error


def _excludes(shards: Shards, lease: Lease) -> bool:
    """Whether a lease excludes these shards; one of another number of shards always does."""
    return lease.house is not None and (
        lease.count != shards.count or lease.shard in shards.numbers
    )
