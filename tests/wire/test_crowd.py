"""Many requests for standings on one server do not delay play on another."""

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import pytest_asyncio

from cogs.limits.limits import SERVER_AT_ONCE
from tests.wire.crowded import CROWD
from tests.wire.evening import Evening
from tests.wire.person import Person
from tests.wire.process import BotProcess, Nursery
from tests.wire.screen import Screen
from tests.wire.stand_in import StandIn
from tests.wire.stand_in.interactions import Answer, Interaction
from tests.wire.stand_in.world import Guild

pytestmark = pytest.mark.asyncio(loop_scope="session")

CROWD_SIZE = 20
TOO_MANY = "This server is very busy. Please try again in a moment."
NOBODY = "Nobody has finished a ranked match of Kapow! here in that season."


@pytest.fixture
def crowd_file(tmp_path: Path) -> Path:
    """The file that names the server whose heavy reads wait."""
    return tmp_path / "crowd"


@pytest_asyncio.fixture(loop_scope="session")
async def evening(bots: Nursery, tmp_path: Path, crowd_file: Path) -> AsyncIterator[Evening]:
    """A Discord with two servers, and our bot, whose heavy reads can be made to wait."""
    async with StandIn().serving() as discord:
        for name in ("Quiet", "Crowded"):
            discord.add_guild(name)
        bot = BotProcess(discord, bots, tmp_path, {CROWD: str(crowd_file)}, ("crowded",))
        await bot.start()
        yield Evening(discord, bot)
        await bot.crash()


@contextmanager
def holding(file: Path, guild: Guild) -> Iterator[None]:
    """Let heavy reads of a server wait."""
    file.write_text(str(guild.id))
    try:
        yield
    finally:
        file.unlink()


def told(asked: Interaction) -> str:
    shown = asked.original
    assert shown is not None
    if asked.answer is Answer.MESSAGE:
        assert shown.reader == asked.user.id
    return Screen(shown).text


async def test_a_crowd_on_one_server_does_not_delay_another(
    evening: Evening, crowd_file: Path
) -> None:
    quiet, crowded = evening.discord.state.guilds
    people = [
        Person(evening.discord, evening.discord.add_user(f"P{n}"), crowded.channels[0])
        for n in range(CROWD_SIZE)
    ]
    ann = evening.person("Ann")
    assert ann.channel.guild is quiet
    with holding(crowd_file, crowded):
        asked = [await person.ask("standings") for person in people]
        # It reads what the server has set, writes, and looks things up again.
        await evening.start(ann, kai=1, rounds=1)
        await ann.open_hand()
        assert NOBODY in told(await ann.slash("standings"))
        # On the crowded server, too, people can open tables meanwhile.
        await people[0].slash("play")
        await evening.discord.until(lambda: people[0].sees("Join"))
        for each in asked:
            await each.wait()
        refused = [each for each in asked if each.answer is Answer.MESSAGE]
        assert [told(each) for each in refused] == [TOO_MANY] * (CROWD_SIZE - SERVER_AT_ONCE)
    for each in asked:
        await each.settled()
    answers = Counter(told(each) for each in asked)
    assert answers[TOO_MANY] == len(refused)
    assert sum(count for words, count in answers.items() if NOBODY in words) == SERVER_AT_ONCE
    assert "Traceback" not in evening.bot.log
