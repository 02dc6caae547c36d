"""Nobody plays at two tables that run at once: a second night, or a match of one's own.

Only what has a live clock runs. A round robin, and a match without a clock or with hours for a
turn, may be played beside anything.
"""

from collections.abc import Collection
from contextlib import suppress
from typing import Final

from bot.face.markdown import escape
from bot.game.record import NightTable
from bot.night.deals import board_of
from bot.night.plan import StoredNight
from bot.tables.clock import Time
from bot.tables.command import RefusedError
from bot.tables.entries import Person
from bot.tables.host import Host
from bot.tables.state import TableState
from bot.tables.store import Phase
from db.repositories.nights import Nights

CLASH: Final = (
    "You're already in at another night at that time, <t:{}:R>: "
    "https://discord.com/channels/{}/{}/{}. Press **I'm out** there first."
)

LATER: Final = (
    "You're in at a league night <t:{}:R>. If this match still runs then, you'll be late."
)

BEFOREHAND: Final = 2 * 3_600_000
"""Milliseconds before a night for which those who sit down at a match are told of it."""


class Elsewhere:
    """What people are in at, beside a night. Calls raise ``StoreUnavailableError``."""

    def __init__(self, nights: Nights, host: Host, time: Time) -> None:
        self._nights = nights
        self._host = host
        self._time = time

    async def must_not_clash(self, stored: StoredNight, user: int) -> None:
        """Raise ``RefusedError`` for someone who is in at another evening of the same time."""
        for other in await self._evenings(user):
            if other.plan.id != stored.plan.id and _live(stored) and _overlap(stored, other):
                plan = other.plan
                place = (plan.guild, plan.channel, other.message or "")
                raise RefusedError(CLASH.format(plan.starts_at // 1000, *place))

    async def must_be_free(self, people: Collection[Person], asker: int, table: TableState) -> None:
        """Raise ``RefusedError`` if a match runs by a live clock and one of them is at a night."""
        if not _runs(table):
            return
        for person in people:
            if any(self._has_begun(each) for each in await self._evenings(person.id)):
                who = "You're" if person.id == asker else f"{escape(person.name)} is"
                raise RefusedError(
                    f"{who} at a league night until it's over, and this match has a clock. "
                    "**I'm out**, below the night's message, ends that."
                )

    async def plays_at(self, table: TableState, user: int) -> bool:
        """Whether someone is or was in at the night that a table belongs to."""
        if table.night is not None:
            night = NightTable.read(table.night).night
        elif table.board is not None:
            night, _ = board_of(table.board)
        else:
            return False
        stored = await self._nights.load(night)
        return stored is not None and stored.number_of(user) is not None

    async def later(self, user: int, table: TableState) -> str:
        """Return what someone who sits down at a match should know of a night that is near."""
        if not _runs(table):
            return ""
        now = self._time.now()
        starts = [each.plan.starts_at for each in await self._evenings(user)]
        near = [start for start in starts if now < start <= now + BEFOREHAND]
        return LATER.format(min(near) // 1000) if near else ""

    async def busy(self, stored: StoredNight) -> frozenset[int]:
        """Return who of those who are here still plays a match with a live clock."""
        if not _live(stored):
            return frozenset()
        users = {stored.people[number].user: number for number in stored.night.here}
        found: set[int] = set()
        for listing in self._host.listings():
            among = users.keys() & {*listing.people}
            if among and listing.phase is Phase.PLAYING:
                with suppress(RefusedError):  # A damaged table runs no more.
                    state = (await self._host.table(listing.table)).state
                    found |= {users[user] for user in among if user and _plays(state, user)}
        return frozenset(found)

    async def _evenings(self, user: int) -> Collection[StoredNight]:
        """Return the nights with a live clock that someone is in at, on all servers."""
        found = [await self._nights.load(night) for night in await self._nights.of_person(user)]
        return [
            stored
            for stored in found
            if stored and _live(stored) and stored.number_of(user) in stored.night.here
        ]

    def _has_begun(self, stored: StoredNight) -> bool:
        return bool(stored.night.rounds) or stored.plan.starts_at <= self._time.now()


def _live(stored: StoredNight) -> bool:
    return stored.pace.clock.kind == "live"


def _runs(table: TableState) -> bool:
    """Whether it is a match of one's own with a live clock."""
    return table.setup.clock.kind == "live" and not table.night and not table.board


def _overlap(one: StoredNight, other: StoredNight) -> bool:
    """Whether two evenings may go on at the same time; a round takes an hour at most."""
    first, second = sorted((one, other), key=lambda stored: stored.plan.starts_at)
    ends = first.plan.starts_at + first.plan.rounds * first.pace.longest_round
    return second.plan.starts_at < ends


def _plays(state: TableState, user: int) -> bool:
    seat = state.seat_of(user)
    runs = state.setup.clock.kind == "live" and not state.paused
    return runs and seat is not None and state.seats[seat].held is None
