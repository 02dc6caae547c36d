"""What the bot tells by itself: once a week what was played, and who won a season."""

import logging
import sqlite3
from collections.abc import Sequence

import pytest
from simcord import HttpLogEntry

from bot.league.periods import WEEK
from bot.league.settings import Visibility
from bot.tables.reach import shard
from cogs.calendar import EVERY, FIRST
from tests.cogs.guest import Guest
from tests.cogs.shown import shown
from tests.cogs.stored import USERS, played
from tests.cogs.test_standings import ask
from tests.cogs.wire import as_text
from tests.cogs.world import World
from tests.db.worlds import ms

TUESDAY, MONDAY = ms(2026, 2, 10), ms(2026, 2, 16)
"""In the middle of a month, and the begin of the week after."""


async def look(world: World, at: int | None = None) -> None:
    if at is not None:
        world.time.set(at)
    await world.pass_time(EVERY)


async def begin(world: World, at: int = TUESDAY, **settings: str) -> None:
    """A server with a channel for its recaps, on which the calendar has been looked at."""
    await world.set(recap=world.channel.id, **settings)
    await look(world, at)
    assert world.posts == []


def told(world: World) -> Sequence[str]:
    """What was posted by itself."""
    recaps = ("## The week of", ": the champions")
    texts = [message.text for message in world.messages()]
    return [text for text in texts if any(words in text for words in recaps)]


def stored(world: World, sql: str, *values: int) -> Sequence[tuple[object, ...]]:
    """Look into the database, or change it, as nothing but a crash would."""
    with sqlite3.connect(world.database) as connection:
        return connection.execute(sql, values).fetchall()


async def test_the_week_is_told_on_monday_once(world: World) -> None:
    await begin(world)
    for _ in range(2):
        await played(world, TUESDAY + 1, "Ann", "Bob", "Cy")
    await played(world, TUESDAY + 2, "Bob", "Ann", ranked=False, best=50)
    await played(world, TUESDAY + 3, "Dan", "Cy", game="kapow", best=3)
    await look(world)
    assert told(world) == []
    await look(world, MONDAY)
    (text,) = told(world)
    assert text.splitlines() == [
        "## The week of 9 February to 15 February",
        "4 matches were finished: 3 of High Card, 1 of Kapow!.",
        "**High Card:** Ann leads with 200 points",
        "**Kapow!:** Dan leads with 100 points",
        "**Best round:** Ann, 9 in High Card",
        "**Met most often:** Ann and Bob, 2 matches (2 to 0)",
    ]
    assert world.mentioned(world.posts) == [[]]
    for at in (None, MONDAY + WEEK - 2 * EVERY * 1000):
        await look(world, at)
    await world.restart()
    await look(world)
    assert len(world.posts) == 1


@pytest.mark.parametrize(("minutes", "lines"), [(40, 0), (80, 1)])
async def test_a_recap_that_comes_late_says_so(world: World, minutes: int, lines: int) -> None:
    await begin(world)
    await played(world, TUESDAY + 1, "Ann", "Bob")
    with world.env.as_bot():
        world.bot.services.host.reach.lost(shard(0))
    await look(world, MONDAY + (minutes - 30) * 60_000)
    assert told(world) == [], "nobody would see it"
    with world.env.as_bot():
        world.bot.services.host.reach.found(shard(0))
    await look(world, MONDAY + minutes * 60_000)
    (text,) = told(world)
    assert text.count("-# This comes late: I couldn't post it before.") == lines
    await look(world)
    assert len(told(world)) == 1


async def test_nothing_is_told_where_nothing_was_played(world: World) -> None:
    await begin(world)
    for weeks in range(3):
        await look(world, MONDAY + weeks * WEEK)
    await look(world, ms(2026, 4, 1))
    assert world.posts == []


async def test_nothing_is_told_without_a_channel_nor_later(world: World) -> None:
    await look(world, TUESDAY)
    await played(world, TUESDAY, "Ann", "Bob")
    await look(world, MONDAY)
    await world.set(recap=world.channel.id)
    await look(world)
    await world.restart()
    await look(world)
    assert world.posts == []
    await played(world, MONDAY, "Ann", "Bob")
    await look(world, MONDAY + WEEK)
    assert len(told(world)) == 1


async def test_a_bot_that_was_down_for_weeks_tells_of_the_last_one_alone(world: World) -> None:
    await begin(world)
    for days in range(40):
        await played(world, TUESDAY + days * WEEK // 7, "Ann", "Bob")
    await world.restart()
    world.time.set(ms(2026, 3, 25))
    await world.pass_time(FIRST - 1)
    assert world.posts == []
    await world.pass_time(1)
    (text,) = told(world)
    assert text.startswith("## February 2026: the champions\n**High Card** · 19 matches, 2 people")
    assert "## The week of 16 March to 22 March\n6 matches were finished" in text


async def test_the_end_of_a_season_is_told_with_its_champions(world: World) -> None:
    """The last millisecond of March belongs to it, the first of April does not."""
    april = ms(2026, 4, 1)
    await begin(world, ms(2026, 3, 31))
    await played(world, ms(2026, 3, 3), "Ann", "Bob", "Cy", "Dan")
    await played(world, april - 1, "Ann", "Cy", "Bob", "Dan")
    await played(world, april, "Dan", "Ann")
    await look(world, april)
    (text,) = told(world)
    assert text.splitlines() == [
        "## March 2026: the champions",
        "**High Card** · 2 matches, 4 people",
        "🥇 Ann 200 · 🥈 Bob and Cy 100",
        "-# Numbers are points. The new season has started, and everyone is back at 0.",
    ]
    await look(world, april + 3 * WEEK // 7)
    assert len(world.posts) == 1


async def test_a_season_of_one_match_and_a_first_place_that_is_shared(world: World) -> None:
    await begin(world, ms(2026, 3, 31))
    await played(world, ms(2026, 3, 30), "Ann", "Bob", game="kapow")
    await played(world, ms(2026, 3, 29), "Ann", "Bob")
    await played(world, ms(2026, 3, 30), "Bob", "Ann")
    await look(world, ms(2026, 4, 1))
    (text,) = told(world)
    assert "**Kapow!** · 1 match, 2 people\n🥇 Ann 100 · 🥈 Bob 0\n" in text
    assert "**High Card** · 2 matches, 2 people\n🥇 Ann and Bob 100\n" in text


async def test_a_week_and_a_season_that_end_together_are_one_message(world: World) -> None:
    june = ms(2026, 6, 1)
    await begin(world, ms(2026, 5, 30))
    await played(world, june - 1, "Ann", "Bob")
    await look(world, june)
    (text,) = told(world)
    assert text.startswith("## May 2026: the champions\n")
    assert "\n## The week of 25 May to 31 May\n1 match was finished: 1 of High Card.\n" in text
    assert "leads" not in text
    await look(world)
    assert len(world.posts) == 1


async def test_a_length_that_is_changed_counts_from_the_next_turn_on(world: World) -> None:
    await begin(world, ms(2026, 2, 25))
    await played(world, ms(2026, 2, 26), "Ann", "Bob")
    await world.set(season="quarter")
    for at in (ms(2026, 2, 27), ms(2026, 3, 1)):
        await look(world, at)
    assert world.posts == []
    await world.set(season="month")
    await look(world)
    await world.restart()
    await look(world)
    assert world.posts == []
    await world.set(season="quarter", recap=0)
    await look(world, ms(2026, 3, 30))
    await world.set(recap=world.channel.id)
    await look(world, ms(2026, 4, 1))
    (text,) = told(world)
    assert text.startswith("## January to March 2026: the champions\n**High Card** · 1 match")


async def test_a_clock_that_is_set_back_repeats_nothing(world: World) -> None:
    await begin(world)
    for at in (TUESDAY, MONDAY, MONDAY + WEEK):
        await played(world, at, "Ann", "Bob")
    await look(world, MONDAY)
    assert len(world.posts) == 1
    for at in (MONDAY - 60_000, TUESDAY, MONDAY, TUESDAY + 1):
        await look(world, at)
        await world.restart()
        await look(world)
    assert len(world.posts) == 1
    await look(world, MONDAY + WEEK)
    assert [text.splitlines()[0] for text in told(world)] == [
        "## The week of 9 February to 15 February",
        "## The week of 16 February to 22 February",
    ]


async def test_people_who_are_hidden_are_not_named(world: World) -> None:
    await begin(world, ms(2026, 5, 30))
    await world.bot.services.storage.people.choose(USERS["Ann"], Visibility.HIDDEN)
    for _ in range(3):
        await played(world, ms(2026, 5, 31), "Ann", "Bob", "Cy")
    await look(world, ms(2026, 6, 1))
    (text,) = told(world)
    assert "Ann" not in text
    assert "🥇 a hidden player 300 · 🥈 Bob 150 · 🥉 Cy 0" in text
    assert "**Best round:** Bob, 8 in High Card" in text
    assert "**Met most often:** Bob and Cy, 3 matches (3 to 0)" in text


async def test_who_climbed_most_is_told(world: World) -> None:
    await begin(world)
    await played(world, TUESDAY, "Ann", "Bob", "Cy")
    await look(world, MONDAY)
    for at in range(3):
        await played(world, MONDAY + at, "Cy", "Bob", "Dan", "Ann")
    await look(world, MONDAY + WEEK)
    assert "**Climbed most:** Cy, up 2 places in High Card" in told(world)[-1]


async def test_the_standings_show_who_has_moved_this_week(world: World, mina: Guest) -> None:
    await played(world, TUESDAY, "Ann", "Bob", "Cy")
    await played(world, ms(2026, 1, 10), "Ann", "Bob")

    async def moved(**options: str) -> Sequence[str]:
        text = await as_text(mina, shown(await ask(mina, game="toy", **options)))
        large = [line for line in text.splitlines() if line.startswith("**")]
        return [line.partition(" points")[2].removeprefix(" · ") for line in large]

    world.time.set(TUESDAY + 1)
    half = "INSERT INTO places VALUES (?, 'toy', '2026-02', 71, 3)"
    stored(world, half, world.guild.id)  # As a crash leaves it: not all places are there.
    assert await moved() == ["", "", ""]
    await look(world, MONDAY)
    assert await moved() == ["same place"] * 3
    for at in range(3):
        await played(world, MONDAY + at, "Cy", "Dan", "Bob", "Ann")
    assert await moved() == ["up 2", "new", "down 1", "down 3"]
    assert await moved(season="2026-Q1") == [""] * 4
    assert await moved(season="before") == ["", ""]
    assert await moved(season="all") == [""] * 4
    await world.set(season="quarter")
    assert await moved() == [""] * 4
    await look(world, MONDAY + WEEK)
    assert await moved() == ["same place"] * 4
    await world.set(season="month")
    world.time.set(ms(2026, 3, 1))
    await played(world, ms(2026, 3, 1), "Cy", "Ann")
    assert await moved() == ["new", "new"]


@pytest.mark.parametrize("status", [403, 404])
async def test_a_channel_that_is_closed_to_us_is_tried_once(
    world: World, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    await begin(world)
    await played(world, TUESDAY, "Ann", "Bob")
    world.fault("POST", "messages", status=status, times=None)
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            await look(world, MONDAY)
    assert len(world.posts) == 1
    (line,) = [line for line in caplog.messages if "recap" in line]
    assert f"server {world.guild.id}: no recap can be posted: {status}" in line
    assert "Ann" not in caplog.text
    world.env.backend.faults.clear()
    await world.restart()
    await look(world)
    assert told(world) == []


async def test_what_discord_did_not_take_is_posted_later(world: World) -> None:
    await begin(world)
    await played(world, TUESDAY, "Ann", "Bob")
    world.fault("POST", "messages", status=503, times=None)
    for _ in range(2):
        await look(world, MONDAY)
    world.env.backend.faults.clear()
    await world.restart()
    await look(world)
    assert len(told(world)) == 1
    assert len({mark(request) for request in world.posts}) == 1
    await look(world)
    assert len(told(world)) == 1


def mark(request: HttpLogEntry) -> object:
    """What tells Discord that two posts are one."""
    assert isinstance(request.json, dict)
    assert request.json["enforce_nonce"] is True
    return request.json["nonce"]


async def crash_after_posting(world: World) -> int:
    """Let the bot die between a recap and the note that it was posted; return the message."""
    await begin(world)
    await played(world, TUESDAY, "Ann", "Bob")
    await look(world, MONDAY)
    ((message,),) = stored(world, "SELECT message FROM announcements WHERE message > 0")
    stored(world, "UPDATE announcements SET message = NULL WHERE message > 0")
    assert isinstance(message, int)
    await world.restart()
    return message


async def test_after_a_crash_the_recap_is_found_again(world: World) -> None:
    message = await crash_after_posting(world)
    await world.guest("Mina").play()
    await look(world)
    assert len(told(world)) == 1
    assert stored(world, "SELECT message FROM announcements WHERE message > 0") == [(message,)]


async def test_right_after_a_crash_discord_is_shown_the_same_mark(world: World) -> None:
    """Then it returns the message that it has; the simulated one does not compare marks."""
    await crash_after_posting(world)
    stored(world, "UPDATE announcements SET at = ? WHERE message IS NULL", world.time.now())
    await world.pass_time(FIRST)
    first, second = world.posts
    assert mark(first) == mark(second)
    assert world.requests("GET", f"/channels/{world.channel.id}/messages") == []
    await look(world)
    assert len(world.posts) == 2


async def test_a_clock_that_was_set_back_in_a_crash_repeats_nothing(world: World) -> None:
    await crash_after_posting(world)
    stored(world, "UPDATE announcements SET at = at + 3600000 WHERE message IS NULL")
    await look(world)
    assert len(world.posts) == 1
    assert stored(world, "SELECT count(*) FROM announcements WHERE message IS NULL") == [(0,)]


async def test_where_too_much_was_said_since_nothing_is_repeated(world: World) -> None:
    await crash_after_posting(world)
    mina = world.guest("Mina")
    for number in range(100):
        await mina.actor.send(world.channel, str(number))
    await look(world)
    assert len(world.posts) == 1
    assert stored(world, "SELECT count(*) FROM announcements WHERE message IS NULL") == [(0,)]


async def test_where_nobody_can_tell_nothing_is_repeated(world: World) -> None:
    await crash_after_posting(world)
    world.fault("GET", "messages", status=403, times=None)
    for _ in range(2):
        await look(world)
    assert len(world.posts) == 1
    assert stored(world, "SELECT count(*) FROM announcements WHERE message IS NULL") == [(0,)]


async def test_a_channel_that_was_taken_away_meanwhile_ends_it(world: World) -> None:
    await crash_after_posting(world)
    await world.set(recap=0)
    await look(world)
    assert len(world.posts) == 1
    assert stored(world, "SELECT count(*) FROM announcements WHERE message IS NULL") == [(0,)]
