"""Play many tables at once, one match after the other at each, with disturbances."""

import asyncio
import itertools
import math
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from bot.game.contract import AnyGame
from bot.games.registry import GAMES
from tests.operation.scrape import Scraper
from tests.wire.evening import Evening
from tests.wire.party import Party
from tests.wire.person import Person
from tests.wire.soak.sample import Sample, take
from tests.wire.stand_in import Channel, User
from tests.wire.whims import ASIDES, WHIMS, Whim, look_on

SETTINGS: Final = {
    # A lobby that is left alone closes while one looks on. So does a match whose pause ends by
    # itself, because nobody plays on.
    "CARDS_LOBBY_EXPIRY_MINUTES": "0.15",
    "CARDS_ABANDON_AFTER_HOURS": "0.003",
    "CARDS_LONGEST_TURN_DAYS": "0.0005",
    "CARDS_TABLES_PER_CHANNEL": "50",
    "CARDS_TABLES_PER_SERVER": "500",
    "CARDS_TABLES_PER_PERSON": "50",
    # There are limits, as everywhere, but nobody meets them.
    "CARDS_COSTLY_PER_PERSON": "10000",
    "CARDS_COSTLY_PER_SERVER": "100000",
    # Twice as often as it is set: who plays as fast as it goes should not wait for long.
    "CARDS_EDIT_INTERVAL_SECONDS": "0.5",
}

WHIM: Final = 1 / 40
"""How often someone does something else than play."""

ASIDE: Final = 1 / 3
"""How often something is begun beside a match that does not come to its end."""

NEWCOMER: Final = 1 / 3
"""How many of the people have never been there before."""

REGULARS: Final = 60

EVERY: Final = 5.0
"""Seconds between two looks at the memory. The bot gives some back every minute."""

MOST_SECONDS: Final = 900
"""A match that takes longer is stuck."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is played: ``tables`` at once, each match of this many ``rounds``."""

    tables: int = 10
    rounds: int = 10
    every: int = 10
    """Matches between two samples."""
    seed: int = 1


@dataclass(slots=True)
class Day:
    """A bot, and people who play at tables of all games by turns, each in a channel of its own."""

    evening: Evening
    scraper: Scraper
    plan: Plan
    told: Callable[[Sample], None] = lambda _: None
    """Told of every sample."""
    played: int = 0
    """Matches that were played to their end, while this day has lasted."""
    unanswered: int = 0
    """Clicks that had no answer within three seconds, and were made again."""
    _least: float = field(default=math.inf, init=False, repr=False)
    _source: random.Random = field(init=False, repr=False)
    _places: list[tuple[Channel, Channel]] = field(init=False, repr=False)
    _regulars: list[User] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        discord, guild = self.evening.discord, self.evening.channel.guild
        discord.tape.on = False
        self._source = random.Random(self.plan.seed)
        self._places = [
            (discord.add_channel(guild, f"table-{n}"), discord.add_channel(guild, f"beside-{n}"))
            for n in range(self.plan.tables)
        ]
        self._regulars = [discord.add_user(f"Regular {n}") for n in range(REGULARS)]

    @property
    def database(self) -> Path:
        return Path(self.evening.bot.database_url.partition(":///")[2])

    async def play(self, matches: int) -> Sequence[Sample]:
        """Play this many matches; return a sample for every few of them."""
        left, samples = iter(range(matches)), list[Sample]()

        async def sit(places: tuple[Channel, Channel], game: AnyGame) -> None:
            forgotten = 0
            for _ in left:
                begun = self.evening.discord.state.ids.next()
                await self._match(*places, game)
                for channel in places:
                    self.evening.discord.forget(channel, forgotten)
                forgotten = begun
                self.played += 1
                if self.played % self.plan.every == 0:
                    samples.append(await self.look())
                    self.told(samples[-1])

        watching = asyncio.create_task(self._watch_memory())
        try:
            async with asyncio.TaskGroup() as group:
                games = itertools.cycle(GAMES.values())
                for places, game in zip(self._places, games, strict=False):
                    group.create_task(sit(places, game))
        finally:
            watching.cancel()
        return samples

    async def look(self) -> Sample:
        """Take a sample now; its memory is the least there was since the one before."""
        sample = take(await self.scraper.metrics(), self.database)
        least, self._least = min(sample.memory, self._least), math.inf
        return replace(sample, memory=least)

    async def _watch_memory(self) -> None:
        """Note the least memory there is: what is kept, without what comes and goes."""
        while True:
            await asyncio.sleep(EVERY)
            self._least = min(self._least, take(await self.scraper.metrics(), self.database).memory)

    async def rest(self, seconds: float = 60) -> Sample:
        """Wait until no table is left, at most so long; return how things stand then."""
        end = time.monotonic() + seconds
        before, now = None, await self.look()
        while (now.busy or now.tasks != before) and time.monotonic() < end:
            await asyncio.sleep(1)
            before, now = now.tasks, await self.look()
        return now

    async def begin(self, aside: Whim) -> None:
        """Begin something beside the first table that does not come to its end."""
        await self._begin(aside, self._places[0][1])

    async def _begin(self, aside: Whim, beside: Channel) -> None:
        game = self._source.choice([*GAMES.values()])
        await aside(self._party(beside, game, self._source.randint(1, 3)))

    async def _match(self, channel: Channel, beside: Channel, game: AnyGame) -> None:
        discord = self.evening.discord
        if self._source.random() < ASIDE:
            await self._begin(self._source.choice(ASIDES), beside)
        party = self._party(channel, game, self._source.randint(2, 4))
        everyone = tuple(party.people)
        kai = self._source.choice((0, 1, 1))
        ranked = self._source.random() < 0.5
        await party.sit_down(kai, self.plan.rounds, ranked=ranked)
        whims = (*WHIMS, (look_on(Person(discord, discord.add_user("Eve"), channel)), 2))
        end = time.monotonic() + MOST_SECONDS
        while party.playing:
            if self._source.random() < WHIM:
                (whim,) = self._source.choices(*zip(*whims, strict=True))
                await whim(party)
            else:
                await party.play_on()
            if time.monotonic() > end:
                raise AssertionError(f"table {party.host.table} is stuck: {party.host.board.text}")
        self.unanswered += sum(person.unanswered for person in everyone)

    def _party(self, channel: Channel, game: AnyGame, people: int) -> Party:
        users = self._source.sample(self._regulars, people)
        return Party([self._person(user, channel) for user in users], game, self._source)

    def _person(self, user: User, channel: Channel) -> Person:
        """Bring a regular, or someone new instead."""
        discord = self.evening.discord
        if self._source.random() < NEWCOMER:
            user = discord.add_user(f"New {discord.state.ids.next()}")
        return Person(discord, user, channel)
