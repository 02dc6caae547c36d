"""Finished matches, stored or played: what there is to look back on."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.games.registry import player_for
from bot.kai.player import USUAL_LEVEL, AnyPlayer
from bot.tables import lobby, match
from bot.tables.command import Asker
from bot.tables.entries import HandedOverBecause, Person, Place, TableSetup
from bot.tables.sight import look
from bot.tables.store import Effects, Listing, MatchResult, Phase, SeatResult, Tally
from bot.tables.table import Table
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
    """A ranked match of last season that counts: its table's number says how many minutes ago."""
    at = world.time.now() - table * 60_000
    numbered = tuple(replace(found, seat=number) for number, found in enumerate(seats))
    made = MatchResult(f"{table:010x}", world.guild.id, "kapow", True, True, at, numbered)
    return replace(made, **more)  # type: ignore[arg-type]


async def store(world: World, *matches: MatchResult) -> None:
    """Store results in the order given, each with a log that nobody can replay."""
    for one in matches:
        listing = Listing(one.table, one.guild, world.channel.id, one.game, Phase.CLOSED, ())
        effects = Effects(listing, one)
        await world.bot.services.storage.store.append(one.table, 0, [acted(1)], effects)


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


TOY_MATCH = TableSetup(game="toy", options={"rounds": 2}, ranked=True)


def people(*names: str) -> list[Person]:
    return [Person(id=1000 + number, name=name) for number, name in enumerate(names)]


async def finish(
    world: World,
    guests: Sequence[Person],
    setup: TableSetup = TOY_MATCH,
    player: AnyPlayer | None = None,
) -> str:
    """Play a match to its end, a minute after any other one; return the table's id."""
    host = world.bot.services.host
    place = Place(guild=world.guild.id, channel=world.channel.id)
    table = await host.open(guests[0], place, setup)
    for guest in guests[1:]:
        await host.join(table.id, guest)
    await table.do(lobby.start(Asker(guests[0])))
    await play_out(table, player)
    await world.pass_time(60)
    return table.id


async def play_out(table: Table, player: AnyPlayer | None = None) -> None:
    """Let everyone play like this, or else as Kai would, until the match is over."""
    player = player or player_for(table.state.game.name, USUAL_LEVEL)
    while table.state.closed is None:
        seat = min(table.state.to_act)
        sight = look(table.state, seat)
        user = table.state.seats[seat].user
        assert user is not None
        action = str(player.choose(sight.scene.view, sight.legal).action)
        await table.do(match.act(user, seat, sight.revision, action))
