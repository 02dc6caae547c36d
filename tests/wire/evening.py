"""An evening on the stand-in: people who open a table and play."""

import random
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.games.registry import GAMES
from bot.tables.command import ClosedTableError
from cogs.core.click import Address
from tests.short import with_kai
from tests.wire.person import WHY, Person
from tests.wire.process import BotProcess, Nursery
from tests.wire.screen import Screen
from tests.wire.stand_in import Channel, Limits, StandIn
from tests.wire.stand_in.interactions import Waiting

CLOSED: Final = str(ClosedTableError())
"""Answers to clicks after a match is over or given up."""


PATIENT: Final = 300
"""Seconds until a table has to be there, also where many open and the machine is busy."""


@dataclass(slots=True)
class Evening:
    """A Discord, a bot, and what they do together."""

    discord: StandIn
    bot: BotProcess
    table: str = ""
    """The id of the table that was started last."""
    in_vain: int = 0
    """Clicks to which no answer came: "This interaction failed"."""

    @property
    def channel(self) -> Channel:
        return self.discord.state.guilds[0].channels[0]

    def person(self, name: str, permissions: int = 0) -> Person:
        return Person(self.discord, self.discord.add_user(name, permissions), self.channel)

    async def seat(self, *names: str, **options: str | int | bool) -> list[Person]:
        """Add people, and let them begin a match as :meth:`start` does."""
        people = [self.person(name) for name in names]
        await self.start(*people, **options)  # type: ignore[arg-type]  # checked there
        return people

    async def start(
        self,
        *people: Person,
        game: str = "kapow",
        kai: int = 0,
        hints: bool = False,
        **options: str | int | bool,
    ) -> None:
        """Let the first person open a table, the others join, and the match begin.

        Kai plays at the usual level, or at the ``level`` among the options. Kai thinks about each
        turn of a match with ``hints``: for tests that are about that.
        """
        level = str(options.pop("level", ""))
        kai = with_kai(GAMES[game], len(people), kai)
        if not hints:
            options["hints"] = False
        self.table = await gather(people, game, 0 if level else kai, **options)
        for seat in range(kai if level else 0):
            await self._seat_kai(people[0], seat, level)
        await people[0].click("Start")
        await self.discord.until(lambda: people[0].sees("My hand"), PATIENT)

    async def _seat_kai(self, host: Person, seat: int, level: str) -> None:
        await self.discord.until(lambda: host.sees("Add Kai"), PATIENT)
        menu = Address(host.table, "level", str(seat))
        await host.choose(host.board.message, str(menu), level)
        await self.discord.until(lambda: host.board.text.count(f"({level})") > seat, PATIENT)

    async def play(self, people: Sequence[Person], source: random.Random, clicks: int) -> int:
        """Let people click at random in their hands; return the clicks, at most ``clicks``."""
        for count in range(clicks):
            if people[0].sees("Rematch"):
                return count
            if any(person.hand and CLOSED in Screen(person.hand).text for person in people):
                # The bot gives a Discord that was out of order a while before it shows the end.
                await self.discord.until(lambda: people[0].sees("Rematch"))
                return count
            await self.one_click(source.choice(people), source)
        return clicks

    async def one_click(self, person: Person, source: random.Random) -> None:
        """Let a person act in the hand; open it if there's nothing to do or there was no answer."""
        choice = person.pick(source) if person.hand else None
        try:
            if choice is None:
                await person.open_hand()
            else:
                await person.take(choice)
        except Waiting:
            person.hand = None
            self.in_vain += 1

    async def after_kai(self) -> Person:
        """Let a person play against Kai until Kai has had a turn and the hand offers a hint."""
        [ann] = await self.seat("Ann", kai=1, hints=True, rounds=1, cards=9)
        source = random.Random(7)
        while ann.hand is None or not (
            "Hint" in ann.screen.buttons and WHY in (await ann.more()).buttons
        ):
            await self.one_click(ann, source)
        return ann


async def gather(
    people: Sequence[Person], game: str, kai: int = 0, **options: str | int | bool
) -> str:
    """Let the first person open a table and the others join it; return its id."""
    await people[0].play(game, kai, **options)
    for person in people[1:]:
        person.table = people[0].table
        await person.click("Join")
    return people[0].table


@asynccontextmanager
async def opened(
    bots: Nursery,
    folder: Path,
    command: str = "run",
    settings: Mapping[str, str] = {},
    *,
    guilds: Sequence[str] = ("Card night",),
    limits: Limits | None = None,
    starts: bool = True,
    taped: bool = True,
) -> AsyncIterator[Evening]:
    """Open a Discord with these servers, and a bot with its database and log in a folder.

    It starts unless it is told not to. Settings are environment variables. What the bot says is
    kept where it is ``taped``.
    """
    async with StandIn(limits=limits).serving() as discord:
        discord.tape.on = taped
        for name in guilds:
            discord.add_guild(name)
        evening = Evening(discord, BotProcess(discord, bots, folder, settings, (command,)))
        if starts:
            await evening.bot.start()
        yield evening
        await evening.bot.crash()
