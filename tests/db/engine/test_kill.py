"""A process killed while writing: acknowledged writes are stored, and none is half written."""

import asyncio
import sys

import pytest

from db.storage import open_storage
from tests.db.engine.scribe import ENTRIES, TABLES
from tests.db.samples import GUILD, acted


@pytest.mark.parametrize("acknowledgements", [1, 400])
async def test_killed_at_any_moment(url: str, acknowledgements: int) -> None:
    acknowledged = await _write_until_killed(url, acknowledgements)
    async with open_storage(url) as storage:
        listings = {shown.table: shown for shown in await storage.store.listings()}
        matches = {line.table for line in await storage.league.matches(GUILD)}
        for table in (f"t{number}" for number in range(TABLES)):
            log = await storage.store.load(table)
            assert log == [acted(number) for number in range(1, len(log) + 1)]
            assert len(log) >= acknowledged.get(table, 0)
            assert len(log) % ENTRIES == 0
            assert (table in matches) == (len(log) >= 10 * ENTRIES)
            if log:
                assert listings[table].channel == len(log)
                await storage.store.append(table, len(log), [acted(1)])


async def _write_until_killed(url: str, acknowledgements: int) -> dict[str, int]:
    """Let a process write, kill it without warning, and return the last it told per table."""
    arguments = (sys.executable, "-m", "tests.db.engine.scribe", url)
    scribe = await asyncio.create_subprocess_exec(*arguments, stdout=asyncio.subprocess.PIPE)
    assert scribe.stdout is not None
    lines = [await scribe.stdout.readline() for _ in range(acknowledgements)]
    scribe.kill()
    lines += (await scribe.stdout.read()).splitlines()
    await scribe.wait()
    told = [line.decode().split() for line in lines]
    return {table: int(length) for table, length in told}
