"""The whole storage of a house, opened and closed together."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncEngine

from db.bookmarks import SqlBookmarks
from db.connection import Connection, PostgresConnection, SqliteConnection
from db.deferrals import SqlDeferrals
from db.engine import PATIENCE, open_blocking, open_engine
from db.heavy import AT_ONCE, HeavyReads
from db.league import SqlLeague
from db.leases import SqlLeases
from db.ledger import SqlLedger
from db.privacy import SqlPrivacy
from db.prune import SqlPruner
from db.reviews import SqlReviews
from db.store import SqlStore
from db.transaction import Transactions
from db.watcher import Watcher
from db.writer import Writer

__all__ = ["Storage", "open_storage"]


@dataclass(frozen=True, slots=True)
class Storage:
    """A house's repositories on one database: they share its engines and its writer."""

    engine: AsyncEngine
    heavy: HeavyReads
    store: SqlStore
    leases: SqlLeases
    bookmarks: SqlBookmarks
    league: SqlLeague
    ledger: SqlLedger
    reviews: SqlReviews
    deferrals: SqlDeferrals
    privacy: SqlPrivacy
    pruner: SqlPruner
    writer: Writer


@asynccontextmanager
async def open_storage(
    url: str, *, house: str = "main", patience: float = PATIENCE, watcher: Watcher | None = None
) -> AsyncIterator[Storage]:
    """Open the database at a URL; leaving writes what is waiting, and closes it.

    Its schema is as :func:`db.upgrade.upgrade` left it. ``house`` as in :class:`SqlLeases`,
    ``patience`` as in :func:`open_engine`; ``watcher`` is told of all that is written.
    """
    engine = open_engine(url, patience=patience)
    heavy = HeavyReads(open_engine(url, patience=patience, connections=AT_ONCE))
    writer = Writer(_connection(engine, patience), Transactions(engine.dialect), watcher)
    try:
        yield Storage(
            engine,
            heavy,
            SqlStore(engine, writer, watcher),
            SqlLeases(engine, house),
            SqlBookmarks(engine, writer),
            SqlLeague(engine, heavy, writer),
            SqlLedger(engine, writer),
            SqlReviews(engine, heavy, writer),
            SqlDeferrals(engine, writer),
            SqlPrivacy(heavy, writer),
            SqlPruner(engine, writer),
            writer,
        )
    finally:
        await writer.close()
        await heavy.engine.dispose()
        await engine.dispose()


def _connection(engine: AsyncEngine, patience: float) -> Connection:
    if engine.dialect.name == "sqlite":
        return SqliteConnection(open_blocking(engine, patience=patience))
    return PostgresConnection(engine)
