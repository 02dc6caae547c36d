"""The whole storage of a house, opened and closed together."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncEngine

from db.engine.connection import Connection, PostgresConnection, SqliteConnection
from db.engine.heavy import AT_ONCE, HeavyReads
from db.engine.opening import PATIENCE, open_blocking, open_engine
from db.engine.transaction import Transactions
from db.engine.watcher import Watcher
from db.engine.writer import Writer
from db.repositories.bookmarks import SqlBookmarks
from db.repositories.deferrals import SqlDeferrals
from db.repositories.gifts import Gifts
from db.repositories.league import SqlLeague
from db.repositories.leases import SqlLeases
from db.repositories.ledger import SqlLedger
from db.repositories.privacy import SqlPrivacy
from db.repositories.prune import SqlPruner
from db.repositories.reviews import SqlReviews
from db.repositories.tables import SqlStore

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

    Its schema is as :func:`db.maintenance.upgrade.upgrade` left it. ``house`` as in
    :class:`SqlLeases`, ``patience`` as in :func:`open_engine`; ``watcher`` is told of all that is
    written.
    """
    engine = open_engine(url, patience=patience)
    heavy = HeavyReads(open_engine(url, patience=patience, connections=AT_ONCE))
    writer = Writer(_connection(engine, patience), Transactions(engine.dialect), watcher)
    gifts = Gifts(engine, writer)
    try:
        yield Storage(
            engine,
            heavy,
            SqlStore(engine, writer, watcher),
            SqlLeases(engine, house),
            SqlBookmarks(engine, writer),
            SqlLeague(engine, heavy, writer),
            SqlLedger(engine, writer, gifts),
            SqlReviews(engine, heavy, writer),
            SqlDeferrals(engine, writer),
            SqlPrivacy(heavy, writer, gifts),
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
