"""On SIGTERM the bot finishes what is in hand, within two seconds, and another one takes over.

Where it has less than it needs, because something hangs or the machine is busy, it ends with
status 1, and all that was acknowledged is stored.
"""

import asyncio
import random
import signal
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from tests.helpers import not_none, until
from tests.wire.evening import Evening
from tests.wire.held import holding
from tests.wire.person import Person
from tests.wire.process import BotProcess

IS_STOPPING = "stopping: what is in hand"


@pytest_asyncio.fixture(loop_scope="session")
async def second(evening: Evening) -> AsyncIterator[BotProcess]:
    """A second process on the same database, which has to wait for the first."""
    process = replace(evening.bot.another(), command=("patient",))
    await process.start(ready=False)
    await process.says("waiting for shard 0 of 1")
    yield process
    process.kill()
    await process.end()


@pytest.mark.bot(command="patient")
async def test_a_shutdown_leaves_nothing_half_done(evening: Evening, second: BotProcess) -> None:
    """Clicks go on arriving while it stops; the second process, which waited, plays on."""
    people = await evening.seat("Ann", "Ben", "Cid", rounds=1, cards=9)
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
    assert await evening.bot.stopped() == 0
    over.set()
    await asyncio.gather(*clicking)
    await second.ready()
    assert await evening.play(people, source, 5000) < 5000


async def hang(evening: Evening, *people: Person) -> None:
    """Let Discord answer nothing any more, and ask the bot to stop in the middle of a click."""
    evening.discord.order("^(PATCH|POST|GET|PUT) ", delay=60, times=-1)
    await click(evening, *people)
    await asyncio.sleep(0.1)
    evening.bot.kill(signal.SIGTERM)
    await evening.bot.says(IS_STOPPING)


async def click(evening: Evening, *people: Person) -> None:
    """Let the first person who can do anything do it, and don't wait for the answer."""
    person, choice = next((person, choice) for person in people for _, choice in person.choices())
    await evening.discord.click(person.user, not_none(person.hand), choice)


async def test_it_ends_even_if_discord_and_the_database_hang(evening: Evening) -> None:
    ann, ben = await evening.seat("Ann", "Ben", rounds=1, cards=9)
    await ann.open_hand()
    await ben.open_hand()
    with evening.bot.locked():
        await hang(evening, ann, ben)
        assert await evening.bot.stopped() in {0, 1}
    evening.discord.orders.clear()
    await evening.bot.start()
    assert await evening.play([ann, ben], random.Random(5), 3000) < 3000


async def test_a_gateway_that_does_not_hang_up_holds_nothing_up(evening: Evening) -> None:
    evening.discord.gateway.fall_silent(evening.channel.guild.id)
    evening.bot.kill(signal.SIGTERM)
    assert await evening.bot.stopped() in {0, 1}


@pytest.mark.bot(command="held")
async def test_threads_that_go_on_hold_nothing_up(evening: Evening, hold: Path) -> None:
    """Kai thinks, pictures are drawn: nobody waits for that."""
    ann, ben = await evening.seat("Ann", "Ben", hints=True, rounds=1, cards=9)
    for person in (ann, ben):
        await person.open_hand()
    with holding(hold):
        await click(evening, ann, ben)
        evening.bot.kill(signal.SIGTERM)
        assert await evening.bot.stopped() in {0, 1}
    await evening.bot.start()
    assert await evening.play([ann, ben], random.Random(6), 5000) < 5000


HANGING = {"the login": "GET /users/@me", "the commands": "GET /applications/[0-9]+/commands"}


@pytest.mark.parametrize("what", HANGING.values(), ids=HANGING.keys())
async def test_a_start_that_hangs_can_be_stopped(evening: Evening, what: str) -> None:
    await evening.bot.crash()
    asked = evening.discord.order(what, delay=10_000, times=-1)
    await evening.bot.start(ready=False)
    await until(lambda: asked.met > 0)
    evening.bot.kill(signal.SIGTERM)
    assert await evening.bot.stopped() in {0, 1}


async def test_an_upgrade_that_waits_can_be_stopped(evening: Evening) -> None:
    await evening.bot.crash()
    with evening.bot.locked():
        begun = evening.bot.log.count("Card Night")
        await evening.bot.start(ready=False)
        await until(lambda: evening.bot.log.count("Card Night") > begun)
        evening.bot.kill(signal.SIGTERM)
        assert await evening.bot.stopped() in {0, 1}
    await evening.bot.start()


async def test_a_bot_that_waits_can_be_stopped(evening: Evening, second: BotProcess) -> None:
    second.kill(signal.SIGTERM)
    assert await second.stopped() == 0
    [ann] = await evening.seat("Ann", kai=1, rounds=1)
    assert (await ann.open_hand()).buttons
