"""The real host and its nights in one process of the week, with a clock that is moved."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import asynccontextmanager, suppress
from typing import Any, Final, ParamSpec, TypeVar
from urllib.parse import quote

from bot.game.contract import Seat
from bot.games.faces import face_of
from bot.games.registry import GAMES, player_for
from bot.kai.player import AnyPlayer
from bot.night.plan import NightPlan
from bot.night.service import NightHost
from bot.tables.clock import UNKNOWN, Nights, Time, next_due, nights, resting
from bot.tables.host import Host
from bot.tables.leases import LeaseTerms
from bot.tables.ports import Ports, Thinking
from bot.tables.quiet_hours import QuietHours, QuietHoursStore
from bot.tables.reach import Reach
from bot.tables.state import TableState, human_users
from bot.tables.store import Phase
from cogs.core.page import Page, Text
from cogs.play.table import reminder_page, table_page
from db.storage import Storage, open_storage
from lab.bench.house import RULES, Unseen
from lab.week.plan import Part
from tests.helpers import PATIENCE
from tests.tables.house import HandClock

P = ParamSpec("P")
T = TypeVar("T")

_LEASE: Final = 3600
"""Seconds: it is renewed after a third of that, by a clock that runs fast."""

_LONGEST_WAIT: Final = 0.01
"""Seconds of real time until the tables are looked at again, if none has changed."""


def tell(*words: object) -> None:
    """Print what a person has been told."""
    # In one piece, whatever Python's buffering: half a line has been told to nobody.
    print(" ".join(map(str, words)) + "\n", end="", flush=True)


async def counted_once(clicks: Sequence[Awaitable[T]], late: type[Exception]) -> T:
    """Let someone click on several devices at once; return what came of the one that counts.

    All others have to come too late: they raise the exception ``late``.
    """
    found = await asyncio.gather(*clicks, return_exceptions=True)
    done = [one for one in found if not isinstance(one, BaseException)]
    refused = [one for one in found if isinstance(one, late)]
    if len(done) != 1 or len(done) + len(refused) != len(found):
        raise RuntimeError(f"clicks at once came to {found}")
    return done[0]


class Window(Unseen):
    """Shows a table where its turn begins or ends to rest, and its reminders: as a line."""

    def __init__(self, clock: Time) -> None:
        super().__init__()
        self._clock = clock
        self._resting: dict[str, bool] = {}

    def changed(self, table: TableState) -> None:
        """Tell what the message says, if the turn rests now or does so no longer."""
        self.moved.set()
        rests = resting(table) is not None
        if table.stage is not None and rests != self._resting.get(table.id, False):
            self._resting[table.id] = rests
            page = table_page(table, face_of(table.game), b"", RULES, mention=True)
            self._show("rests" if rests else "goes-on", table, page)

    def remind(self, table: TableState, seats: Sequence[Seat]) -> None:
        """Tell who is called."""
        page = reminder_page(table, tuple(seats), RULES, mention=True)
        self._show("reminded", table, page)

    def _show(self, kind: str, table: TableState, page: Page) -> None:
        called = ",".join(map(str, page.mentions)) or "nobody"
        tell(kind, table.id, self._clock.now(), called, quote(words_of(page)))


class Asked:
    """Passes people's quiet hours on, and knows what the tables were told last."""

    def __init__(self, store: QuietHoursStore, clock: Time) -> None:
        self._store = store
        self._clock = clock
        self._known: dict[int, tuple[int, QuietHours | None]] = {}

    async def of(self, users: Collection[int]) -> Mapping[int, QuietHours]:
        """Return the quiet hours of those of these people who have chosen any."""
        found = await self._store.of(users)
        self._known |= {user: (self._clock.now(), found.get(user)) for user in users}
        return found

    async def choose(self, user: int, chosen: QuietHours | None) -> None:
        """Store a person's quiet hours; None deletes them."""
        await self._store.choose(user, chosen)

    def nights(self, users: Collection[int]) -> Nights:
        """Return whose night it is, as a table knows it that has asked about these people."""
        if not users or not self._known.keys() >= set(users):
            return UNKNOWN
        known = {user: self._known[user] for user in users}
        asked_at = min(at for at, _ in known.values())
        return nights({user: hours for user, (_, hours) in known.items() if hours}, asked_at)


class Rooms:
    """Gives each table a thread: a number that follows from the table's."""

    async def room(
        self,
        plan: NightPlan,
        round_number: int,
        table: int,
        people: Sequence[int] | None = None,  # noqa: ARG002 - as agreed
    ) -> int:
        """Return a thread's id."""
        return plan.channel + 100 * round_number + table

    async def lacks(self, _plan: NightPlan, *, private: bool) -> str:  # noqa: ARG002 - as agreed
        """Return nothing: a round can always begin."""
        return ""

    async def gone(self, _plan: NightPlan, _users: Sequence[int]) -> Collection[int]:
        """Return nobody: all stay."""
        return ()


class AtOnce(Executor):
    """Does everything at once, in the same thread: so a week goes the same way each time."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Call a function; return a future that is done."""
        done: Future[Any] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - the one who waits for the future is told
            done.set_exception(error)
        return done


class House:
    """A host, its nights and its storage, as long as the process lives."""

    def __init__(self, storage: Storage, part: Part, clock: HandClock, window: Window) -> None:
        self.storage = storage
        self.clock = clock
        self.asked = Asked(storage.quiet_hours, clock)
        self._window = window
        ports = Ports(
            *(storage.store, window, Thinking(_quick, AtOnce()), clock),
            *(storage.leases, self.asked, Reach(clock)),
        )
        # The process that had the lease before has been killed: nobody else hosts these servers.
        terms = LeaseTerms(part.shards, _LEASE, ended=lambda _: True)
        self.host = Host(GAMES, ports, RULES, terms=terms)
        self.nights = NightHost(
            *(storage.nights, storage.league, self.host, Rooms(), clock, part.shards)
        )

    async def wake(self) -> None:
        """Begin to host, and load the tables that are unfinished."""
        await self.host.wake()
        await self.host.awake.wait()

    async def states(self) -> Sequence[TableState]:
        """Return all unfinished tables."""
        return [(await self.host.table(one.table)).state for one in self.host.listings()]

    async def settle(self) -> Sequence[TableState]:
        """Wait until nothing is due at any table; return those that are unfinished then."""
        moved = self._window.moved
        async with asyncio.timeout(PATIENCE):
            while True:
                moved.clear()
                states = await self.states()
                if not any(
                    at is not None and at <= self.clock.now() for at in map(self.next_due, states)
                ):
                    return states
                self.clock.advance(0)
                with suppress(TimeoutError):
                    async with asyncio.timeout(_LONGEST_WAIT):
                        await moved.wait()

    def next_due(self, state: TableState) -> int | None:
        """Return when something is due at a table by the clock."""
        if state.phase is not Phase.PLAYING:
            known = UNKNOWN
        else:
            known = self.asked.nights(human_users(state))
        due = next_due(state, RULES, known)
        return None if due is None else due.at


@asynccontextmanager
async def open_house(url: str, part: Part, now: int) -> AsyncIterator[House]:
    """Open the house of a process at a certain time; it has to be woken."""
    clock = HandClock(now)
    async with open_storage(url, house=f"shard {part.shard}") as storage:
        house = House(storage, part, clock, Window(clock))
        yield house
        await house.host.close()


def words_of(page: Page) -> str:
    """Return a page's texts."""
    return "\n".join(part.text for part in page.parts if isinstance(part, Text))


def _quick(game: str, _level: str) -> AnyPlayer:
    """Return a Kai that takes no time, whatever level is wanted."""
    return player_for(game, "easy")
