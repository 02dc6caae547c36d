"""One process of the bot, on one day of the week.

It lives through a day of dailies, league nights and slow matches by a clock that runs as fast as it
can, and prints a line for everything that a person has been told was done, and for each step of the
clock. It may be killed at any moment, and goes on where it was when it is started again, at a later
time.
"""

import asyncio
import logging
from collections.abc import Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Final
from urllib.parse import quote

from bot.daily.days import DAY, day_at, span_of
from bot.daily.deal import GAME, PLAYER, Key
from bot.daily.service import AlreadyPlayedError, DailyDeals, OwnRound
from bot.games.registry import player_for
from bot.lesson import lesson_of
from bot.malloc import frozen_gc
from bot.puzzle.service import DailyPuzzles
from bot.tables import lobby
from bot.tables.command import Asker, NoSuchTableError, OutdatedError
from bot.tables.entries import Place, TableSetup
from bot.tables.state import TableState
from bot.tables.store import Phase
from lab.week import plan
from lab.week.house import House, counted_once, open_house, tell
from lab.week.plan import Guest, Part, guests_of
from lab.week.playing import Playing
from lab.week.sign_ups import SignUps, person

AT_ONCE: Final = 4
"""People who click at the same time."""

LEFT_AFTER: Final = 6
"""Actions after which those who leave do so."""


class Dailies:
    """What people do on a day in one process."""

    def __init__(self, house: House, part: Part, threads: Executor) -> None:
        storage = house.storage
        self._part = part
        self._storage = storage
        self._deals = DailyDeals(storage.dailies, house.clock, threads, part.shards)
        self._puzzles = DailyPuzzles(storage.answers, house.clock, threads, self._deals.deal)
        self._room = asyncio.Semaphore(AT_ONCE)

    async def seal(self) -> None:
        """Draw the deals of today and tomorrow, and finish rounds of yesterday."""
        await self._deals.keep_up()
        for number in (self._deals.today, self._deals.today + 1):
            deal = await self._deals.deal(number)
            tell("sealed", number, deal.drawn_at, deal.fingerprint)

    async def play(self) -> None:
        """Do what everyone does on this day, some at once."""
        guests = guests_of(self._part, self._deals.today)
        await asyncio.gather(*(self._one(guest) for guest in guests if "plays" in guest.habits))

    async def _one(self, guest: Guest) -> None:
        async with self._room:
            day = self._deals.today
            await self._play(guest, Key(day, guest.user))
            await self._solve(guest, day)
            if "practises" in guest.habits and await self._deals.store.deal(day - 1) is not None:
                await self._play(guest, Key(day - 1, guest.user, practice=True))
            if "forgotten" in guest.habits:
                await self._forget(guest, day)

    async def _play(self, guest: Guest, key: Key) -> None:
        own = await self._deals.look(key)
        if own is None:
            try:
                own = await self._deals.begin(key, guest.guild, f"Guest {guest.user}")
            except AlreadyPlayedError:
                return  # Their data were deleted before this process was killed.
        player = player_for(GAME.name, guest.level)
        done, leaves = 0, "leaves" in guest.habits
        while own.stored.ended is None and not (leaves and done >= LEFT_AFTER):
            view = GAME.view(own.round.state, PLAYER)
            action = str(player.choose(view, own.round.legal).action)
            own = await self._click(guest, own, action)
            done += 1
            tell("moved", key.day, key.user, int(key.practice), own.round.revision)
        if own.stored.ended is not None:
            tell("ended", key.day, key.user, int(key.practice), *own.stored.ended.score)

    async def _click(self, guest: Guest, own: OwnRound, action: str) -> OwnRound:
        key, revision = own.stored.key, own.round.revision
        clicks = [
            self._deals.act(key, revision, action) for _ in range(1 + ("twice" in guest.habits))
        ]
        return await counted_once(clicks, OutdatedError)

    async def _solve(self, guest: Guest, day: int) -> None:
        puzzle = await self._puzzles.due(day)
        choice = puzzle.choices[int(guest.luck**2 * len(puzzle.choices))]
        if await self._puzzles.answer(day, guest.user, puzzle, choice):
            tell("answered", day, guest.user, int(choice == puzzle.best))

    async def _forget(self, guest: Guest, day: int) -> None:
        await self._storage.privacy.dailies.erase(guest.user)
        tell("forgotten", day, guest.user)
        try:
            await self._deals.begin(Key(day, guest.user), guest.guild, "Someone new")
        except AlreadyPlayedError:
            return
        raise RuntimeError("a person has played the same deal twice")


LONGEST_STEP: Final = 10 * plan.MINUTE
EVERY: Final = 5_000
"""Milliseconds between two looks at the nights, at least, as in the bot."""

SLOW_CHANNEL: Final = 2


class Life:
    """What happens in one process, from one moment to the next."""

    def __init__(self, house: House, part: plan.Part, dailies: Dailies, until: int) -> None:
        now = house.clock.now()
        self._house = house
        self._part = part
        self._dailies = dailies
        self._noon = span_of(day_at(now)).begins + DAY // 2 if now < part.ends else None
        """When people begin with the dailies; None when they have done so, or the week is over."""
        self._until = until
        self._sign_ups = SignUps(house, part)
        self._playing = Playing(house, part, _absent(part, now))
        self._look_at = 0
        self._to_open = list(plan.slow_matches(part))

    async def live(self) -> None:
        """Let the time pass."""
        await self._sign_ups.begin()
        while self._house.clock.now() < self._until:
            self._pass_until(await self._moment())

    async def _moment(self) -> int:
        """Do everything that is due now; return the time of the next moment."""
        if self._noon is not None and self._noon <= self._now:
            await self._dailies.play()
            self._noon = None
        for slow in [one for one in self._to_open if one.opens_at <= self._now]:
            await self._open(slow)
        await self._sign_ups.go_on()
        if self._look_at <= self._now:
            for night in await self._house.nights.due():
                await self._house.nights.look_at(night)
            pause = await self._house.nights.until_next() or LONGEST_STEP / 1000
            self._look_at = self._now + max(EVERY, round(pause * 1000))
        states = await self._playing.go_on()
        if self._house.nights.changed:
            self._look_at = min(self._look_at, self._now + EVERY)
        await self._sign_ups.show()
        return self._next(states)

    def _next(self, states: Sequence[TableState]) -> int:
        opening = [one.opens_at for one in self._to_open]
        known = [*opening, *self._sign_ups.next(), *self._playing.next(states), self._look_at]
        known += [self._now + LONGEST_STEP, self._until, self._noon or self._until]
        return min(at for at in known if at > self._now)

    def _pass_until(self, at: int) -> None:
        # It is told before: whatever happens afterwards does not happen later than that.
        tell("clock", self._part.shard, at)
        self._house.clock.advance((at - self._now) / 1000)

    @property
    def _now(self) -> int:
        return self._house.clock.now()

    async def _open(self, slow: plan.SlowMatch) -> None:
        """Open and start a slow match, from wherever that was interrupted."""
        host, first = self._house.host, person(slow.users[0])
        try:
            table = await host.table(slow.id)
        except NoSuchTableError:
            place = Place(guild=plan.guild_of(first.id), channel=slow.guild + SLOW_CHANNEL)
            table = await host.open(first, place, _setup(slow.game), table=slow.id)
        if table.state.phase is Phase.LOBBY:
            here = {guest.person.id for guest in table.state.guests}
            for user in [one for one in slow.users if one not in here]:
                await host.join(slow.id, person(user))
            await table.do(lobby.start(Asker(first)))
            tell("started", slow.id)
        self._to_open.remove(slow)


def _setup(game: str) -> TableSetup:
    lesson = lesson_of(game)
    return TableSetup(game=game, options=dict(lesson.options) if lesson else {}, clock=plan.CLOCK)


def _absent(part: plan.Part, now: int) -> frozenset[int]:
    """Return who does not play today though they are in."""
    today = [one for one in plan.evenings_of(part) if now - DAY < one.starts_at < now + DAY]
    visits = (visit for evening in today for visit in plan.visits_of(evening, part))
    return frozenset(visit.user for visit in visits if visit.absent)


async def _choose_hours(house: House, part: plan.Part, now: int) -> None:
    """Let people choose their quiet hours, those who change them at the beginning of a day."""
    index = (now - part.begins) // DAY
    for user in part.users:
        chosen = plan.quiet_hours_of(user, index)
        if chosen if index == 0 else chosen != plan.quiet_hours_of(user, index - 1):
            await house.storage.quiet_hours.choose(user, chosen)
            words = (chosen.zone, chosen.begins, chosen.ends) if chosen else ("none", 0, 0)
            tell("quiet", user, now, *words)


class Telling(logging.Handler):
    """Tells what the bot logs."""

    def emit(self, record: logging.LogRecord) -> None:
        """Tell a line of the log, but not of what was cancelled, as when the process closes.

        SQLAlchemy logs an error where that happens in the middle of a read, and throws the
        connection away.
        """
        if record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError):
            return
        tell("logged", record.levelname, quote(f"{record.name}: {record.getMessage()}"))


async def _run(url: str, part: plan.Part, now: int, until: int) -> None:
    async with open_house(url, part, now) as house:
        with ThreadPoolExecutor(2) as threads:
            dailies = Dailies(house, part, threads)
            await dailies.seal()
            await _choose_hours(house, part, now)
            await house.wake()
            await Life(house, part, dailies, until).live()


def live(url: str, part: plan.Part, now: int, until: int) -> None:
    """Live from one time until another, on the same day."""
    logging.basicConfig(level=logging.INFO, handlers=[Telling()])
    with frozen_gc():
        asyncio.run(_run(url, part, now, until))
    tell("done")
