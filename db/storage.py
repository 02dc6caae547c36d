"""Open the database with all its repositories: :func:`open_storage`."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from sqlalchemy.ext.asyncio import AsyncEngine

from db.engine.connection import Connection, writing_connection
from db.engine.opening import LOCK_TIMEOUT, open_engine
from db.engine.reading import AT_ONCE, HeavyReads
from db.engine.writer import Transactions, Watcher, Writer
from db.maintenance.upgrade import head
from db.repositories.boards import Boards
from db.repositories.dailies import Dailies
from db.repositories.export import Exports
from db.repositories.fairplay import FairPlay
from db.repositories.histories import Aftermaths, Histories
from db.repositories.league import League, People, SqlQuietHours
from db.repositories.leases import SqlLeases
from db.repositories.ledger import Ledger
from db.repositories.messages import Bookmarks, StoredDeferrals
from db.repositories.nights import Nights
from db.repositories.pings import PingSubscriptions
from db.repositories.privacy import Privacy
from db.repositories.profiles import Profiles
from db.repositories.prune import Pruner
from db.repositories.puzzles import Answers, Grown
from db.repositories.reviews import Reviews
from db.repositories.tables import SqlStore
from db.repositories.weeks import Announcements, Places, Weeks


class Storage:
    """The repositories on one database, which share its engines and its writer."""

    def __init__(
        self,
        engine: AsyncEngine,
        heavy: HeavyReads,
        writer: Writer,
        leases: SqlLeases,
        watcher: Watcher | None,
    ) -> None:
        parts = engine, heavy, writer
        self.engine, self.heavy, self.writer = parts
        self.leases = leases
        self.store = SqlStore(*parts, watcher)
        self.bookmarks = Bookmarks(*parts)
        self.league = League(*parts)
        self.boards = Boards(*parts)
        self.histories = Histories(*parts)
        self.aftermaths = Aftermaths(*parts)
        self.people = People(*parts)
        self.quiet_hours = SqlQuietHours(*parts)
        self.places = Places(*parts)
        self.weeks = Weeks(*parts)
        self.announcements = Announcements(*parts)
        self.dailies = Dailies(*parts)
        self.answers = Answers(*parts)
        self.server_puzzles = Grown(*parts)
        self.nights = Nights(*parts)
        self.ping_subscriptions = PingSubscriptions(*parts)
        self.fair_play = FairPlay(*parts)
        self.exports = Exports(*parts)
        self.profiles = Profiles(*parts)
        self.ledger = Ledger(*parts)
        self.reviews = Reviews(*parts)
        self.deferrals = StoredDeferrals(*parts)
        self.privacy = Privacy(*parts)
        self.pruner = Pruner(*parts)


@asynccontextmanager
async def open_storage(
    url: str,
    *,
    house: str = "main",
    lock_timeout: float = LOCK_TIMEOUT,
    watcher: Watcher | None = None,
) -> AsyncIterator[Storage]:
    """Open the database at a URL. Leaving the context writes queued writes, and closes it.

    The schema must be up to date. ``house`` is the name of this process in its leases. Once it has
    claimed them, nothing is written without them. ``watcher`` is called for all that is written.
    """
    engine = open_engine(url, lock_timeout=lock_timeout)
    reading = open_engine(url, lock_timeout=lock_timeout, connections=AT_ONCE, plan_each=True)
    heavy = HeavyReads(reading)
    transactions = Transactions(engine.dialect, head(), house)
    connection = writing_connection(engine, lock_timeout)
    renewing = _renewing(engine, connection, lock_timeout)
    writer = Writer(connection, transactions, watcher)
    leases = SqlLeases(engine, renewing, transactions, house=house, revision=head())
    async with AsyncExitStack() as closing:
        closing.push_async_callback(engine.dispose)
        closing.push_async_callback(reading.dispose)
        closing.push_async_callback(renewing.close)
        closing.push_async_callback(writer.close)
        yield Storage(engine, heavy, writer, leases, watcher)


def _renewing(engine: AsyncEngine, writing: Connection, lock_timeout: float) -> Connection:
    """Return the connection by which leases are renewed.

    SQLite takes one writer at a time: two connections of a process would keep each other waiting.
    On PostgreSQL a renewal need not wait for moves.
    """
    alone = engine.dialect.name == "sqlite"
    return writing if alone else writing_connection(engine, lock_timeout)
