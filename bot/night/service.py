"""The host of league nights: all follows from the log, so a night goes on after any crash."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final
from weakref import WeakValueDictionary

from bot.game.deck import SECRET_BYTES
from bot.game.verdict import NightRecord
from bot.league.ledger import DAY
from bot.night.night import Event, Form, Left, NightClosed, Opened, Sealed
from bot.night.plan import (
    MOST_AT_ONCE,
    MOST_ROUNDS,
    NOTED,
    Attendee,
    NightPlan,
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
from bot.tables.reach import ALL_SERVERS, Shards
from db.repositories.league import League
from db.repositories.nights import Nights

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
        """Called when a night was planned or changed; it must not block or raise. Something may be
        due sooner than :meth:`until_next` said.
        """
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
        """Let someone who is in cut the deck of the whole night; ``RefusedError`` says why not."""
        async with self._lock(night):
            stored = await self._open_night(night)
            event = cut_by(stored, user, word, self._host.rules.longest_cut)
            return await self._append(stored, [event])

    async def sealed(self, night: str) -> StoredNight:
        """Return a night, with its secret drawn if that was planned before nights had one."""
        async with self._lock(night):
            stored = await self.find(night)
            return stored if stored.night.closed else await self._open_night(night)

    async def catch_up(self) -> None:
        """Show what nights stored before a start: a crash may have come between.

        Those that were planned before nights had a secret draw theirs.
        """
        for night in await self.nights.open(self._shards):
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
                raise RefusedError("This night doesn't come again: it isn't planned every week.")
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
        first = await self.nights.next_start(self._shards, now)
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
        """Return the nights at which something may be due.

        To be called as often as :meth:`until_next` says.
        """
        open_ = await self.nights.due(self._shards, self._time.now())
        due = [*dict.fromkeys((*open_, *await self.boards.nights()))]
        self._looks = {night: self._looks.get(night, 0.0) for night in due}
        return due

    async def look_at(self, night: str) -> None:
        """Do what is due at a night; nothing if that is not possible now, or nobody can play."""
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
        """Tell of the boards that are done."""
        stored = await self.find(night)
        if await self.boards.release(stored):
            if stored.night.closed:
                await self.nights.place(night, await self._placed(stored))
            self.touch(night)

    async def _placed(self, stored: StoredNight) -> Sequence[Attendee]:
        """Return the people of a night that is over, with their places in it."""
        told = without(stored.night, await self.boards.playing(stored.plan.id))
        found = await asyncio.to_thread(places, told)
        return [one._replace(place=found.get(at)) for at, one in enumerate(stored.people)]

    async def _after_outage(self, stored: StoredNight) -> StoredNight:
        """Note that people can play, and for how long they could not."""
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
        """Return the lock of a night or a server; it is there as long as someone holds it."""
        return self._locks.setdefault(name, asyncio.Lock())

    async def _open_night(self, night: str) -> StoredNight:
        """Return a night that is not closed; ``RefusedError`` otherwise."""
        stored = await self.find(night)
        if stored.night.closed:
            raise RefusedError("This night is over.")
        if stored.night.secret is None and not stored.night.rounds:
            return await self._append(stored, [_drawn()])
        return stored

    async def _append(
        self,
        stored: StoredNight,
        events: Sequence[Event],
        people: Sequence[Attendee] | None = None,
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
            raise RefusedError("Someone else was quicker. Please try again.")
        self.touch(night)
        return replace(stored, people=tuple(known))

    def _new(self, plan: NightPlan, form: Form) -> StoredNight:
        """Return a new night with a seed and a secret of its own."""
        sizes, now = wanted(self._host.games[plan.setup.game].seats), self._time.now()
        opened = Opened(seed=secrets.token_hex(16), sizes=sizes, form=form, keyed=True)
        return StoredNight(plan, (opened, _drawn()), (), (now, now))

    def _following(self, over: StoredNight) -> StoredNight | None:
        """Return the next week's night; None if none follows, or its game isn't played any more.

        It is stored in the transaction in which this one is closed, and so once, whatever crashes.
        It has its place among the server's nights.
        """
        plan = over.plan
        if not over.comes_again or plan.setup.game not in self._host.games:
            return None
        starts_at = next_week(plan, self._time.now())
        plan = replace(plan, id=secrets.token_hex(5), starts_at=starts_at)
        return self._new(plan, over.night.form)


def _drawn() -> Sealed:
    """Draw the secret of a night."""
    return Sealed(secret=secrets.token_bytes(SECRET_BYTES).hex())
