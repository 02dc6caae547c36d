"""The host of the daily deal: every action is stored before it is answered.

Nothing is kept in memory between two clicks: a round is replayed, in the executor, where Kai
answers, too.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from typing import Final, NamedTuple, TypeVar

from bot.daily.days import GAP, day_at, ends_at, lost_days, outages, span_of
from bot.daily.deal import (
    PLAY,
    Deal,
    Ended,
    Key,
    Round,
    StoredRound,
    dealt,
    played,
    played_out,
    replayed,
)
from bot.game.contract import GameError
from bot.game.deck import SECRET_BYTES
from bot.league.periods import Span
from bot.tables.clock import Time
from bot.tables.command import OutdatedError, RefusedError
from bot.tables.store import ALL_SERVERS, Shards
from db.repositories.dailies import Dailies

logger = logging.getLogger(__name__)

AT_ONCE: Final = 10
"""Rounds that people left which are read together."""

T = TypeVar("T")


class AlreadyPlayedError(RefusedError):
    """The person has begun this day's deal before; shown as a sentence."""

    def __init__(self) -> None:
        super().__init__("You've already played this deal. Your first round counts.")


class DayOverError(RefusedError):
    """The day is over, and so is the round; shown as a sentence."""

    def __init__(self) -> None:
        super().__init__("The day is over: Kai has finished your round.")


class OwnRound(NamedTuple):
    """A person's round: what is stored of it, and its position."""

    stored: StoredRound
    round: Round


class DailyDeals:
    """Deals and hosts the daily deal. Calls raise ``StoreUnavailableError``."""

    def __init__(
        self,
        dailies: Dailies,
        time: Time,
        executor: Executor,
        shards: Shards = ALL_SERVERS,
        draw_secret: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self.store = dailies
        self._time = time
        self._executor = executor
        self._shards = shards
        self._draw_secret = draw_secret
        self._seen: Span | None = None
        """The time, up to the last note, in which people could play."""

    @property
    def today(self) -> int:
        """The day that it is."""
        return day_at(self._time.now())

    async def deal(self, day: int) -> Deal:
        """Return a day's deal; its secret is drawn if that has not been done.

        ``RefusedError`` for a day after tomorrow, or one on which there was no deal.
        """
        found = await self.store.deal(day)
        if found is None and self.today <= day <= self.today + 1:
            now = self._time.now()
            await self.store.seal(Deal(day, self._draw_secret(SECRET_BYTES), now))
            found = await self.store.deal(day)
        if found is None:
            raise RefusedError("That day had no deal.")
        put_off = await self._ends_at(day) - span_of(day).ends
        return replace(found, put_off=put_off) if put_off else found

    async def see(self) -> None:
        """Note that people can play; to be called every minute in which they can."""
        now, seen = self._time.now(), self._seen
        if seen is None or now > seen.ends + GAP:
            seen = next(reversed(await self.store.presence(now - GAP)), Span(now, now - 1))
        if now > seen.ends:
            await self.store.see(seen.begins, now)
            seen = Span(seen.begins, now)
        self._seen = seen

    async def lost(self) -> Collection[int]:
        """Return the days that break no streak, because nobody could play for a while."""
        return lost_days(outages(await self.store.presence(), self._time.now()))

    async def _ends_at(self, day: int) -> int:
        """Return when a day ends; only yesterday's end can still be ahead of us."""
        begins, ends = span_of(day)
        if day != self.today - 1:
            return ends
        return ends_at(day, outages(await self.store.presence(begins), self._time.now()))

    async def look(self, key: Key) -> OwnRound | None:
        """Return a person's round; None if they have not begun it."""
        stored = await self.store.round(key)
        if stored is None:
            return None
        deal = await self.deal(key.day)
        return OwnRound(stored, await self._run(lambda: replayed(deal, stored.moves)))

    async def begin(self, key: Key, guild: int, name: str) -> OwnRound:
        """Begin a person's round: today's, or for practice one of a day that is over."""
        deal, now = await self.deal(key.day), self._time.now()
        if deal.is_over(now) != key.practice or key.day > self.today:
            raise RefusedError(
                "You can practise a deal once its day is over."
                if key.practice
                else "That day is over. You can practise its deal now."
            )
        first = await self._run(lambda: dealt(deal))
        new = StoredRound(key, guild, name, PLAY, now, first.moves)
        if not await self.store.begin(new):
            raise AlreadyPlayedError
        return OwnRound(new, first)

    async def act(self, key: Key, revision: int, action: str) -> OwnRound:
        """Do an action of a person's, with Kai's answer.

        Raises ``OutdatedError`` if the round has gone on since ``revision``, ``RefusedError`` if
        its day is over, and :class:`bot.game.contract.GameError` for what is not possible.
        """
        own = await self.look(key)
        if own is None:
            raise RefusedError("You haven't begun this deal. Please use `/daily play`.")
        if own.stored.ended or own.round.revision != revision:
            raise OutdatedError
        now = self._time.now()
        if not key.practice and own.round.deal.is_over(now):
            await self._finish(own)
            raise DayOverError
        after = await self._run(lambda: played(own.round, action))
        return await self._store(own, after, now)

    async def keep_up(self) -> None:
        """Seal the deals of today and tomorrow, and finish what people left on days that are over.

        To be called again and again, by every process: each finishes the rounds of its servers.
        """
        for day in (self.today, self.today + 1):
            await self.deal(day)
        goes_on = await self._ends_at(self.today - 1) > self._time.now()
        open_since = self.today - goes_on
        await self.store.close_days(open_since)
        tried: set[Key] = set()
        while left := await self._left(open_since, tried):
            for key in left:
                tried.add(key)
                await self._finish_left(key)

    async def _left(self, before: int, tried: Collection[Key]) -> Sequence[Key]:
        left = await self.store.left(before, AT_ONCE, self._shards)
        return [key for key in left if key not in tried]

    async def _finish_left(self, key: Key) -> None:
        """Finish a round that someone left; one that is damaged stays as it is."""
        try:
            own = await self.look(key)
        except GameError as error:
            fault = type(error).__name__  # Not its sentence, which may name cards.
            logger.error("a round of day %d can't be replayed: %s", key.day, fault)  # noqa: TRY400 - a traceback may name cards
            return
        if own is not None and own.stored.ended is None:
            await self._finish(own)

    async def _finish(self, own: OwnRound) -> None:
        after = await self._run(lambda: played_out(own.round))
        try:
            await self._store(own, after, self._time.now(), by_kai=True)
        except OutdatedError:
            logger.info("a daily round was finished by another process")

    async def _store(
        self, before: OwnRound, after: Round, now: int, *, by_kai: bool = False
    ) -> OwnRound:
        ended = None if after.score is None else Ended(after.score, now, by_kai)
        stored, known = before.stored, before.round.revision
        if not await self.store.advance(stored.key, known, after.moves, ended):
            raise OutdatedError
        return OwnRound(replace(stored, moves=after.moves, ended=ended), after)

    async def _run(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._executor, work)
