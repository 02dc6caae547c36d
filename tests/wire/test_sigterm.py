"""On SIGTERM the bot finishes moves in progress within ten seconds, and another one takes over."""

import asyncio
import random
import signal
from collections import Counter
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.tables.house import until
from tests.wire.evening import Evening
from tests.wire.person import Person
from tests.wire.process import BotProcess
from tests.wire.screen import Screen
from tests.wire.slowed import locked
from tests.wire.stopping import another, says, stopped

pytestmark = pytest.mark.asyncio(loop_scope="session")

RESTARTING = "I'm restarting"
IS_STOPPING = "stopping: what is in hand"


@pytest_asyncio.fixture(loop_scope="session")
async def second(evening: Evening) -> AsyncIterator[BotProcess]:
    """A second process on the same database, which has to wait for the first."""
    process = another(evening.bot)
    await process.start(ready=False)
    await says(process, "waiting for shard 0 of 1")
    yield process
    process.kill()
    await process.end()


async def test_a_shutdown_during_clicks_leaves_nothing_half_done(
    evening: Evening, second: BotProcess
) -> None:
    """Clicks go on arriving while it stops; the second process, which waited, plays on."""
    people = [evening.person(name) for name in ("Ann", "Ben", "Cid")]
    await evening.start(*people, rounds=1, cards=9)
    source = random.Random(3)
    over, answered = asyncio.Event(), Counter[str]()

    async def click_on(person: Person) -> None:
        """Click until nobody answers or it is over."""
        while not over.is_set():
            before = evening.in_vain
            await evening.one_click(person, source)
            if evening.in_vain > before:
                break
            answered[person.user.name] += 1

    clicking = [asyncio.create_task(click_on(person)) for person in people]
    await until(lambda: len(answered) == len(people))
    evening.bot.kill(signal.SIGTERM)
    assert await stopped(evening.bot) == 0
    over.set()
    await asyncio.gather(*clicking)
    await second.ready()
    assert await evening.play(people, source, 5000) < 5000
    logs = evening.bot.log + second.log
    assert "Traceback" not in logs
    assert "ERROR" not in logs


async def test_people_who_click_during_a_shutdown_are_told(evening: Evening) -> None:
    """The messages still to be shown hold the end up for a while."""
    ann, ben = evening.person("Ann"), evening.person("Ben")
    await evening.start(ann, ben, rounds=1)
    for person in (ann, ben):
        await person.open_hand()
    await evening.discord.quiet()
    evening.discord.order("^(PATCH|POST) /channels/", delay=1, times=-1)
    await evening.play([ann, ben], random.Random(4), 30)
    evening.bot.kill(signal.SIGTERM)
    await says(evening.bot, IS_STOPPING)
    told = await ann.click("My hand")
    assert told.original is not None
    assert RESTARTING in Screen(told.original).text
    assert await stopped(evening.bot) == 0


async def hang(evening: Evening, *people: Person) -> None:
    """Let Discord answer nothing any more, and ask the bot to stop in the middle of a click."""
    evening.discord.order("^(PATCH|POST|GET|PUT) ", delay=60, times=-1)
    person, choice = next((person, choice) for person in people for _, choice in person.choices())
    assert person.hand is not None
    await evening.discord.click(person.user, person.hand, choice)
    await asyncio.sleep(0.1)
    evening.bot.kill(signal.SIGTERM)
    await says(evening.bot, IS_STOPPING)


async def test_it_ends_even_if_discord_and_the_database_hang(evening: Evening) -> None:
    ann, ben = evening.person("Ann"), evening.person("Ben")
    await evening.start(ann, ben, rounds=1, cards=9)
    await ann.open_hand()
    await ben.open_hand()
    with locked(evening.bot):
        await hang(evening, ann, ben)
        assert await stopped(evening.bot) in {0, 1}
    evening.discord.orders.clear()
    await evening.bot.start()
    assert await evening.play([ann, ben], random.Random(5), 3000) < 3000


async def test_a_second_signal_ends_it_at_once(evening: Evening) -> None:
    ann, ben = evening.person("Ann"), evening.person("Ben")
    await evening.start(ann, ben, rounds=1)
    await ann.open_hand()
    await ben.open_hand()
    with locked(evening.bot):
        await hang(evening, ann, ben)
        evening.bot.kill(signal.SIGTERM)
        assert await stopped(evening.bot) == -signal.SIGTERM


async def test_a_bot_that_waits_for_leases_can_be_stopped_too(
    evening: Evening, second: BotProcess
) -> None:
    second.kill(signal.SIGTERM)
    assert await stopped(second) == 0
    ann = evening.person("Ann")
    await evening.start(ann, kai=1, rounds=1)
    assert "Your hand" in (await ann.open_hand()).text
