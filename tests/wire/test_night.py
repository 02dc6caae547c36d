"""League nights on real sockets: the bot is killed in the middle."""

import asyncio
import random
import re
from collections.abc import Mapping, Sequence

import pytest

from tests.helpers import not_none
from tests.wire.evening import Evening
from tests.wire.person import Person
from tests.wire.screen import Screen
from tests.wire.stand_in import Channel
from tests.wire.stand_in.world import PRIVATE_THREAD

pytestmark = pytest.mark.thorough

MANAGE_MESSAGES = 1 << 13
PEOPLE = 64
CLICKS = 3000
"""Of a table, at most."""

SLOW = 8
"""Seconds that Discord takes for a thread of a server."""

TABLE = re.compile(r"^-# Table \d+: (.+) · <#(\d+)>$", re.MULTILINE)
LINE = re.compile(r"^\*\*\d+\*\* P\d+: (\d+)$", re.MULTILINE)

PERCENT = re.compile(r"^\*\*\d+\*\* P\d+: (\d+)%$", re.MULTILINE)


async def plan(host: Person, **options: str | int) -> None:
    asked = await host.slash("manage night plan", game="kapow", at="in 1 minute", **options)
    await host.click("Plan it", Screen(not_none(asked.original)))


async def test_a_night_of_64_people_is_played_through_a_kill(evening: Evening) -> None:
    people = {f"P{number}": evening.person(f"P{number}") for number in range(PEOPLE)}
    host = evening.person("Host", MANAGE_MESSAGES)
    await plan(host, rounds=1)
    for person in people.values():
        await person.press(night(evening).message, night(evening).buttons["I'm in"])
    await evening.discord.until(lambda: len(TABLE.findall(night(evening).text)) == PEOPLE // 4)
    await evening.bot.crash()
    await evening.bot.start()
    tables = seated(evening, people)
    assert len({person.user.id for table in tables for person in table}) == PEOPLE

    played = [
        evening.play(table, random.Random(number), CLICKS) for number, table in enumerate(tables)
    ]
    assert max(await asyncio.gather(*played)) < CLICKS

    await evening.discord.until(lambda: "All tables are done." in night(evening).text)
    best = [int(points) for points in LINE.findall(night(evening).text)]
    assert best == sorted(best, reverse=True)
    assert best[0] == 100
    assert "and 48 more" in night(evening).text
    assert evening.in_vain == 0


async def test_a_board_is_told_when_its_last_table_is_done_through_a_kill(evening: Evening) -> None:
    people = {f"P{number}": evening.person(f"P{number}") for number in range(8)}
    host = evening.person("Host", MANAGE_MESSAGES)
    await plan(host, rounds=1, form="duplicate")
    for person in people.values():
        await person.press(night(evening).message, night(evening).buttons["I'm in"])
    await evening.discord.until(lambda: len(TABLE.findall(night(evening).text)) == 2)
    first, second = seated(evening, people)
    for table in (first, second):
        assert table[0].channel.kind == PRIVATE_THREAD
        assert table[0].channel.members == {person.user.id for person in table}
    for number, table in enumerate((first, second)):
        if number:
            await evening.bot.crash()
            await evening.bot.start()
            for command in ("match record", "match replay"):
                told = await first[0].slash(command)
                assert told.original is not None
                assert "still playing this deal" in Screen(told.original).text
        assert await evening.play(table, random.Random(number), CLICKS) < CLICKS
    await evening.discord.until(lambda: len(PERCENT.findall(night(evening).text)) == 8)
    percents = [int(percent) for percent in PERCENT.findall(night(evening).text)]
    assert percents == sorted(percents, reverse=True)
    assert sum(percents) == 50 * 8, "of two tables one is ahead in each seat, or they are level"
    told = await first[0].slash("match verify")
    assert "Proved." in Screen(not_none(told.original)).text
    assert evening.in_vain == 0


async def test_no_server_waits_for_another_one_s_threads(evening: Evening) -> None:
    discord, slow = evening.discord, evening.channel
    await discord.return_guild(other := discord.add_guild())
    quick = other.channels[0]
    discord.order(f"POST /channels/{slow.id}/threads", delay=SLOW, times=-1)
    for channel in (slow, quick):
        host = Person(discord, discord.add_user("Host", MANAGE_MESSAGES), channel)
        await plan(host, rounds=1, form="duplicate")
        for number in range(8):
            person = Person(discord, discord.add_user(f"P{number}"), channel)
            shown = night(evening, channel)
            await person.press(shown.message, shown.buttons["I'm in"])
    await discord.until(lambda: len(TABLE.findall(night(evening, quick).text)) == 2)
    assert TABLE.findall(night(evening, slow).text) == []
    await discord.until(lambda: len(TABLE.findall(night(evening, slow).text)) == 2)


def night(evening: Evening, channel: Channel | None = None) -> Screen:
    """The public message of the night in a channel, by default the first one."""
    screens = map(Screen, evening.discord.messages(channel or evening.channel))
    return next(screen for screen in screens if "I'm in" in screen.buttons)


def seated(evening: Evening, people: Mapping[str, Person]) -> Sequence[Sequence[Person]]:
    """Let everyone look at the thread of their table; return who sits together."""
    channels = {str(channel.id): channel for channel in evening.discord.state.guilds[0].channels}
    tables = []
    for names, thread in TABLE.findall(night(evening).text):
        table = [people[name] for name in names.split(", ")]
        for person in table:
            person.channel = channels[thread]
        tables.append(table)
    return tables
