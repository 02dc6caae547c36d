"""A server with as much in its database as can be: the longest names, texts and numbers.

What is shown of it is the longest that people can see. It is not true to the digit, since nobody
played it: sums are overwritten by the largest that there can be.
"""

import itertools
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from hashlib import sha256
from typing import Final

from bot.daily.days import DAY, day_at
from bot.game.contract import AnyGame
from bot.league.ledger import BANK, Booking, Posting, account_of
from bot.league.settings import Visibility
from bot.night.plan import MOST_PEOPLE
from bot.tables import lobby
from bot.tables.command import Asker
from bot.tables.entries import Person, Place, TableSetup
from bot.tables.store import Effects, Listing, MatchResult, Phase, SeatResult, Tally
from db.schema import PRUNED
from tests.cogs.guest import Guest
from tests.cogs.night.evening import planned
from tests.cogs.stored import finish
from tests.cogs.world import PLAYED, World
from tests.db.samples import acted

SIGNS: Final = "*_~`|>#<[]:/.-&\\"
"""Each gets a backslash before it, so that a name is twice as long as it looks."""

LARGEST: Final = 2_000_000_000
"""As far as the columns of sums go, about."""

WORST: Final = -LARGEST
"""A score that nobody reaches: that of matches which nobody played."""

MATCHES: Final = 11
"""Of each game, so that there is more than one page of them."""

SERVER: Final = "*" * 100
"""As long as Discord lets a server's name be."""


def longest_name(number: int) -> str:
    """Return one of the longest names there are, different from those of other numbers."""
    mark = f"{number:03}"
    return (SIGNS * 3)[number % len(SIGNS) :][: 32 - len(mark)] + mark


async def longest_world(world: World) -> tuple[Guest, Guest]:
    """Fill a world; return a moderator who has played in everything, and someone they met."""
    world.time.set(world.time.now() + 40 * DAY)
    world.env.backend.guilds[world.guild.id].name = SERVER
    guest = world.guest(longest_name(0), manage_messages=True, manage_guild=True)
    others = [world.guest(longest_name(number)) for number in range(1, 12)]
    people = [each.person for each in (guest, *others)]
    for each in people:
        await world.bot.services.storage.people.choose(each.id, Visibility.PUBLIC)
    for game in PLAYED.values():
        await _matches(world, game, people)
    await finish(world, people[:4], TableSetup(game="toy", options={"rounds": 2}, ranked=True))
    with world.env.as_bot():
        await _lobbies(world, people)
    await world.env.settle()
    await _night(world, people)
    await _chips(world, people)
    _fill(world, people)
    return guest, others[0]


KINDS: Final[Mapping[str, Sequence[str]]] = {
    "kapow": ("12 cards", "9 cards"),
    "capit": ("", "runs of any suits"),
    "chowpow": ("", "Hot Sauce", "Battle Buffet", "Hot Sauce, Battle Buffet"),
}


async def _matches(world: World, game: AnyGame, people: Sequence[Person]) -> None:
    """Store results of full tables, here and on another server, in another order each."""
    seated = itertools.cycle(people)
    for number, guild in itertools.product(range(MATCHES), (world.guild.id, 7)):
        table = sha256(f"{game.name} {number} {guild}".encode()).hexdigest()[:10]
        seats = tuple(
            SeatResult(seat, one.id, one.name, None, seat + 1, WORST, (WORST,), Tally(10, 9))
            for seat, one in zip(range(game.seats[-1]), seated, strict=False)
        )
        at = world.time.now() - 32 * DAY * number - 60_000
        kind = KINDS[game.name][number % len(KINDS[game.name])] if game.name in KINDS else ""
        match = MatchResult(table, guild, game.name, True, True, at, seats, at - 3 * DAY)
        result = replace(match, kind=kind)
        listing = Listing(table, guild, world.channel.id, game.name, Phase.CLOSED, ())
        await world.bot.services.storage.store.append(
            table, 0, [acted(1)], Effects(listing, result)
        )


async def _lobbies(world: World, people: Sequence[Person]) -> None:
    """Open as many tables as a server can have, each with all its seats taken."""
    host = world.bot.services.host
    for _ in range(world.settings.tables_per_server):
        place = Place(guild=world.guild.id, channel=world.channel.id)
        table = await host.open(people[1], place, TableSetup(game="toy"))
        for one in people[2:]:
            if len(table.state.people) < PLAYED["toy"].seats[-1]:
                await host.join(table.id, one)
    await table.do(lobby.start(Asker(people[1])))


async def _chips(world: World, people: Sequence[Person]) -> None:
    """Give everyone as many chips as there can be, in several lines of the ledger."""
    for line, one in itertools.product(range(10), people):
        chips = LARGEST * 1000 // 10
        postings = (Posting(BANK, -chips), Posting(account_of(one.id), chips))
        key = f"{line} {one.id}"
        booking = Booking(world.guild.id, key, world.time.now(), "match", "f" * 10, postings)
        await world.bot.services.storage.ledger.book(booking)


async def _night(world: World, people: Sequence[Person]) -> None:
    """Plan a night to which as many come as can."""
    evening = await planned(world, game="kapow")
    nights = world.bot.services.nights
    for number in range(MOST_PEOPLE - len(people)):
        await nights.join(evening.id, Person(id=100 + number, name=longest_name(100 + number)))
    for one in people:
        await nights.join(evening.id, one)
    await nights.cut(evening.id, people[0].id, "*" * 40)


def _fill(world: World, people: Sequence[Person]) -> None:
    """Overwrite sums, and add what is played beside matches."""
    today = day_at(world.time.now())
    with closing(sqlite3.connect(world.database)) as database, database:
        database.execute(
            "UPDATE totals SET matches = ?, wins = ?, points = ?, abandoned = ?", [LARGEST] * 4
        )
        database.execute("UPDATE versus SET matches = ?, won = ?, tied = ?", [LARGEST] * 3)
        database.execute("DELETE FROM facts")
        database.execute(
            "DELETE FROM log WHERE table_id IN (SELECT table_id FROM results WHERE total = ?)",
            [WORST],
        )
        database.execute(
            "UPDATE tables SET phase = ? WHERE id IN (SELECT table_id FROM results "
            "WHERE total = ?)",
            [PRUNED, WORST],
        )
        database.executemany("INSERT INTO facts VALUES (?, ?, ?, ?, ?)", _facts(world, people))
        database.executemany(
            "INSERT INTO daily_rounds VALUES (?, ?, 0, ?, ?, 'normal 1', 1, 1, '', ?, ?, 2, 0, 0)",
            [
                (day, one.id, world.guild.id, one.name, WORST, LARGEST)
                for day in (*range(1, today - 9), today)
                for one in people
            ],
        )
        database.executemany(
            "INSERT INTO puzzle_answers VALUES (?, ?, 'x', 'y', 1, 1)",
            [(day, people[0].id) for day in range(1, today - 9)],
        )


def _facts(world: World, people: Sequence[Person]) -> Iterator[tuple[object, ...]]:
    for game, one in itertools.product(PLAYED.values(), people):
        for fact in game.fact_labels:
            yield world.guild.id, game.name, one.id, fact, LARGEST
