"""Finished matches as they are stored, and people who are hidden: what there is to look back on."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.tables.entries import HandedOverBecause
from bot.tables.store import Effects, Listing, MatchResult, Phase, SeatResult, Tally
from tests.cogs.guest import Guest
from tests.cogs.world import World
from tests.db.samples import acted

DAY: Final = 86_400_000


def seat(
    who: Guest | None,
    rank: int,
    total: int = 0,
    *,
    by_kai: int = 0,
    held: HandedOverBecause | None = None,
) -> SeatResult:
    """A seat of someone's, or of Kai's own; ``by_kai`` is how many of ten turns Kai played."""
    if who is None:
        return SeatResult(0, None, "Kai", "normal", rank, total, (total,), Tally(0, 10))
    tally = Tally(10 - by_kai, by_kai)
    name = who.actor.name
    return SeatResult(0, who.id, name, None, rank, total, (total,), tally, held)


def result(world: World, table: int, seats: Sequence[SeatResult], **more: object) -> MatchResult:
    """A ranked match that counts, which ended so many minutes ago as its table's number says."""
    at = world.time.now() - table * 60_000
    numbered = tuple(replace(found, seat=number) for number, found in enumerate(seats))
    made = MatchResult(f"{table:010x}", world.guild.id, "kapow", True, True, at, numbered)
    return replace(made, **more)  # type: ignore[arg-type]


async def store(world: World, *matches: MatchResult) -> None:
    """Store results in the order given, each with a log that nobody can replay."""
    for match in matches:
        listing = Listing(match.table, match.guild, world.channel.id, match.game, Phase.CLOSED, ())
        effects = Effects(listing, match)
        await world.bot.services.storage.store.append(match.table, 0, [acted(1)], effects)


USERS = {"Ann": 71, "Bob": 72, "Cy": 73, "Dan": 74}


async def played(
    world: World, at: int, *order: str, game: str = "toy", ranked: bool = True, best: int = 9
) -> None:
    """Store a match that these people finished then, in the order of their ranks."""
    number = len(await world.bot.services.storage.histories.recorded(world.guild.id, limit=1000))
    seats = tuple(
        SeatResult(seat, USERS[name], name, None, seat + 1, 1, (best - seat, 1))
        for seat, name in enumerate(order)
    )
    table = f"match {number}"
    listing = Listing(table, world.guild.id, world.channel.id, game, Phase.CLOSED, ())
    result = MatchResult(table, world.guild.id, game, ranked, ranked, at, seats)
    await world.bot.services.storage.store.append(table, 0, [acted(1)], Effects(listing, result))
