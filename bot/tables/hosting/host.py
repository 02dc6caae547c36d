"""The host: opens tables, finds them, wakes them after a restart, and closes the house."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any
from weakref import WeakValueDictionary

from cachetools import LRUCache

from bot.game.contract import AnyGame
from bot.tables.core import entries as log
from bot.tables.core import lobby
from bot.tables.core.due import worth_giving_back
from bot.tables.core.entries import Entry
from bot.tables.core.errors import (
    DamagedTableError,
    NoSuchTableError,
    RefusedError,
    RestartingError,
)
from bot.tables.core.outcome import outcome
from bot.tables.core.rules import HouseRules
from bot.tables.core.state import TableState, open_state
from bot.tables.core.store import Effects, Listing, Phase, SequenceTakenError, StoreUnavailableError
from bot.tables.hosting.index import Held, Index
from bot.tables.hosting.log_context import about
from bot.tables.hosting.ports import Ports
from bot.tables.hosting.reading import Reader
from bot.tables.hosting.sleepers import Sleepers
from bot.tables.hosting.table import House, Table
from bot.tables.leases.keeper import ALONE, Keeper, LeasedStore, Terms

__all__ = ["Host"]

logger = logging.getLogger(__name__)

RETRY_SECONDS = 5
"""How long a table that could not be saved rests before it is read again."""


class Host:
    """All tables of this process, which it hosts for as long as it holds their leases."""

    def __init__(
        self,
        games: Mapping[str, AnyGame],
        ports: Ports,
        rules: HouseRules,
        *,
        terms: Terms = ALONE,
        draw_secret: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self.games = games
        self.rules = rules
        self._shards = terms.shards
        self._keeper = Keeper(ports.leases, ports.time, terms, self._leases_lost)
        self._store = LeasedStore(ports.store, self._keeper)
        self._surface = ports.surface
        self._time = ports.time
        self._draw_secret = draw_secret
        self._sleepers = Sleepers()
        self._house = House(
            replace(ports, store=self._store),
            rules,
            self._changed,
            self._lost,
            self._sleepers.put,
        )
        self._reader = Reader(self._store, games)
        self._index = Index()
        self._tables: WeakValueDictionary[str, Table] = WeakValueDictionary()
        """Those in memory; never two of an id, for they would act on the same log.

        A table stays as long as anybody holds it: its own alarm, where something is due, a click
        that is under way, or ``_used``. Any other is read from its log again.
        """
        self._used: LRUCache[str, Table] = LRUCache(rules.tables_in_memory)
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._keeping: list[asyncio.Task[None]] = []
        self._finished = False
        self.awake = asyncio.Event()
        """Set when all tables that were unfinished at the start have been read once."""
        self._opened_at = ports.time.now()

    @property
    def lost(self) -> asyncio.Event:
        """Set when another process hosts these tables now: this one is of no more use."""
        return self._keeper.lost

    async def wake(self) -> None:
        """Open the house as soon as no other process hosts its tables.

        The unfinished ones are found, and read again one by one behind. Raises
        ``StoreUnavailableError``.
        """
        await self._keeper.claim()
        self._opened_at = self._time.now()
        self._keeping = [asyncio.create_task(self._keeper.keep(), name="keeping the leases")]
        found = await self._store.listings(self._shards)
        for listing in found:
            self._index.put(listing)
        self._spawn(self._wake_all(found))
        self._spawn(self._sleepers.keep(self._time, self._wake_one))

    async def finish(self) -> None:
        """Finish the moves in hand and take no others; all is as it stands in the log."""
        self._finished = True
        for task in tuple(self._tasks):
            task.cancel()
        # What is being read is let be read: a connection is not to be left in the middle of it.
        await asyncio.gather(*self._tasks, *self._loading.values(), return_exceptions=True)
        await asyncio.gather(*(table.close() for table in tuple(self._tables.values())))

    async def close(self) -> None:
        """Close the house, and let another process open it; raises ``StoreUnavailableError``."""
        await self.finish()
        for task in self._keeping:
            task.cancel()
        await asyncio.gather(*self._keeping, return_exceptions=True)
        await self._keeper.release()

    async def open(
        self,
        person: log.Person,
        place: log.Place,
        setup: log.TableSetup,
        kai: Sequence[str] = (),
        *,
        kept: Held | None = None,
    ) -> Table:
        """Open a lobby with its first guest, who is its host, and Kai at these levels.

        ``kept`` is the room that :meth:`room` keeps for it. Raises ``RefusedError`` where that is
        not allowed, has no room, or cannot be saved.
        """
        self._check_open()
        game = self.games.get(setup.game)
        if game is None:
            raise RefusedError("There is no such game here.")
        lobby.check_setup(game, setup)
        if kept is None:
            with self.room(person.id, place.guild, place.channel) as room:
                return await self.open(person, place, setup, kai, kept=room)
        opened = log.Opened(
            at=self._time.now(),
            place=place,
            host=person,
            setup=setup,
            secret=self._draw_secret(32).hex(),
        )
        empty = open_state(secrets.token_hex(5), opened, self.games)
        seated, state = outcome(empty, lobby.add_kai(person.id, *kai), opened.at)
        self._index.give_up(kept)
        self._index.put(state.listing)
        # Whoever finds it listed and asks for it waits until it is saved, or hears that it is not.
        return await self._once(state.id, self._begin(state, [opened, *seated]))

    def room(
        self, user: int, guild: int, channel: int | None = None
    ) -> AbstractContextManager[Held]:
        """Keep room for a table that a person is about to open; ``RefusedError`` for one too many.

        Without a channel, the table is to have a thread of its own.
        """
        return self._index.room(Held(user, guild, channel), self.rules)

    async def join(self, table: str, person: log.Person) -> TableState:
        """Seat a person in a lobby, within their number of tables."""
        with self._index.seat(Held(person.id, table=table), self.rules):
            found = await self.table(table)
            return await found.do(lobby.join(person))

    async def table(self, table: str) -> Table:
        """Return a table, read from its log if need be; raises ``NoSuchTableError``.

        Raises ``RestartingError`` when the house is closing.
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

    async def log(self, table: str) -> Sequence[log.Entry]:
        """Return all entries of a table's log; raises ``StoreUnavailableError``."""
        return await self._store.load(table)

    async def reread(self, table: str, work: Callable[[], Awaitable[None]]) -> None:
        """Let ``work`` change a table's log while nobody here can add to it; then read it anew.

        Whoever asks for the table meanwhile waits. Raises what the work raises; the table is
        hosted again in any case, unless its log is damaged.
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

    def hosts(self, table: str) -> bool:
        """Whether a table is unfinished and hosted here."""
        return table in self._index

    def listings(self) -> Sequence[Listing]:
        """Return all unfinished tables of this process."""
        return self._index.listings()

    def listing(self, table: str) -> Listing | None:
        """Return what is known of one of them without reading its log."""
        return self._index.get(table)

    def tables_of(self, user: int, guild: int) -> Sequence[Listing]:
        """Return the unfinished tables of a guild where a person sits."""
        return [found for found in self.tables_in(guild) if user in found.people]

    def tables_in(self, guild: int) -> Sequence[Listing]:
        """Return a guild's unfinished tables."""
        return [found for found in self._index.listings() if found.guild == guild]

    def in_memory(self) -> Sequence[str]:
        """Return the ids of the tables that need not be read from their logs."""
        return list(self._tables.keys())

    async def _once(self, table: str, work: Coroutine[Any, Any, Table]) -> Table:
        """Return the table that ``work`` brings; whoever asks for it meanwhile waits as well."""
        with about(table=table):
            loading = asyncio.create_task(work, name=f"load {table}")
        self._loading[table] = loading
        loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(loading)

    async def _begin(self, state: TableState, entries: Sequence[Entry]) -> Table:
        """Save a table that is listed already, and host it."""
        try:
            await self._store.append(state.id, 0, entries, Effects(state.listing))
        except (SequenceTakenError, StoreUnavailableError) as error:
            self._index.drop(state.id)
            self._house.faults.failed(state.id, error)
            raise RefusedError("The table could not be saved. Please try again.") from error
        table = self._keep(state)
        self._changed(table.state)
        return table

    async def _load(self, table: str) -> Table:
        try:
            state = await self._reader.read(table)
        except DamagedTableError:
            self._index.drop(table)  # It is in nobody's way.
            raise
        if state.closed is None and not self._shards.cover(state.place.guild):
            raise NoSuchTableError  # Another process hosts it.
        loaded = self._keep(state)
        await self._after_sleep(loaded)
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

    async def _after_sleep(self, table: Table) -> None:
        """Give back the time that the house was closed, where a clock was running."""
        seen_at = self._keeper.seen_before(table.state.place.guild)
        closed_since = max(table.state.last_at, seen_at)
        slept = self._opened_at - closed_since
        if worth_giving_back(table.state, slept):
            await table.do(lambda _, now: [log.Slept(at=now, milliseconds=slept)])

    def _keep(self, state: TableState) -> Table:
        """Host a table, once: it may be asked for, and read, while it is still being opened."""
        hosted = self._tables.get(state.id)
        if hosted is not None:
            return hosted
        table = Table(state, self._house)
        if state.phase is not Phase.CLOSED:
            self._tables[table.id] = self._used[table.id] = table
            if not self._finished:
                table.wake()
        return table

    async def _wake_all(self, found: Sequence[Listing]) -> None:
        """Read tables that were found; one that is opened meanwhile must not be read as well."""
        for listing in found:
            with about(table=listing.table, guild=listing.guild):
                await self._wake_one(listing.table)
        self.awake.set()

    async def _wake_one(self, table: str) -> None:
        """Read a table, as soon as the storage can be read at all."""
        try:
            woken = await self.table(table)
        except StoreUnavailableError as error:
            self._house.faults.unreadable(table, error)
            await self._recover(table)
        except RefusedError as error:
            logger.debug("table %s is left alone: %s", table, type(error).__name__)
        except Exception:
            logger.exception("table %s cannot be read", table)
        else:
            woken.wake()  # What was far off when it was read may be near now.
            # What was committed last may not have been shown any more.
            self._surface.changed(woken.state)

    def _forget(self, table: str) -> Table | None:
        """Keep a table in memory no more; return it if it was there."""
        self._used.pop(table, None)
        return self._tables.pop(table, None)

    def _leases_lost(self) -> None:
        self._keeping.append(asyncio.create_task(self.finish(), name="leases lost"))

    def _check_open(self) -> None:
        if self._finished or self.lost.is_set():
            raise RestartingError

    def _changed(self, state: TableState) -> None:
        if state.phase is Phase.CLOSED:
            self._index.drop(state.id)
            self._forget(state.id)
            self._sleepers.drop(state.id)
        else:
            self._index.put(state.listing)
        self._surface.changed(state)

    def _lost(self, table: str) -> None:
        """Forget a table whose last write failed, and read its log again a little later."""
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
