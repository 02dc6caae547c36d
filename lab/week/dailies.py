"""The dailies in one process of the bot, on one day of the week.

It plays for the people of its shard, and prints a line for everything that a person has been told
was done. It may be killed at any moment, and goes on where it was when it is started again.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from bot.daily.days import DAY, span_of
from bot.daily.deal import GAME, PLAYER, Key
from bot.daily.service import AlreadyPlayedError, DailyDeals, OwnRound
from bot.games.players import player_for
from bot.puzzle.service import DailyPuzzles
from bot.tables.command import OutdatedError
from bot.tables.reach import Shards
from db.storage import Storage, open_storage
from lab.week.plan import Guest, guests_of
from tests.tables.house import HandClock

AT_ONCE: Final = 4
"""People who click at the same time."""

LEFT_AFTER: Final = 6
"""Actions after which those who leave do so."""


def tell(*words: object) -> None:
    """Print what a person has been told."""
    # In one piece, whatever Python's buffering: half a line has been told to nobody.
    print(" ".join(map(str, words)) + "\n", end="", flush=True)


class Tasks:
    """What people do on a day in one process."""

    def __init__(self, storage: Storage, deals: DailyDeals, puzzles: DailyPuzzles) -> None:
        self._storage = storage
        self._deals = deals
        self._puzzles = puzzles
        self._room = asyncio.Semaphore(AT_ONCE)

    async def all(self, guests: list[Guest]) -> None:
        """Do what everyone does, some at once."""
        await asyncio.gather(*(self._one(guest) for guest in guests if guest.plays))

    async def _one(self, guest: Guest) -> None:
        async with self._room:
            day = self._deals.today
            await self._play(guest, Key(day, guest.user))
            await self._solve(guest, day)
            if guest.practises and await self._deals.store.deal(day - 1) is not None:
                await self._play(guest, Key(day - 1, guest.user, practice=True))
            if guest.forgotten:
                await self._forget(guest, day)

    async def _play(self, guest: Guest, key: Key) -> None:
        own = await self._deals.look(key)
        if own is None:
            try:
                own = await self._deals.begin(key, guest.guild, f"Guest {guest.user}")
            except AlreadyPlayedError:
                return  # Their data were deleted before this process was killed.
        player = player_for(GAME.name, guest.level)
        done = 0
        while own.stored.ended is None and not (guest.leaves and done >= LEFT_AFTER):
            view = GAME.view(own.round.state, PLAYER)
            action = str(player.choose(view, own.round.legal).action)
            own = await self._click(guest, own, action)
            done += 1
            tell("moved", key.day, key.user, int(key.practice), own.round.revision)
        if own.stored.ended is not None:
            tell("ended", key.day, key.user, int(key.practice), *own.stored.ended.score)

    async def _click(self, guest: Guest, own: OwnRound, action: str) -> OwnRound:
        key, revision = own.stored.key, own.round.revision
        clicks = [self._deals.act(key, revision, action) for _ in range(1 + guest.twice)]
        found = await asyncio.gather(*clicks, return_exceptions=True)
        done = [one for one in found if isinstance(one, OwnRound)]
        late = [one for one in found if isinstance(one, OutdatedError)]
        if len(done) != 1 or len(done) + len(late) != len(found):
            raise RuntimeError(f"two clicks at once came to {found}")
        return done[0]

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


async def _run(url: str, day: int, shard: int, people: int, seed: int) -> None:
    clock = HandClock(span_of(day).begins + DAY // 2)
    async with open_storage(url, house=f"shard {shard}") as storage:
        with ThreadPoolExecutor(2) as executor:
            shards = Shards(2, (shard,))
            deals = DailyDeals(storage.dailies, clock, executor, shards)
            puzzles = DailyPuzzles(storage.answers, clock, executor, deals.deal)
            await deals.keep_up()
            for number in (day, day + 1):
                deal = await deals.deal(number)
                tell("sealed", number, deal.drawn_at, deal.fingerprint)
            guests = [one for one in guests_of(people, day, seed) if shards.cover(one.guild)]
            await Tasks(storage, deals, puzzles).all(guests)


def pass_day(url: str, day: int, shard: int, people: int, seed: int) -> None:
    """Play the part of a day."""
    asyncio.run(_run(url, day, shard, people, seed))
    tell("done")
