"""The whole storage of a house, opened and closed together."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncEngine

from db.bookmarks import SqlBookmarks
from db.engine import PATIENCE, open_engine
from db.league import SqlLeague
from db.store import SqlStore
from db.writer import Writer

__all__ = ["Storage", "open_storage"]


@dataclass(frozen=True, slots=True)
class Storage:
    """A house's repositories on one database: they share its engine and its writer."""

    engine: AsyncEngine
    store: SqlStore
    bookmarks: SqlBookmarks
    league: SqlLeague


@asynccontextmanager
async def open_storage(
    url: str, *, house: str = "main", patience: float = PATIENCE
) -> AsyncIterator[Storage]:
    """Open the database at a URL; leaving writes what is waiting, and closes it.

    Its schema is as :func:`db.upgrade.upgrade` left it. ``house`` as in :class:`SqlStore`,
    ``patience`` as in :func:`open_engine`.
    """
    engine = open_engine(url, patience=patience)
    writer = Writer(engine)
    try:
        yield Storage(
            engine,
            SqlStore(engine, writer, house),
            SqlBookmarks(engine, writer),
            SqlLeague(engine, writer),
        )
    finally:
        await writer.close()
        await engine.dispose()
