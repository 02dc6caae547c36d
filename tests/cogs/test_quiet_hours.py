"""``/me quiet-hours``: a person chooses their night, changes it and switches it off, in private."""

import pytest

from bot.tables.quiet_hours import QuietHours
from cogs.core.click import too_old
from tests.cogs import forge
from tests.cogs.forge import forger
from tests.cogs.guest import Guest, words
from tests.cogs.shown import Shown, in_private, shown
from tests.cogs.world import World, in_one_world
from tests.db.worlds import ms

OUTDATED = str(too_old("quiet"))


async def ask(guest: Guest, **options: str | int) -> Shown:
    return shown(in_private(await guest.slash("me quiet-hours", **options)))


async def chosen(world: World, guest: Guest) -> QuietHours | None:
    return (await world.bot.services.storage.quiet_hours.of([guest.id])).get(guest.id)


async def test_who_chooses_a_zone_has_the_usual_night(world: World, mina: Guest) -> None:
    world.time.set(ms(2027, 1, 15, 12, 5))
    told = (await ask(mina)).text
    assert "You have no quiet hours" in told
    told = (await ask(mina, zone="Europe/Berlin")).text
    assert "**23:00 to 7:00**, Europe/Berlin. It's 13:05 there now." in told
    assert await chosen(world, mina) == QuietHours("Europe/Berlin", 23, 7)
    assert (await ask(mina)).text == told.replace("**Changed.**\n", "")


async def test_what_is_left_out_stays(world: World, mina: Guest) -> None:
    await ask(mina, zone="Europe/Berlin", begins=22, ends=6)
    await ask(mina, zone="Asia/Kolkata")
    assert await chosen(world, mina) == QuietHours("Asia/Kolkata", 22, 6)
    await ask(mina, ends=0)
    assert await chosen(world, mina) == QuietHours("Asia/Kolkata", 22, 0)


@pytest.mark.parametrize("typed", ["america/new_york", "America/New York", " AMERICA/NEW_YORK "])
async def test_a_zone_may_be_typed(world: World, mina: Guest, typed: str) -> None:
    await ask(mina, zone=typed)
    assert await chosen(world, mina) == QuietHours("America/New_York", 23, 7)


@in_one_world(
    ("options", "sentence"),
    [
        ({"zone": "Berlin"}, "I don't know that time zone"),
        ({"zone": "../etc/passwd"}, "I don't know that time zone"),
        ({"zone": "localtime"}, "I don't know that time zone"),
        ({"zone": "America"}, "I don't know that time zone"),
        ({"zone": "x" * 101}, "up to 100 ordinary characters"),
        ({"begins": 22}, "Please choose your time zone too"),
        ({"zone": "Etc/UTC", "begins": 20, "ends": 7}, "A night has up to 10 hours"),
        ({"zone": "Etc/UTC", "begins": 7}, "A night has up to 10 hours"),
    ],
)
async def test_what_cannot_be_is_refused_and_nothing_is_stored(
    world: World, options: dict[str, str | int], sentence: str
) -> None:
    mina = world.guest("Mina")
    result = await forger(mina).send(*forge.slash("me quiet-hours", **options))
    assert sentence in words(result)
    assert result.ephemeral
    assert await chosen(world, mina) is None


async def test_zones_are_suggested_by_place(world: World, mina: Guest) -> None:
    channel = world.channel
    found = await mina.actor.autocomplete(channel, "me quiet-hours", "zone", "new y")
    assert found[0]["name"] == "America/New York"
    assert found[0]["value"] == "America/New_York"
    found = await mina.actor.autocomplete(channel, "me quiet-hours", "zone", "ber")
    assert [choice["value"] for choice in found][:2] == ["Atlantic/Bermuda", "Europe/Berlin"]
    assert len(await mina.actor.autocomplete(channel, "me quiet-hours", "zone", "")) == 25


async def test_they_are_switched_off_by_a_button(world: World, mina: Guest, sam: Guest) -> None:
    for guest in (mina, sam):
        page = await ask(guest, zone="Europe/Berlin")
    page = await ask(mina)
    await mina.actor.click(page.message, label="Switch off")
    assert await chosen(world, mina) is None
    assert await chosen(world, sam) is not None
    assert "Switch off" not in (await ask(mina)).buttons


async def test_no_other_button_does_anything(world: World, mina: Guest) -> None:
    await ask(mina, zone="Europe/Berlin")
    who = forger(mina)
    for custom_id in ("quiet", "quiet:", "quiet:on", "quiet:off:all"):
        assert words(await who.send(*forge.button(custom_id))) == OUTDATED
    assert await chosen(world, mina) is not None
