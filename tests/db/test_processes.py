"""Several processes on one database: who hosts what, and what happens when one is killed."""

import signal
from collections.abc import AsyncIterator, Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from bot.tables.entries import Slept
from bot.tables.loading import state_from
from bot.tables.state import TableState
from db.storage import open_storage
from tests.db.tenant import guild_of
from tests.db.tenants import Landlord, letting
from tests.tables.house import GAMES

pytestmark = pytest.mark.thorough

SHORT = 3.0
"""Seconds that a lease lasts: few to wait for, and enough to renew it on a busy machine."""


@pytest.fixture
async def landlord(url: str, tmp_path: Path) -> AsyncIterator[Landlord]:
    async with letting(url, tmp_path) as found:
        yield found


async def test_a_killed_process_has_its_tables_taken_over(landlord: Landlord) -> None:
    """Three processes: of two that host, one is killed; the third goes on to the match's end."""
    victim, bystander = await landlord.start(2, "0"), await landlord.start(2, "1")
    await victim.hosts()
    await bystander.hosts()
    heir = await landlord.start(2, "0")
    await heir.is_waiting()
    untouched = await bystander.moves(30)
    told = await victim.moves(100_000, 40)
    victim.signal(signal.SIGKILL)
    told += await victim.rest()
    await heir.hosts()
    told += await heir.plays_to_the_end()
    untouched += await bystander.plays_to_the_end()
    await _check_match(landlord.url, told)
    undisturbed = await _check_match(landlord.url, untouched)
    assert undisturbed.place.guild == guild_of(1)
    assert "waiting" not in bystander.log.read_text()


async def test_nobody_waits_longer_than_the_lease_for_one_out_of_sight(landlord: Landlord) -> None:
    victim = await landlord.start(1, "0", "far", seconds=SHORT)
    await victim.hosts()
    told = await victim.moves(100_000, 20)
    victim.signal(signal.SIGKILL)
    told += await victim.rest()
    heir = await landlord.start(1, "0", seconds=SHORT)
    await heir.hosts()
    told += await heir.plays_to_the_end()
    await _check_match(landlord.url, told)


@pytest.mark.parametrize("clock", ["running", "standing"])
async def test_a_suspended_process_hosts_nothing_any_more(landlord: Landlord, clock: str) -> None:
    """By its own clock it knows; where that stood still too, its first write is refused."""
    sleeper = await landlord.start(1, "0", clock, seconds=SHORT)
    await sleeper.hosts()
    told = await sleeper.moves(20)
    sleeper.signal(signal.SIGSTOP)
    heir = await landlord.start(1, "0", seconds=SHORT)
    await heir.hosts()
    told += await heir.moves(10)
    # This one is in its hands before it can notice anything by itself.
    [] = await sleeper.moves(1, 0)
    sleeper.signal(signal.SIGCONT)
    said = await sleeper.rest()
    assert said[-1] == "lost"
    assert said[:-1] == [] or said[0].startswith("refused")
    assert await sleeper.ended() == 1
    if clock == "standing":
        assert said[0].startswith("refused That move couldn't be saved")
        assert "another process hosts the table now" in sleeper.log.read_text()
    told += await heir.plays_to_the_end()
    await _check_match(landlord.url, told)


async def test_another_number_of_shards_waits_until_all_old_are_gone(landlord: Landlord) -> None:
    old = [await landlord.start(2, number) for number in "01"]
    for process in old:
        await process.hosts()
    told = await old[0].moves(5)
    new = await landlord.start(1, "0")
    old[0].signal(signal.SIGKILL)
    await old[0].ended()
    await new.is_waiting()
    told += await old[1].moves(5)
    old[1].signal(signal.SIGKILL)
    await new.hosts()
    lines = await new.moves(4)
    assert {line.split()[0] for line in lines} == {told[0].split()[0]}


async def _check_match(url: str, told: Sequence[str]) -> TableState:
    """Check a match that was played to the end, by what all its hosts said in turn."""
    moves = [line.split() for line in told]
    (table,) = {name for name, _ in moves}
    acknowledged = [int(seq) for _, seq in moves]
    async with open_storage(url) as storage:
        entries = await storage.store.load(table)
        state = state_from(table, entries, GAMES)
        results = await storage.histories.recorded(state.place.guild)
    assert state.closed is not None
    assert state.closed.because == "finished"
    assert [line.table for line in results] == [table]
    # No place was given twice; one move may have been committed and not told, at the change.
    assert all(earlier < later for earlier, later in pairwise(acknowledged))
    assert acknowledged[-1] == len(entries)
    assert not [entry for entry in entries if isinstance(entry, Slept)]
    return state
