"""The host of league nights, and pings before them, for people who asked for them.

All of a night follows from its log, so it goes on after any crash. That a ping is sent is stored
before: a crash in between costs people a ping, and never brings a second one.
"""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple
from weakref import WeakValueDictionary

from bot.game.deck import SECRET_BYTES
from bot.game.verdict import NightRecord
from bot.league.ledger import DAY
from bot.league.periods import WEEK
from bot.night.night import Event, Form, Left, NightClosed, Opened, Sealed
from bot.night.plan import (
    MOST_AT_ONCE,
    MOST_CHANGES,
    MOST_PEOPLE,
    MOST_ROUNDS,
    NOTED,
    Attendee,
    NightPlan,
    PingWish,
    StoredNight,
    check_hour,
    joining,
    next_week,
    wanted,
)
from bot.night.rounds import Elsewhere, Hitches, Rounds
from bot.night.standings import places, without
from bot.night.tables import Boards, NightTables, Rooms, cut_by, night_record, table_id
from bot.tables import lobby
from bot.tables.clock import Time
from bot.tables.command import RefusedError
from bot.tables.entries import Person
from bot.tables.host import Host
from bot.tables.reach import Reach
from bot.tables.store import ALL_SERVERS, Shards
from db.repositories.league import League
from db.repositories.nights import Nights
from db.repositories.pings import PingSubscriptions

logger = logging.getLogger(__name__)

HELD: Final = 30
"""Seconds between two looks, at most, at a night that waits for something."""


class NightHost:
    """Plans and runs the nights of a process. Calls raise ``StoreUnavailableError``."""

    def __init__(  # noqa: PLR0913, PLR0917 - what it is made of
        self,
        nights: Nights,
        league: League,
        host: Host,
        rooms: Rooms,
        time: Time,
        shards: Shards = ALL_SERVERS,
    ) -> None:
        self.nights = nights
        self._host = host
        self.elsewhere = Elsewhere(nights, host, time)
        self.boards = Boards(nights, host, time, shards)
        self._time = time
        self._shards = shards
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.changed: set[str] = set()
        """Nights whose messages have to be brought up to date."""
        self.tell_of_changes: Callable[[], None] = lambda: None
        """Called when a night was planned or changed; it must not block or raise."""
        self._looks: dict[str, float] = {}
        """Of the nights that go on: the seconds until each has to be looked at again."""
        self.hitches = Hitches(nights, self.touch)
        tables = NightTables(host, league, rooms)
        self._rounds = Rounds(tables, self.elsewhere, self.hitches, time, self._append)
        self._open: Sequence[str] | None = None
        self._changes = 0

    async def plan(self, plan: NightPlan, form: Form = "swiss") -> StoredNight:
        """Store a new night; ``RefusedError`` if it isn't allowed, or its server is full."""
        check_hour(plan.starts_at, self._time.now())
        if not 1 <= plan.rounds <= MOST_ROUNDS:
            raise RefusedError(f"A night can have up to {MOST_ROUNDS} rounds.")
        game = self._host.games[plan.setup.game]
        lobby.check_setup(game, plan.setup)
        if not wanted(game.seats):
            raise RefusedError(f"{game.title} can't be played at a league night.")
        night = self._new(plan, form)
        # Of several people who plan at once, each sees the nights of those before.
        async with self._lock(f"server {plan.guild}"):
            if len(await self.nights.of_server(plan.guild)) >= MOST_AT_ONCE:
                raise RefusedError(f"A server can have {MOST_AT_ONCE} league nights at a time.")
            await self.nights.plan(night)
        self.touch(plan.id)
        return night

    async def find(self, night: str) -> StoredNight:
        """Return a night; ``RefusedError`` if there is none."""
        found = await self.nights.load(night)
        if found is None:
            raise RefusedError("This night is gone.")
        return found

    async def join(self, night: str, person: Person) -> StoredNight:
        """Let someone be in, from the next round on; ``RefusedError`` says why not."""
        # Of several nights that someone joins at once, each knows of those before.
        async with self._lock(f"person {person.id}"), self._lock(night):
            stored = await self._open_night(night)
            event = joining(stored, person.id)
            await self.elsewhere.must_not_clash(stored, person.id)
            people = [*stored.people]
            people[event.person : event.person + 1] = [Attendee(person.id, person.name)]
            return await self._append(stored, [event], people)

    async def leave(self, night: str, user: int) -> StoredNight:
        """Let someone be out; ``RefusedError`` says why not."""
        async with self._lock(night):
            stored = await self._open_night(night)
            number = stored.number_of(user)
            if number is None or number not in stored.night.here:
                raise RefusedError("You aren't in.")
            return await self._append(stored, [Left(person=number)])

    async def cut(self, night: str, user: int, word: str) -> StoredNight:
        """Let someone who is in cut the night's deck; ``RefusedError`` says why not."""
        async with self._lock(night):
            stored = await self._open_night(night)
            event = cut_by(stored, user, word, self._host.rules.longest_cut)
            return await self._append(stored, [event])

    async def sealed(self, night: str) -> StoredNight:
        """Return a night, with its secret drawn if it was planned before there were any."""
        async with self._lock(night):
            stored = await self.find(night)
            return stored if stored.night.closed else await self._open_night(night)

    async def catch_up(self) -> None:
        """Show what nights stored before a start, and draw the secrets of old ones."""
        for night in await self.open():
            await self.sealed(night)
        for night in await self.nights.changed_since(self._shards, self._time.now() - DAY):
            self.touch(night)

    def record(self, stored: StoredNight) -> NightRecord | None:
        """Return what proves a night's tables; None while anyone plays at one, or without any."""
        rounds = enumerate(stored.night.rounds, 1)
        seated = [(number, at) for number, each in rounds for at in range(len(each.tables))]
        playing = any(self._host.listing(table_id(stored, *one)) for one in seated)
        return None if playing or not stored.night.closed else night_record(stored)

    async def stop_series(self, night: str) -> StoredNight:
        """Let no other night follow a weekly one; ``RefusedError`` if it isn't weekly."""
        async with self._lock(night):
            stored = await self._open_night(night)
            if stored.plan.weekly is None:
                raise RefusedError("This night isn't weekly.")
            await self.nights.stop(night)
        self.touch(night)
        return replace(stored, plan=replace(stored.plan, weekly=None))

    async def end(self, night: str) -> StoredNight:
        """Close a night; what is still running counts as the rules say."""
        async with self._lock(night):
            return await self._rounds.close(await self._open_night(night), "moderator")

    async def until_next(self) -> float | None:
        """Return the seconds until something may be due; None: there is no night."""
        now = self._time.now()
        planned = await self.open()
        first = await self.nights.next_start(self._shards, now) if planned else None
        waits = [*self._looks.values(), *([] if first is None else [(first - now) / 1000])]
        return min(waits, default=None)

    async def open(self) -> Sequence[str]:
        """Return the nights that are planned or played; it's asked often, so it is kept."""
        known, changes = self._open, self._changes
        if known is None:
            known = await self.nights.open(self._shards)
            self._open = known if changes == self._changes else None
        return known

    async def due(self) -> Sequence[str]:
        """Return the nights at which something may be due, as often as :meth:`until_next` says."""
        begun = await self.open() and await self.nights.due(self._shards, self._time.now())
        due = [*dict.fromkeys((*begun, *await self.boards.nights()))]
        self._looks = {night: self._looks.get(night, 0.0) for night in due}
        return due

    async def look_at(self, night: str) -> None:
        """Do what is due at a night; nothing if that isn't possible now, or nobody can play."""
        try:
            async with self._lock(night):
                stored = await self.find(night)
                if self._host.reach.since(stored.plan.guild) is not None:
                    return
                if stored.night.closed:
                    self.hitches.hold(stored)
                else:
                    stored = await self._after_outage(await self._open_night(night))
                    await self._rounds.advance(stored)
                looks = stored.pace.looks
                self._looks[night] = min(looks, HELD) if night in self.hitches.held else looks
                if stored.night.form == "duplicate":
                    await self._release(night)
        except RefusedError as error:
            logger.debug("night %s waits: %s", night, error)

    async def _release(self, night: str) -> None:
        stored = await self.find(night)
        if await self.boards.release(stored):
            if stored.night.closed:
                await self.nights.place(night, await self._placed(stored))
            self.touch(night)

    async def _placed(self, stored: StoredNight) -> Sequence[Attendee]:
        told = without(stored.night, await self.boards.playing(stored.plan.id))
        found = await asyncio.to_thread(places, told)
        return [one._replace(place=found.get(at)) for at, one in enumerate(stored.people)]

    async def _after_outage(self, stored: StoredNight) -> StoredNight:
        now = self._time.now()
        missed = stored.outage(now)
        if missed is not None:
            stored = await self._append(stored, [missed])
        if now >= stored.last_seen + NOTED or stored.seen_at is None:
            await self.nights.see(stored.plan.id, now)
        return stored

    def touch(self, night: str) -> None:
        """Have a night's message brought up to date, soon."""
        self.changed.add(night)
        self._open = None
        self._changes += 1
        self.tell_of_changes()

    def _lock(self, name: str) -> asyncio.Lock:
        return self._locks.setdefault(name, asyncio.Lock())

    async def _open_night(self, night: str) -> StoredNight:
        stored = await self.find(night)
        if stored.night.closed:
            raise RefusedError("This night is over.")
        if stored.night.secret is None and not stored.night.rounds:
            return await self._append(stored, [_drawn()])
        return stored

    async def _append(
        self, stored: StoredNight, events: Sequence[Event], people: Sequence[Attendee] | None = None
    ) -> StoredNight:
        now, before = self._time.now(), len(stored.events)
        stored = replace(
            stored,
            events=(*stored.events, *events),
            people=stored.people if people is None else tuple(people),
            times=(*stored.times, *[now] * len(events)),
        )
        known: Sequence[Attendee] = stored.people
        following = None
        if any(isinstance(event, NightClosed) for event in events):
            known, following = await self._placed(stored), self._following(stored)
        night = stored.plan.id
        if not await self.nights.append(night, before, events, now, known, following):
            raise RefusedError("Someone was quicker. Please try again.")
        self.touch(night)
        return replace(stored, people=tuple(known))

    def _new(self, plan: NightPlan, form: Form) -> StoredNight:
        sizes, now = wanted(self._host.games[plan.setup.game].seats), self._time.now()
        opened = Opened(seed=secrets.token_hex(16), sizes=sizes, form=form, keyed=True)
        return StoredNight(plan, (opened, _drawn()), (), (now, now))

    def _following(self, over: StoredNight) -> StoredNight | None:
        """Return the next week's night, stored with the end of this one; None if there's none."""
        plan = over.plan
        if not over.comes_again or plan.setup.game not in self._host.games:
            return None
        starts_at = next_week(plan, self._time.now())
        plan = replace(plan, id=secrets.token_hex(5), starts_at=starts_at)
        return self._new(plan, over.night.form)


def _drawn() -> Sealed:
    return Sealed(secret=secrets.token_bytes(SECRET_BYTES).hex())


AHEAD: Final = 15 * 60_000
"""Milliseconds from the pings to the start of their night."""

MOST_PINGS: Final = 3
"""Pings that someone gets in any seven days at most, on all servers together."""


class Call(NamedTuple):
    """Pings to be sent at once."""

    night: StoredNight
    users: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PingPlanner:
    """Knows who wants pings, and when they are due. Calls raise ``StoreUnavailableError``."""

    _subscriptions: PingSubscriptions
    _nights: Nights
    _league: League
    _time: Time
    _reach: Reach
    _shards: Shards = ALL_SERVERS
    _locks: WeakValueDictionary[int, asyncio.Lock] = field(
        init=False, default_factory=WeakValueDictionary
    )
    """Of each server: its wishes are counted and changed under it."""

    async def toggle(self, stored: StoredNight, user: int) -> PingWish:
        """Switch someone's ping before a night on or off; ``RefusedError`` says why not."""
        if stored.night.closed:
            raise RefusedError("This night is over.")
        if stored.night.rounds or stored.plan.starts_at <= self._time.now() + AHEAD:
            raise RefusedError("It's too late for a ping before this night.")
        guild, night = stored.plan.guild, stored.plan.id
        async with self._locks.setdefault(guild, asyncio.Lock()):
            before = await self._subscriptions.wish(guild, night, user)
            after = PingWish(not before.wanted, before.changes + 1, before.every)
            if after.wanted:
                await self._must_have_mentions(guild)
                # It is looked at only when they ask: everyone can always be left alone.
                if before.changes >= MOST_CHANGES:
                    raise RefusedError("You've changed your mind too often to get this ping.")
                _must_have_room(await self._subscriptions.asked(guild, night))
            await self._subscriptions.ask(night, user, wanted=after.wanted, changes=after.changes)
        return after

    async def choose(self, guild: int, user: int, *, every: bool) -> None:
        """Want a ping before every night of a server, or before none; ``RefusedError``: why not."""
        async with self._locks.setdefault(guild, asyncio.Lock()):
            if every:
                await self._must_have_mentions(guild)
                await self._must_have_room_everywhere(guild, user)
            await self._subscriptions.choose(guild, user, every=every)

    async def until_next(self) -> float | None:
        """Return the seconds until pings may be due; None: there is no night to tell of."""
        now = self._time.now()
        first = await self._subscriptions.next_start(self._shards, now)
        return None if first is None else max(first - AHEAD - now, 0) / 1000

    async def due(self) -> AsyncIterator[Call]:
        """Yield the pings that are due, each when it is stored that they are sent."""
        now = self._time.now()
        for night in await self._subscriptions.due(self._shards, now, now + AHEAD):
            call = await self._begin(night)
            if call is not None:
                yield call

    async def _begin(self, night: str) -> Call | None:
        """Store that the pings of a night are sent; None if none are, or nobody would see them."""
        stored, now = await self._nights.load(night), self._time.now()
        if stored is None or stored.night.closed or stored.plan.starts_at <= now:
            return None
        if self._reach.since(stored.plan.guild) is not None:
            return None  # Late rather than never.
        asked = [*await self._subscriptions.asked(stored.plan.guild, night)][:MOST_PEOPLE]
        if not (await self._league.settings(stored.plan.guild)).mention:
            asked = []
        # A process tells of its nights one after the other. Two processes that count in the same
        # instant, for nights on servers of theirs, might give someone a ping too many.
        enough = await self._subscriptions.pinged(asked, now - WEEK, MOST_PINGS)
        users = tuple(user for user in asked if user not in enough)
        if not await self._subscriptions.begin(night, users, now):
            logger.warning("night %s is being told of elsewhere", night)
            return None
        return Call(stored, users) if users else None

    async def _must_have_mentions(self, guild: int) -> None:
        if not (await self._league.settings(guild)).mention:
            raise RefusedError("Mentions are off on this server, so nobody gets a ping.")

    async def _must_have_room_everywhere(self, guild: int, user: int) -> None:
        nights, every = await self._nights.of_server(guild), await self._subscriptions.every(guild)
        for users in (every, *[await self._subscriptions.asked(guild, one) for one in nights]):
            if user not in users:
                _must_have_room(users)


def _must_have_room(users: Sequence[int]) -> None:
    if len(users) >= MOST_PEOPLE:
        raise RefusedError(f"{MOST_PEOPLE} people already get a ping: there's no room for more.")
