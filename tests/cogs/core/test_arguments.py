"""Suggestions while someone types, hours as people say them, and the game that nobody named."""

import logging
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

import pytest

from cogs.core.arguments import Suggestion, moment, offered
from cogs.core.commands import LastGames
from tests.cogs.guest import Guest, words
from tests.cogs.stored import finish, people
from tests.cogs.world import World


async def many() -> Sequence[Suggestion]:
    return [Suggestion(f"Table {number} " + "x" * 200, f"id{number}") for number in range(60)]


async def failing() -> Sequence[Suggestion]:
    raise OSError("the secret path of the database")


async def long() -> Sequence[Suggestion]:
    return [Suggestion("short", "y" * 101), Suggestion("Good", "good")]


async def test_at_most_twenty_five_lines_of_a_hundred_characters() -> None:
    lines = await offered("", many())
    assert len(lines) == 25
    assert all(len(choice.name) <= 100 for choice in lines)


async def test_what_was_typed_is_looked_for_in_names_and_values() -> None:
    assert [choice.value for choice in await offered(" TABLE 59 ", many())] == ["id59"]
    assert [choice.value for choice in await offered("id58", many())] == ["id58"]
    assert await offered("nothing like it", many()) == []


async def test_what_discord_would_refuse_is_left_out() -> None:
    assert [choice.value for choice in await offered("", long())] == ["good"]


async def test_a_fault_offers_nothing_and_logs_its_kind(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        assert await offered("", failing()) == []
    assert "OSError" in caplog.text
    assert "secret" not in caplog.text


HOUR: Final = 3_600_000


@pytest.mark.parametrize(
    ("typed", "zone", "told"),
    [
        ("20:00", "Etc/UTC", "Sat 20:00"),
        (" 8 PM", "Europe/Berlin", "Sat 19:00"),
        ("12am", "Etc/UTC", "Sun 00:00"),
        ("09:00", "Etc/UTC", "Sun 09:00"),
        ("fri 20.00", "Etc/UTC", "Fri 20:00"),
        ("Saturday at 09:00", "Etc/UTC", "Sat 09:00"),
        ("sat 20:00", "America/New_York", "Sun 01:00"),
        ("tomorrow 19:30", "Etc/UTC", "Sun 19:30"),
        ("today 09:00", "Etc/UTC", "Sat 09:00"),
        ("in 90 minutes", "Asia/Tokyo", "Sat 16:30"),
        ("in 2 days", "Etc/UTC", "Mon 15:00"),
        *((typed, "Etc/UTC", "") for typed in ("", "20", "25:00", "20:60", "13pm", "0am", "soon")),
        *((typed, "Etc/UTC", "") for typed in ("xyz 20:00", "in x minutes", "٣:00", "20:00" * 8)),
    ],
)
def test_an_hour_is_read_as_people_say_it(typed: str, zone: str, told: str) -> None:
    now = round(datetime(2026, 11, 28, 15, tzinfo=UTC).timestamp() * 1000)
    found = moment(typed, now, zone)
    when = "" if found is None else f"{datetime.fromtimestamp(found / 1000, UTC):%a %H:%M}"
    assert when == told
    assert found is None or typed == "today 09:00" or now < found < now + 8 * 24 * HOUR


def test_an_hour_stays_the_same_when_clocks_are_changed() -> None:
    """Six in the evening in Berlin, on the Saturday before and the Sunday of the change."""
    saturday = round(datetime(2026, 10, 24, 12, tzinfo=UTC).timestamp() * 1000)
    for typed, hour in (("18:00", 16), ("tomorrow 18:00", 17)):
        found = moment(typed, saturday, "Europe/Berlin")
        assert found is not None
        assert datetime.fromtimestamp(found / 1000, UTC).hour == hour


async def rules(guest: Guest, channel: int | None = None) -> str:
    """Ask for the rules without a game, in the world's channel if no other is given."""
    world = guest.world
    there = next((found for found in world.channel.threads if found.id == channel), world.channel)
    return words(await guest.actor.slash(there, "rules"))


async def test_it_is_the_one_opened_last_in_this_channel(world: World, mina: Guest) -> None:
    await mina.play(game="kabobo")
    assert (await rules(mina)).startswith("## Kabobo! ")
    await mina.play(game="capit")
    assert (await rules(mina)).startswith("## CAP-IT ")
    await mina.play()
    assert (await world.state()).setup.game == "capit"


async def test_another_channel_has_its_own(world: World, mina: Guest) -> None:
    await mina.play(game="kabobo")
    other = world.guild.create_text_channel("other")
    assert words(await mina.actor.slash(other, "rules")).startswith("## Kapow! ")
    await world.set(default_game="chowpow")
    assert words(await mina.actor.slash(other, "rules")).startswith("## Chow Pow! ")
    assert (await rules(mina)).startswith("## Kabobo! ")


async def test_an_open_table_is_known_after_a_restart(world: World, mina: Guest) -> None:
    await mina.play(game="kabobo")
    await world.restart()
    assert (await rules(mina)).startswith("## Kabobo! ")


async def test_so_is_a_finished_match(world: World) -> None:
    await finish(world, people("Ann", "Bob"))
    await world.restart()
    assert "High Card" in await rules(world.guest("Mina"))


async def test_a_table_in_a_thread_counts_for_its_channel_too(world: World, mina: Guest) -> None:
    await world.set(threads=True)
    await mina.play(game="kabobo")
    (thread,) = world.channel.threads
    await world.restart()
    assert (await rules(mina)).startswith("## Kabobo! ")
    assert (await rules(mina, thread.id)).startswith("## Kabobo! ")


async def test_a_new_table_in_a_channel_leaves_its_threads_alone(world: World, mina: Guest) -> None:
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
async def test_the_answer_names_the_game(mina: Guest, command: str) -> None:
    await mina.play(game="kabobo")
    assert "Kabobo!" in words(await mina.slash(command))
