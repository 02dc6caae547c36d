"""Which game a command is about that names none."""

import pytest

from cogs.core.commands import LastGames
from tests.cogs.guest import Guest, words
from tests.cogs.stored import finish, people
from tests.cogs.world import World


async def rules(guest: Guest, channel: int | None = None) -> str:
    """Ask for the rules without a game, in the world's channel if no other is given."""
    world = guest.world
    there = next((found for found in world.channel.threads if found.id == channel), world.channel)
    return words(await guest.actor.slash(there, "rules"))


async def test_it_is_the_one_opened_last_in_this_channel(world: World) -> None:
    mina = world.guest("Mina")
    await mina.play(game="kabobo")
    assert (await rules(mina)).startswith("## Kabobo! ")
    await mina.play(game="capit")
    assert (await rules(mina)).startswith("## CAP-IT ")
    await mina.play()
    assert (await world.state()).setup.game == "capit"


async def test_another_channel_has_its_own(world: World) -> None:
    mina = world.guest("Mina")
    await mina.play(game="kabobo")
    other = world.guild.create_text_channel("other")
    assert words(await mina.actor.slash(other, "rules")).startswith("## Kapow! ")
    await world.set(default_game="chowpow")
    assert words(await mina.actor.slash(other, "rules")).startswith("## Chow Pow! ")
    assert (await rules(mina)).startswith("## Kabobo! ")


async def test_an_open_table_is_known_after_a_restart(world: World) -> None:
    mina = world.guest("Mina")
    await mina.play(game="kabobo")
    await world.restart()
    assert (await rules(mina)).startswith("## Kabobo! ")


async def test_so_is_a_finished_match(world: World) -> None:
    await finish(world, people("Ann", "Bob"))
    await world.restart()
    assert "High Card" in await rules(world.guest("Mina"))


async def test_a_table_in_a_thread_counts_for_the_channel_and_there(world: World) -> None:
    mina = world.guest("Mina")
    await world.set(threads=True)
    await mina.play(game="kabobo")
    (thread,) = world.channel.threads
    await world.restart()
    assert (await rules(mina)).startswith("## Kabobo! ")
    assert (await rules(mina, thread.id)).startswith("## Kabobo! ")


async def test_a_new_table_in_the_channel_changes_nothing_in_its_threads(world: World) -> None:
    mina = world.guest("Mina")
    await world.set(threads=True)
    await mina.play(game="kabobo")
    (thread,) = world.channel.threads
    await world.set(threads=False)
    await mina.play(game="capit")
    assert (await rules(mina, thread.id)).startswith("## Kabobo! ")
    assert (await rules(mina)).startswith("## CAP-IT ")


async def test_a_channel_is_looked_up_once(world: World) -> None:
    services = world.bot.services
    games = LastGames(services.host, services.storage.boards)
    guild, channels = world.guild.id, (world.channel.id,)
    assert await games.of(guild, channels) is None
    await finish(world, people("Ann", "Bob"))
    assert await games.of(guild, channels) is None
    assert await LastGames(services.host, services.storage.boards).of(guild, channels) == "toy"


@pytest.mark.parametrize("command", ["league standings", "league champions", "league best"])
async def test_the_answer_names_the_game(world: World, command: str) -> None:
    mina = world.guest("Mina")
    await mina.play(game="kabobo")
    assert "Kabobo!" in words(await mina.actor.slash(world.channel, command))
