"""Discord fails while the bot starts: it says so and ends, or starts without what can wait."""

import random
from collections.abc import Mapping
from typing import Any, Final

import pytest

from tests.wire.evening import Evening
from tests.wire.verdict import assert_right

pytestmark = pytest.mark.bot(starts=False, settings={"CARDS_REQUEST_SECONDS": "1"})

BANNED: Final = {"message": "You are being blocked from accessing our API temporarily", "code": 0}


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
async def test_without_a_login_it_ends(evening: Evening, fault: Mapping[str, Any]) -> None:
    evening.discord.order("GET /users/@me", times=-1, **fault)
    await evening.bot.start(ready=False)
    assert await evening.bot.end() == 1
    said = evening.bot.log.splitlines()[-1]
    assert "doesn't accept the token" in said or "Discord can't be reached" in said
    assert len(evening.discord.tape.said) <= 2


@pytest.mark.faulty("the slash commands could not be synced")
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
async def test_tables_open_without_commands(evening: Evening, fault: Mapping[str, Any]) -> None:
    await evening.bot.start()
    people = await evening.seat("Ann", "Ben", rounds=1, cards=9)
    await evening.bot.crash()
    evening.discord.order(r"/commands$", times=-1, **fault)

    await evening.bot.start()

    assert await evening.play(people, random.Random(1), 3000) < 3000
    evening.discord.orders.clear()
    await evening.discord.quiet()


async def test_a_start_in_the_middle_of_a_rate_limit(evening: Evening) -> None:
    wait = {"message": "You are being rate limited.", "retry_after": 0.3, "global": True}
    headers = {"Via": "1.1 google", "Retry-After": "0.3"}
    for place in ("GET /users/@me", "/commands$", "GET /gateway/bot"):
        evening.discord.order(place, status=429, body=wait, headers=headers)
    await evening.bot.start()
    people = await evening.seat("Ann", "Ben", rounds=1, cards=9)
    assert await evening.play(people, random.Random(1), 3000) < 3000
    await assert_right(evening)
