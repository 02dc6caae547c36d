"""A message posted, but not bookmarked, before a kill is found again."""

import random

import pytest

from tests.patience import PATIENCE
from tests.wire.kill.moments import Assassin, Moment
from tests.wire.kill.script import Step
from tests.wire.kill.table import KillTable
from tests.wire.stand_in import Message

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_the_first_message_is_found_again(table: KillTable) -> None:
    left_behind = await _kill_before_it_is_noted(table, Step(0, "play"))

    await table.bot.start()

    await table.noted(left_behind)
    await table.shows_truth()
    assert table.messages == [left_behind]


async def test_a_later_message_is_found_again_and_brought_up_to_date(table: KillTable) -> None:
    for step in (Step(0, "play"), Step(0, "kai")):
        await (await table.send(step)).settled()
    await table.shows_truth()
    left_behind = await _kill_before_it_is_noted(table, Step(0, "start"))

    await table.bot.start()

    await table.noted(left_behind)
    await table.shows_truth()
    lobby, found = table.discord.messages(left_behind.channel)
    assert lobby.id < found.id == left_behind.id


async def _kill_before_it_is_noted(table: KillTable, step: Step) -> Message:
    """Kill the bot between posting a message and noting it; return the message."""
    assassin = Assassin(table.bot, table.trap, random.Random(1))
    async with assassin.waiting(Moment.MARK, PATIENCE):
        await table.send(step)
    await table.bot.crash()
    left_behind = table.unnoted
    assert left_behind is not None
    return left_behind
