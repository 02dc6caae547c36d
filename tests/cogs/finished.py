"""Matches played to their end without clicks, so that there is something to look back on."""

from collections.abc import Sequence

from bot.games.players import player_for
from bot.kai.player import USUAL_LEVEL, AnyPlayer
from bot.tables import lobby, match
from bot.tables.command import Asker
from bot.tables.entries import Person, Place, TableSetup
from bot.tables.sight import look
from bot.tables.table import Table
from tests.cogs.world import World

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
