"""A table whose bot is killed."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.games.kapow.rules.game import KAPOW
from tests.wire.evening import opened
from tests.wire.kill.plan import plan_of
from tests.wire.kill.script import drawn
from tests.wire.kill.table import KillTable, settings_of
from tests.wire.process import Nursery


@pytest_asyncio.fixture(loop_scope="session")
async def table(
    request: pytest.FixtureRequest, bots: Nursery, tmp_path: Path
) -> AsyncIterator[KillTable]:
    """A table that nobody has opened yet, with a bot that has started; of Kapow! if not told."""
    script = drawn(plan_of(getattr(request, "param", KAPOW)), 1)
    async with opened(bots, tmp_path, "trapped", settings_of(script, tmp_path)) as evening:
        people = tuple(map(evening.person, ("Ann", "Ben")))
        yield KillTable(evening.bot, script, people)
