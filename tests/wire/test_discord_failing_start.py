"""Discord fails while the bot starts: it says so and ends, or starts without what can wait."""

import random
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest
import pytest_asyncio

from tests.wire.evening import Evening
from tests.wire.process import BotProcess, Nursery
from tests.wire.stand_in import StandIn
from tests.wire.verdict import assert_right

pytestmark = pytest.mark.asyncio(loop_scope="session")

BANNED: Final = {"message": "You are being blocked from accessing our API temporarily", "code": 0}


@pytest_asyncio.fixture(loop_scope="session")
async def closed(bots: Nursery, tmp_path: Path) -> AsyncIterator[Evening]:
    """An evening before the bot has started."""
    async with StandIn().serving() as discord:
        discord.add_guild()
        bot = BotProcess(discord, bots, tmp_path, {"CARDS_REQUEST_SECONDS": "1"})
        yield Evening(discord, bot)
        await bot.crash()


@pytest.mark.parametrize(
    "fault",
    [
        {"status": 401, "body": {"message": "401: Unauthorized", "code": 0}},
        {"status": 403, "body": {"message": "no", "code": 0}},
        {"status": 429, "body": BANNED},
        {"status": 503, "body": {"message": "503", "code": 0}},
        {"hang_up": True},
        {"delay": 3},
    ],
)
async def test_without_a_login_it_says_why_and_ends(
    closed: Evening, fault: Mapping[str, Any]
) -> None:
    closed.discord.order("GET /users/@me", times=-1, **fault)
    await closed.bot.start(ready=False)
    assert await closed.bot.end() == 1
    said = closed.bot.log.splitlines()[-1]
    assert "doesn't accept the token" in said or "Discord can't be reached" in said
    assert "Traceback" not in closed.bot.log
    assert len(closed.discord.tape.said) <= 2


@pytest.mark.parametrize(
    "fault",
    [
        # The start waits five seconds for the commands then.
        pytest.param(
            {"status": 500, "body": {"message": "500", "code": 0}}, marks=pytest.mark.thorough
        ),
        {"hang_up": True},
    ],
)
async def test_tables_open_even_if_commands_cannot_be_synced(
    closed: Evening, fault: Mapping[str, Any]
) -> None:
    await closed.bot.start()
    people = [closed.person("Ann"), closed.person("Ben")]
    await closed.start(*people, rounds=1, cards=9)
    await closed.bot.crash()
    closed.discord.order(r"/commands$", times=-1, **fault)

    await closed.bot.start()

    assert await closed.play(people, random.Random(1), 3000) < 3000
    closed.discord.orders.clear()
    await closed.discord.quiet()
    assert "Traceback" not in closed.bot.log


async def test_a_start_in_the_middle_of_a_rate_limit(closed: Evening) -> None:
    wait = {"message": "You are being rate limited.", "retry_after": 0.3, "global": True}
    headers = {"Via": "1.1 google", "Retry-After": "0.3"}
    for place in ("GET /users/@me", "/commands$", "GET /gateway/bot"):
        closed.discord.order(place, status=429, body=wait, headers=headers)
    await closed.bot.start()
    people = [closed.person("Ann"), closed.person("Ben")]
    await closed.start(*people, rounds=1, cards=9)
    assert await closed.play(people, random.Random(1), 3000) < 3000
    await assert_right(closed)
