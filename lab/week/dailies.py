"""The people of a shard at the deals and puzzles of a day."""

import asyncio
from concurrent.futures import Executor
from typing import Final

from bot.daily.deal import GAME, PLAYER, Key
from bot.daily.service import AlreadyPlayedError, DailyDeals, OwnRound
from bot.games.registry import player_for
from bot.puzzle.service import DailyPuzzles
from bot.tables.command import OutdatedError
from lab.week.house import House, counted_once, tell
from lab.week.plan import Guest, Part, guests_of

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
            await self._deals.begin(Key(day, guest.user), guest.guild, "Somebody new")
        except AlreadyPlayedError:
            return
        raise RuntimeError("a person has played the same deal twice")
