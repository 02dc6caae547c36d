"""The host: opens tables, finds them, loads them after a restart, and shuts them down."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from typing import Any
from weakref import WeakValueDictionary

from cachetools import LRUCache

from bot.game.contract import AnyGame
from bot.tables import lobby
from bot.tables.apply import apply_command, open_state
from bot.tables.clock import HouseRules
from bot.tables.command import (
    Asker,
    DamagedTableError,
    NoSuchTableError,
    RefusedError,
    RestartingError,
)
from bot.tables.entries import Entry, Opened, Person, Place, TableSetup
from bot.tables.leases import SINGLE_PROCESS, LeaseKeeper, LeaseTerms
from bot.tables.loading import TableReader, log_context
from bot.tables.ports import Ports, TableContext
from bot.tables.quotas import NO_LIMITS, IdleTables, Reservation, ServerLimits, TableIndex
from bot.tables.state import TableState
from bot.tables.store import Dealt, Effects, Listing, SequenceTakenError, StoreUnavailableError
from bot.tables.table import Table

logger = logging.getLogger(__name__)

RETRY_SECONDS = 5


class Host:
    """All tables of this process. It hosts them as long as it holds their leases."""

    def __init__(
        self,
        games: Mapping[str, AnyGame],
        ports: Ports,
        rules: HouseRules,
        *,
        terms: LeaseTerms = SINGLE_PROCESS,
        draw_secret: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self.games = games
        self.rules = rules
        self.reach = ports.reach
        self.reach.tell(self._reach_changed)
        self._shards = terms.shards
        self._keeper = LeaseKeeper(ports.leases, ports.time, terms, self._leases_lost)
        self._store = ports.store
        self._surface = ports.surface
        self._time = ports.time
        self._draw_secret = draw_secret
        self._idle_tables = IdleTables()
        self._context = TableContext(
            ports,
            rules,
            self._committed,
            self._lost,
            self._idle_tables.put,
        )
        self._reader = TableReader(self._store, games)
        self._index = TableIndex()
        self._tables: WeakValueDictionary[str, Table] = WeakValueDictionary()
        """At most one :class:`Table` for each id, because two would write to the same log.

        A table stays in memory while its alarm, a command or ``_used`` has it; any other is loaded.
        """
        self._used: LRUCache[str, Table] = LRUCache(rules.tables_in_memory)
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._keeping: list[asyncio.Task[None]] = []
        self._finished = False
        self._told_of_ends: Callable[[TableState], None] = lambda _: None
        self.awake = asyncio.Event()
        """Set when all tables that were unfinished at the start have been loaded."""
        self._opened_at = ports.time.now()

    @property
    def lost(self) -> asyncio.Event:
        """Set when another process has taken over these tables."""
        return self._keeper.lost

    async def must_host(self) -> None:
        """Raise ``LeaseLostError`` if another process has taken over, as after a long sleep."""
        await self._keeper.settle()

    def tell_of_ends(self, tell: Callable[[TableState], None] | None) -> None:
        """Have a function called with each match that ends from now on; it must not raise."""
        self._told_of_ends = tell or (lambda _: None)

    async def wake(self) -> None:
        """Start hosting, once no other process hosts these tables; ``StoreUnavailableError``.

        Returns when the unfinished tables are listed; they are loaded in the background.
        """
        await self._keeper.claim()
        self._keeping = [asyncio.create_task(self._keeper.keep(), name="keeping the leases")]
        await self._keeper.prepare()
        self._opened_at = self._time.now()
        listings = await self._store.listings(self._shards)
        for listing in listings:
            self._index.put(listing)
        self._spawn(self._wake_all(listings))
        self._spawn(self._idle_tables.run(self._time, self._wake_one, self.listings, self.reach))

    async def finish(self) -> None:
        """Finish the moves in progress, and refuse new ones."""
        self._finished = True
        for task in tuple(self._tasks):
            task.cancel()
        # Let reads finish: cancelling one would leave a connection in the middle of it.
        await asyncio.gather(*self._tasks, *self._loading.values(), return_exceptions=True)
        await asyncio.gather(*(table.close() for table in tuple(self._tables.values())))

    async def close(self) -> None:
        """Stop hosting, and release the leases; raises ``StoreUnavailableError``."""
        await self.finish()
        for task in self._keeping:
            task.cancel()
        await asyncio.gather(*self._keeping, return_exceptions=True)
        await self._keeper.release()

    async def open(  # noqa: PLR0913 - who opens which table, where, and with whom
        self,
        person: Person,
        place: Place,
        setup: TableSetup,
        kai: Sequence[str] = (),
        *,
        called: Sequence[Person] = (),
        reservation: Reservation | None = None,
        table: str | None = None,
        dealt: Dealt | None = None,
    ) -> Table:
        """Open a lobby with its host as its first guest, and a seat of Kai's for each level.

        Seats are kept for those who are ``called``, unless they sit at too many tables.
        ``reservation`` comes from :meth:`reserve_table`; without one, a table is reserved here.
        ``table`` is its id, and ``dealt`` its deal, if they have to be certain ones. Raises
        ``RefusedError`` if the setup is not allowed, a limit is reached, or saving fails.
        """
        self._check_open()
        game = self.games.get(setup.game)
        if game is None:
            raise RefusedError("There's no such game here.")
        lobby.check_setup(game, setup)
        deal = dealt or Dealt(self._draw_secret(32).hex())
        opened = Opened(
            at=self._time.now(), place=place, host=person, setup=setup, **deal._asdict()
        )
        with ExitStack() as here:
            if reservation is None and dealt is None:  # Nights have a quota of their own.
                own = self.reserve_table(person.id, place.guild, place.channel)
                reservation = here.enter_context(own)
            empty = open_state(table or secrets.token_hex(5), opened, self.games)
            seated, state = apply_command(empty, lobby.add_kai(person.id, *kai), opened.at)
            free = [each for each in called if self._index.may_sit(each.id, self.rules)]
            kept, state = apply_command(state, lobby.call(free), opened.at)
            self._index.release(reservation)
            self._index.put(state.listing, at_night=state.at_night)
            # Listed before it is saved: a caller of table() waits until it is saved or not.
            return await self._once(state.id, self._begin(state, [opened, *seated, *kept]))

    def reserve_table(
        self,
        user: int,
        guild: int,
        channel: int | None = None,
        limits: ServerLimits = NO_LIMITS,
    ) -> AbstractContextManager[Reservation]:
        """Reserve a table that a person is about to open, for the body of a ``with``.

        Without a channel, the table will have its own thread. ``RefusedError`` if a limit is
        reached.
        """
        return self._index.reserve_table(Reservation(user, guild, channel), self.rules, limits)

    async def join(self, table: str, person: Person) -> TableState:
        """Seat a person in a lobby; ``RefusedError`` if they sit at too many tables already."""
        hosted = await self.table(table)
        if hosted.state.at_night:
            return await hosted.do(lobby.join(person))
        with self._index.reserve_seat(Reservation(person.id, table=table), self.rules):
            return await hosted.do(lobby.join(person))

    async def move(
        self, table: str, asker: Asker, channel: int, limits: ServerLimits = NO_LIMITS
    ) -> TableState:
        """Move a lobby to another channel of its server; ``RefusedError`` if that is full."""
        hosted = await self.table(table)
        place = Reservation(asker.person.id, hosted.state.place.guild, channel)
        with self._index.reserve_place(place, self.rules, limits):
            return await hosted.do(lobby.move(asker, channel))

    async def table(self, table: str) -> Table:
        """Return a table, loaded from its log if it is not in memory.

        Raises ``NoSuchTableError``, ``DamagedTableError``, ``StoreUnavailableError`` or
        ``RestartingError``.
        """
        self._check_open()
        hosted = self._tables.get(table)
        if hosted is not None:
            self._used[table] = hosted
            return hosted
        loading = self._loading.get(table)
        if loading is None:
            return await self._once(table, self._load(table))
        return await asyncio.shield(loading)

    async def log(self, table: str) -> Sequence[Entry]:
        """Return all entries of a table's log; raises ``StoreUnavailableError``."""
        return await self._store.load(table)

    async def reread(self, table: str, work: Callable[[], Awaitable[None]]) -> None:
        """Close a table, let ``work`` change its log, and load the table again.

        Callers of :meth:`table` wait. Raises what the work raises; even then the table is loaded
        again.
        """
        while table in self._loading:
            await asyncio.wait([self._loading[table]])
        hosted = self._forget(table)
        reading = asyncio.create_task(self._reread(table, hosted, work), name=f"reread {table}")
        self._loading[table] = reading
        reading.add_done_callback(lambda _: self._loading.pop(table, None))
        try:
            self._changed((await asyncio.shield(reading)).state)
        except (NoSuchTableError, DamagedTableError):
            logger.debug("table %s is not hosted here", table)

    def counted(self, table: TableState) -> None:
        """Tell of the end of a match whose result had to wait."""
        self._told_of_ends(table)

    def listings(self) -> Sequence[Listing]:
        """Return all unfinished tables of this process."""
        return tuple(self._index.listings.values())

    def listing(self, table: str) -> Listing | None:
        """Return the listing of an unfinished table of this process."""
        return self._index.listings.get(table)

    def tables_of(self, user: int, guild: int) -> Sequence[Listing]:
        """Return the unfinished tables of a guild where a person sits."""
        return [listing for listing in self.tables_in(guild) if user in listing.people]

    def tables_in(self, guild: int) -> Sequence[Listing]:
        """Return a guild's unfinished tables."""
        return [listing for listing in self._index.listings.values() if listing.guild == guild]

    def in_memory(self) -> Sequence[str]:
        """Return the ids of the tables in memory."""
        return list(self._tables.keys())

    async def _once(self, table: str, work: Coroutine[Any, Any, Table]) -> Table:
        with log_context(table=table):
            loading = asyncio.create_task(work, name=f"load {table}")
        self._loading[table] = loading
        loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(loading)

    async def _begin(self, state: TableState, entries: Sequence[Entry]) -> Table:
        """Save a new table, which is listed already, and host it."""
        try:
            effects = Effects(state.listing, board=state.board)
            await self._store.append(state.id, 0, entries, effects)
        except (SequenceTakenError, StoreUnavailableError) as error:
            self._keeper.look(error)
            self._index.drop(state.id)
            self._context.faults.failed(state.id, error)
            raise RefusedError("The table couldn't be saved. Please try again.") from error
        table = self._keep(state)
        self._changed(table.state)
        return table

    async def _load(self, table: str) -> Table:
        try:
            state = await self._reader.read(table)
        except DamagedTableError:
            self._index.drop(table)  # It does not count for any limit.
            raise
        if state.closed is None and not self._shards.cover(state.place.guild):
            raise NoSuchTableError  # Another process hosts it.
        loaded = self._keep(state)
        seen_at = self._keeper.seen_before(state.place.guild)
        await loaded.was_closed(max(loaded.state.last_at, seen_at), self._opened_at)
        return loaded

    async def _reread(
        self, table: str, hosted: Table | None, work: Callable[[], Awaitable[None]]
    ) -> Table:
        if hosted is not None:
            await hosted.close()
        try:
            await work()
        except BaseException:
            if hosted is not None:
                self._lost(table)
            raise
        return await self._load(table)

    def _keep(self, state: TableState) -> Table:
        """Host a table, unless a concurrent load has done so already."""
        hosted = self._tables.get(state.id)
        if hosted is not None:
            return hosted
        table = Table(state, self._context)
        if state.closed is None:
            self._index.put(state.listing, at_night=state.at_night)
            self._tables[table.id] = self._used[table.id] = table
            if not self._finished:
                table.wake()
        return table

    async def _wake_all(self, listings: Sequence[Listing]) -> None:
        for listing in listings:
            with log_context(table=listing.table, guild=listing.guild):
                await self._wake_one(listing.table)
        self.awake.set()

    async def _wake_one(self, table: str) -> None:
        """Load a table and set its alarm; try again later if the storage cannot be read."""
        try:
            woken = await self.table(table)
        except StoreUnavailableError as error:
            self._context.faults.unreadable(table, error)
            await self._recover(table)
        except RefusedError as error:
            logger.debug("table %s is left alone: %s", table, type(error).__name__)
        except Exception:
            logger.exception("table %s cannot be read", table)
        else:
            woken.wake()  # An event that was far off when it was loaded may be near now.
            # The last commit before a crash may never have been shown.
            self._surface.changed(woken.state)

    def _reach_changed(self) -> None:
        """Let the tables in memory stand still whose servers can't be reached."""
        for table in tuple(self._tables.values()):
            if self.reach.since(table.state.place.guild) is not None:
                table.wake()

    def _forget(self, table: str) -> Table | None:
        self._used.pop(table, None)
        return self._tables.pop(table, None)

    def _leases_lost(self) -> None:
        self._keeping.append(asyncio.create_task(self.finish(), name="leases lost"))

    def _check_open(self) -> None:
        if self._finished or self.lost.is_set():
            raise RestartingError

    def _committed(self, state: TableState) -> None:
        ended = state.closed is not None and state.id in self._index.listings
        self._changed(state)
        if ended and state.board is None:
            self._told_of_ends(state)

    def _changed(self, state: TableState) -> None:
        if state.closed is not None:
            self._index.drop(state.id)
            self._forget(state.id)
            self._idle_tables.drop(state.id)
        else:
            self._index.put(state.listing, at_night=state.at_night)
        self._surface.changed(state)

    def _lost(self, table: str, error: BaseException | None = None) -> None:
        """Drop a table whose last write failed, and load it again a little later."""
        self._keeper.look(error)
        self._forget(table)
        if not self._finished:
            self._spawn(self._recover(table))

    async def _recover(self, table: str) -> None:
        await self._time.sleep(RETRY_SECONDS)
        await self._wake_one(table)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
