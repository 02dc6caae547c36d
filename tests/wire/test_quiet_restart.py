"""A restart changes only messages that are out of date."""

import random

import pytest

from tests.wire.evening import Evening
from tests.wire.stand_in.tape import Said

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_messages_that_are_up_to_date_are_left_alone(evening: Evening) -> None:
    ann, ben = evening.person("Ann"), evening.person("Ben")
    await evening.start(ann, ben, rounds=1)
    await ann.slash("play", game="kapow")  # A lobby beside it.
    await evening.play([ann, ben], random.Random(4), 30)
    await evening.discord.quiet()

    assert await _shown_by_a_restart(evening) == []


async def test_a_message_that_is_behind_is_brought_up_to_date(evening: Evening) -> None:
    ann, ben = evening.person("Ann"), evening.person("Ben")
    await evening.start(ann, ben, rounds=1)
    source = random.Random(5)
    await evening.play([ann, ben], source, 20)
    await evening.discord.quiet()
    evening.discord.order("PATCH /channels/", status=503, times=-1)
    await evening.play([ann, ben], source, 40)

    assert [said.method for said in await _shown_by_a_restart(evening)] == ["PATCH"]


async def _shown_by_a_restart(evening: Evening) -> list[Said]:
    """Crash, start again, and return what has then been posted or changed in channels."""
    await evening.bot.crash()
    evening.discord.orders.clear()
    before = len(evening.discord.tape.said)
    await evening.bot.start()
    await evening.discord.quiet(1)
    asked = evening.discord.tape.said[before:]
    return [said for said in asked if said.path.startswith("/channels/")]
