"""The bot as a process on real sockets plays a match from the lobby to the end."""

import random

import pytest

from tests.wire.evening import Evening
from tests.wire.stand_in.interactions import FIRST_ANSWER

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_match_is_played_by_clicks_alone(evening: Evening) -> None:
    ann, ben = evening.person("Ann"), evening.person("Ben")
    await evening.start(ann, ben, rounds=1, cards=9)
    source = random.Random(1)

    clicks = await evening.play([ann, ben], source, 3000)

    assert clicks < 3000
    assert "Traceback" not in evening.bot.log


@pytest.mark.thorough
async def test_every_click_is_answered_in_the_time_that_discord_gives(evening: Evening) -> None:
    """By the clock: elsewhere a busy machine is no fault of the bot's."""
    people = [evening.person(name) for name in ("Ann", "Ben", "Cleo", "Dan")]
    await evening.start(*people, kai=2, hints=True, rounds=2)
    assert await evening.play(people, random.Random(5), 5000) < 5000
    clicks = evening.discord.state.interactions.values()
    assert max(click.answered_after for click in clicks) < FIRST_ANSWER


async def test_a_match_goes_on_after_a_crash(evening: Evening) -> None:
    ann, ben = evening.person("Ann"), evening.person("Ben")
    await evening.start(ann, ben, rounds=1)
    source = random.Random(2)
    await evening.play([ann, ben], source, 20)

    await evening.bot.crash()
    await evening.bot.start()

    assert await evening.play([ann, ben], source, 3000) < 3000
