"""The host: opens tables, finds them, wakes them after a restart, and closes the house."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

from bot.games.game import AnyGame
from bot.tables import entries as log
from bot.tables import lobby
from bot.tables.due import deadline
from bot.tables.errors import NoSuchTableError, RefusedError
from bot.tables.index import Index
from bot.tables.ports import Ports
from bot.tables.rules import HouseRules
from bot.tables.state import TableState, evolve, open_state
from bot.tables.store import Listing, Phase, SequenceTakenError, StoreUnavailableError
from bot.tables.table import House, Table

__all__ = ["Host", "rebuild"]

logger = logging.getLogger(__name__)

BEAT_SECONDS = 10
"""How often the open house notes the time: the most that a crash can cost anybody's clock."""

RETRY_SECONDS = 5
"""How long a table that could not be saved rests before it is read again."""


class Host:
    """All tables of this process."""

    def __init__(
        self,
        games: Mapping[str, AnyGame],
        ports: Ports,
        rules: HouseRules,
        *,
        draw_secret: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self.games = games
        self.rules = rules
        self._store = ports.store
        self._surface = ports.surface
        self._time = ports.time
        self._draw_secret = draw_secret
        self._house = House(ports, rules, self._changed, self._lost)
        self._index = Index()
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._opened_at = self._closed_since = ports.time.now()

    async def wake(self) -> None:
        """Open the house: find the unfinished tables, and read them again one by one behind."""
        self._opened_at = self._time.now()
        self._closed_since = await self._store.last_beat() or 0
        for listing in await self._store.listings():
            self._index.put(listing)
        self._spawn(self._beat())
        self._spawn(self._wake_all())

    async def close(self) -> None:
        """Close the house: moves in hand are finished, and all is as it stands in the log."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(table.close() for table in self._tables.values()))
        await self._store.beat(self._time.now())

    async def open(self, person: log.Person, place: log.Place, setup: log.TableSetup) -> Table:
        """Open a lobby with its first guest, who is its host."""
        game = self.games.get(setup.game)
        if game is None:
            raise RefusedError("There is no such game here.")
        lobby.check_setup(game, setup)
        self._index.check_room(person.id, place, self.rules)
        entry = log.Opened(
            at=self._time.now(),
            place=place,
            host=person,
            setup=setup,
            secret=self._draw_secret(32).hex(),
        )
        state = open_state(secrets.token_hex(5), entry, self.games)
        self._index.put(state.listing())
        try:
            await self._store.append(state.id, 0, [entry], state.listing())
        except (SequenceTakenError, StoreUnavailableError) as error:
            self._index.drop(state.id)
            raise RefusedError("The table could not be saved. Please try again.") from error
        table = self._keep(state)
        self._changed(state)
        return table

    async def join(self, table: str, person: log.Person) -> TableState:
        """Seat a person in a lobby, within their number of tables."""
        self._index.check_person(person.id, self.rules, besides=table)
        found = await self.table(table)
        return await found.do(lobby.join(person))

    async def table(self, table: str) -> Table:
        """Return a table, read from its log if need be; raises ``NoSuchTableError``."""
        if table in self._tables:
            return self._tables[table]
        loading = self._loading.get(table)
        if loading is None:
            loading = asyncio.create_task(self._load(table), name=f"load {table}")
            self._loading[table] = loading
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(loading)

    def tables_of(self, user: int, guild: int) -> Sequence[Listing]:
        """Return the unfinished tables of a guild where a person sits."""
        return [found for found in self.tables_in(guild) if user in found.people]

    def tables_in(self, guild: int) -> Sequence[Listing]:
        """Return a guild's unfinished tables."""
        return [found for found in self._index.listings() if found.guild == guild]

    async def _load(self, table: str) -> Table:
        entries = await self._store.load(table)
        if not entries:
            raise NoSuchTableError
        loop = asyncio.get_running_loop()
        state = await loop.run_in_executor(None, rebuild, table, entries, self.games)
        loaded = self._keep(state)
        await self._after_sleep(loaded)
        return loaded

    async def _after_sleep(self, table: Table) -> None:
        """Give back the time that the house was closed, where a clock was running."""
        closed_since = max(table.state.last_at, self._closed_since)
        slept = self._opened_at - closed_since
        if slept > 0 and deadline(table.state) is not None:
            await table.do(lambda _, now: [log.Slept(at=now, milliseconds=slept)])

    def _keep(self, state: TableState) -> Table:
        table = Table(state, self._house)
        if state.phase is not Phase.CLOSED:
            self._tables[state.id] = table
            table.wake()
        return table

    async def _wake_all(self) -> None:
        for listing in self._index.listings():
            try:
                table = await self.table(listing.table)
            except Exception:
                logger.exception("table %s cannot be read", listing.table)
                continue
            # What was committed last may not have been shown any more.
            self._surface.changed(table.state)

    async def _beat(self) -> None:
        while True:
            await self._time.sleep(BEAT_SECONDS)
            try:
                await self._store.beat(self._time.now())
            except StoreUnavailableError as error:
                logger.warning("the time could not be noted: %s", error)

    def _changed(self, state: TableState) -> None:
        if state.phase is Phase.CLOSED:
            self._index.drop(state.id)
            self._tables.pop(state.id, None)
        else:
            self._index.put(state.listing())
        self._surface.changed(state)

    def _lost(self, table: str) -> None:
        """Forget a table whose last write failed, and read its log again a little later."""
        self._tables.pop(table, None)
        self._spawn(self._recover(table))

    async def _recover(self, table: str) -> None:
        await self._time.sleep(RETRY_SECONDS)
        try:
            await self.table(table)
        except StoreUnavailableError:
            self._spawn(self._recover(table))
        except Exception:
            logger.exception("table %s cannot be read", table)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def rebuild(table: str, entries: Sequence[log.Entry], games: Mapping[str, AnyGame]) -> TableState:
    """Replay a table's log."""
    state = open_state(table, entries[0], games)
    for entry in entries[1:]:
        state = evolve(state, entry)
    return state
