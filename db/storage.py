"""Open the database with all its repositories: :func:`open_storage`."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncEngine

from db.engine.connection import Connection, writing_connection
from db.engine.heavy import AT_ONCE, HeavyReads
from db.engine.opening import LOCK_TIMEOUT, open_engine
from db.engine.transaction import Transactions
from db.engine.watcher import Watcher
from db.engine.writer import Writer
from db.maintenance.upgrade import head
from db.repositories.aftermath import SqlAftermaths
from db.repositories.announcements import SqlAnnouncements
from db.repositories.boards import SqlBoards
from db.repositories.bookmarks import SqlBookmarks
from db.repositories.dailies import SqlDailies
from db.repositories.deferrals import SqlDeferrals
from db.repositories.export import SqlExports
from db.repositories.fairplay import SqlFairPlay
from db.repositories.gifts import Gifts
from db.repositories.grown import SqlGrown
from db.repositories.histories import SqlHistories
from db.repositories.league import SqlLeague
from db.repositories.leases import SqlLeases
from db.repositories.ledger import SqlLedger
from db.repositories.nights import SqlNights
from db.repositories.people import SqlPeople
from db.repositories.places import SqlPlaces
from db.repositories.privacy import SqlPrivacy
from db.repositories.profiles import SqlProfiles
from db.repositories.prune import SqlPruner
from db.repositories.puzzles import SqlAnswers
from db.repositories.quiet_hours import SqlQuietHours
from db.repositories.reviews import SqlReviews
from db.repositories.tables import SqlStore
from db.repositories.weeks import SqlWeeks
from db.repositories.wishes import SqlWishes

__all__ = ["Storage", "open_storage"]


@dataclass(frozen=True, slots=True)
class Storage:
    """The repositories on one database, which share its engines and its writer."""

    engine: AsyncEngine
    heavy: HeavyReads
    store: SqlStore
    leases: SqlLeases
    bookmarks: SqlBookmarks
    league: SqlLeague
    boards: SqlBoards
    histories: SqlHistories
    aftermaths: SqlAftermaths
    people: SqlPeople
    quiet_hours: SqlQuietHours
    places: SqlPlaces
    weeks: SqlWeeks
    announcements: SqlAnnouncements
    dailies: SqlDailies
    answers: SqlAnswers
    grown: SqlGrown
    nights: SqlNights
    wishes: SqlWishes
    fair_play: SqlFairPlay
    exports: SqlExports
    profiles: SqlProfiles
    ledger: SqlLedger
    reviews: SqlReviews
    deferrals: SqlDeferrals
    privacy: SqlPrivacy
    pruner: SqlPruner
    writer: Writer


@asynccontextmanager
async def open_storage(
    url: str,
    *,
    house: str = "main",
    held: int = 0,
    lock_timeout: float = LOCK_TIMEOUT,
    watcher: Watcher | None = None,
) -> AsyncIterator[Storage]:
    """Open the database at a URL. Leaving the context writes queued writes, and closes it.

    The schema must be up to date (:func:`db.maintenance.upgrade.upgrade`). ``house`` is the name of
    this process in its leases (:class:`SqlLeases`). Once it has claimed them, or ``held`` of them
    from the start, nothing is written without them. ``lock_timeout`` is as in :func:`open_engine`,
    and ``watcher`` is called for everything that is written.
    """
    engine = open_engine(url, lock_timeout=lock_timeout)
    reading = open_engine(url, lock_timeout=lock_timeout, connections=AT_ONCE, plan_each=True)
    heavy = HeavyReads(reading)
    transactions = Transactions(engine.dialect, head(), house, held)
    connection = writing_connection(engine, lock_timeout)
    renewing = _renewing(engine, connection, lock_timeout)
    writer = Writer(connection, transactions, watcher)
    gifts = Gifts(engine, writer)
    league_nights, wishes = SqlNights(engine, heavy, writer), SqlWishes(engine, heavy, writer)
    grown = SqlGrown(engine, heavy, writer)
    async with AsyncExitStack() as closing:
        closing.push_async_callback(engine.dispose)
        closing.push_async_callback(reading.dispose)
        closing.push_async_callback(renewing.close)
        closing.push_async_callback(writer.close)
        yield Storage(
            engine,
            heavy,
            SqlStore(engine, writer, watcher),
            SqlLeases(engine, renewing, transactions, house=house, revision=head()),
            SqlBookmarks(engine, writer),
            SqlLeague(engine, heavy, writer),
            SqlBoards(heavy),
            SqlHistories(heavy),
            SqlAftermaths(engine),
            SqlPeople(engine, writer),
            SqlQuietHours(engine, writer),
            SqlPlaces(heavy, writer),
            SqlWeeks(heavy),
            SqlAnnouncements(engine, writer),
            SqlDailies(engine, heavy, writer),
            SqlAnswers(engine, heavy, writer),
            grown,
            league_nights,
            wishes,
            SqlFairPlay(heavy),
            SqlExports(heavy),
            SqlProfiles(heavy),
            SqlLedger(engine, writer, gifts),
            SqlReviews(engine, heavy, writer),
            SqlDeferrals(engine, writer),
            SqlPrivacy(heavy, writer, gifts, league_nights, wishes, grown),
            SqlPruner(engine, writer),
            writer,
        )


def _renewing(engine: AsyncEngine, writing: Connection, lock_timeout: float) -> Connection:
    """Return the connection by which leases are renewed.

    SQLite takes one writer at a time: two connections of a process would keep each other waiting.
    On PostgreSQL a renewal need not wait for moves.
    """
    alone = engine.dialect.name == "sqlite"
    return writing if alone else writing_connection(engine, lock_timeout)
