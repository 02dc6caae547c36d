"""Repository of deferred answers that have not been sent yet."""

import asyncio
from collections.abc import Sequence

from sqlalchemy import bindparam, delete, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.tables.hosting.deferrals import TOKEN_LIFE, Deferral
from bot.tables.leases.lease import ALL_SERVERS, Shards
from db import schema
from db.engine.reading import fetch
from db.engine.statements import Prepared
from db.engine.writer import Writer

__all__ = ["SqlDeferrals"]

DEFERRALS = schema.deferrals.c

DROP = delete(schema.deferrals).where(DEFERRALS.token == bindparam("given"))
PRUNE = delete(schema.deferrals).where(DEFERRALS.at <= bindparam("over"))


class SqlDeferrals:
    """Implements :class:`bot.tables.hosting.deferrals.StoredDeferrals`."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer
        self._drop = Prepared(DROP, engine.dialect)
        self._prune = Prepared(PRUNE, engine.dialect)

    def note(self, deferral: Deferral) -> asyncio.Future[None]:
        """Store a deferral, and delete those whose tokens have expired."""
        row = (deferral.token, deferral.application, deferral.shard, deferral.at)
        pruned = self._prune({"over": deferral.at - TOKEN_LIFE})
        return self._writer.write({schema.deferrals: [row]}, [pruned])

    def drop(self, *tokens: str) -> asyncio.Future[None]:
        """Delete deferrals by their tokens."""
        changes = [self._drop(*({"given": token} for token in tokens))] if tokens else []
        return self._writer.write({}, changes)

    async def left(self, shards: Shards = ALL_SERVERS) -> Sequence[Deferral]:
        """Return the deferrals of these shards, even if stored under another number of shards."""
        here = (DEFERRALS.shard % shards.count).in_(shards.numbers)
        columns = (DEFERRALS.application, DEFERRALS.token, DEFERRALS.shard, DEFERRALS.at)
        rows = await fetch(self._engine, select(*columns).where(here).order_by(DEFERRALS.at))
        return [Deferral(*row) for row in rows]
