"""Matches of any time, stored without being played."""

from bot.tables.core.store import Effects, Listing, MatchResult, Phase, SeatResult
from tests.cogs.world import World
from tests.db.samples import acted

__all__ = ["USERS", "played"]

USERS = {"Ann": 71, "Bob": 72, "Cy": 73, "Dan": 74}


async def played(
    world: World, at: int, *order: str, game: str = "toy", ranked: bool = True, best: int = 9
) -> None:
    """Store a match that these people finished then, in the order of their ranks."""
    number = len(await world.bot.services.league.matches(world.guild.id, limit=1000))
    seats = tuple(
        SeatResult(seat, USERS[name], name, None, seat + 1, 1, (best - seat, 1))
        for seat, name in enumerate(order)
    )
    table = f"match {number}"
    listing = Listing(table, world.guild.id, world.channel.id, game, Phase.CLOSED, ())
    result = MatchResult(table, world.guild.id, game, ranked, ranked, at, seats)
    await world.bot.services.store.append(table, 0, [acted(1)], Effects(listing, result))
