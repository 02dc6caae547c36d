"""A host and its leases: waiting for them, being sure of them, losing them."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from dataclasses import replace

import pytest

from bot.tables import lobby
from bot.tables.command import NoSuchTableError, RestartingError
from bot.tables.leases import SINGLE_PROCESS, LeaseTerms
from bot.tables.store import LeaseLostError, Shards
from tests.helpers import until
from tests.tables.house import (
    LIVE,
    MINA,
    ONE_ROUND,
    PLACE,
    SAM,
    START,
    Housing,
    act,
    asker,
    refuses,
)


class Reading:
    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@asynccontextmanager
async def waiting_host(housing: Housing, terms: LeaseTerms) -> AsyncIterator[Callable[[], bool]]:
    """Let another host wait in the background; return whether it hosts."""
    hosting = asyncio.Event()

    async def wait() -> None:
        async with housing.another_host(terms):
            hosting.set()
            await asyncio.Event().wait()

    waiting = asyncio.create_task(wait())
    yield hosting.is_set
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)


async def pass_seconds(housing: Housing, seconds: int, reading: Reading | None = None) -> None:
    """Let the time of all hosts go on second by second; those that wake up do their work."""
    for _ in range(seconds):
        if reading:
            reading.seconds += 1
        sleeping = housing.clock.sleeping
        housing.clock.advance(1)
        await until(lambda: housing.clock.sleeping >= sleeping)  # noqa: B023 - within the round


def write(housing: Housing, statement: str) -> None:
    with closing(sqlite3.connect(housing.path)) as database, database:
        database.execute(statement)


async def test_a_waiting_host_starts_when_the_first_has_closed(
    housing: Housing, caplog: pytest.LogCaptureFixture
) -> None:
    reading = Reading()
    async with waiting_host(housing, LeaseTerms(clock=reading)) as hosts:
        await until(lambda: "waiting for shard 0 of 1: hosted by main, until" in caplog.text)
        await pass_seconds(housing, 40, reading)
        assert not hosts()
        assert caplog.text.count("waiting for") == 1
        await housing.host.close()
        await pass_seconds(housing, 2)
        await until(hosts)


async def test_a_lease_that_nobody_renews_is_void_whatever_the_clocks_say(
    housing: Housing, caplog: pytest.LogCaptureFixture
) -> None:
    """Such as after the clock of the database was set back."""
    await housing.host.close()
    write(housing, "UPDATE leases SET house = 'ghost', until = 2000000000000")
    reading = Reading()
    async with waiting_host(housing, LeaseTerms(clock=reading)) as hosts:
        await until(lambda: "hosted by ghost" in caplog.text)
        reading.seconds = 14.9
        await pass_seconds(housing, 2)
        assert not hosts()
        reading.seconds = 15.1
        await pass_seconds(housing, 2)
        await until(hosts)


async def test_a_waiting_host_goes_on_waiting_while_the_database_is_away(
    housing: Housing, caplog: pytest.LogCaptureFixture
) -> None:
    async with waiting_host(housing, SINGLE_PROCESS) as hosts:
        await until(lambda: "waiting for" in caplog.text)
        write(housing, "ALTER TABLE leases RENAME TO hidden")
        await pass_seconds(housing, 3)
        assert caplog.text.count("the leases can't be read: no such table") == 1
        write(housing, "ALTER TABLE hidden RENAME TO leases")
        await housing.host.close()
        await pass_seconds(housing, 2)
        await until(hosts)


@pytest.mark.parametrize("seconds", [15, 30])
async def test_a_host_writes_only_under_its_own_leases(housing: Housing, seconds: int) -> None:
    """Whether it has reason to doubt it, after a time without renewal, or none."""
    await housing.host.close()
    reading = Reading()
    async with housing.another_host(LeaseTerms(clock=reading)) as host:
        table = await host.open(MINA, PLACE, ONE_ROUND)
        await host.join(table.id, SAM)
        reading.seconds = 15
        await table.do(lobby.start(asker(MINA)))
        assert not host.lost.is_set()
        write(housing, "UPDATE leases SET house = 'thief'")
        reading.seconds = seconds
        await refuses(act(table, min(table.state.to_act)), "couldn't be saved")
        await until(host.lost.is_set)
        await refuses(host.open(MINA, PLACE, ONE_ROUND), error=RestartingError)


async def test_a_database_that_is_away_costs_no_lease(housing: Housing) -> None:
    await housing.host.close()
    reading = Reading()
    async with housing.another_host(LeaseTerms(clock=reading)) as host:
        table = await host.open(MINA, PLACE, ONE_ROUND)
        reading.seconds = 100
        with closing(sqlite3.connect(housing.path)) as other, other:
            other.execute("BEGIN EXCLUSIVE")
            await refuses(host.join(table.id, SAM), "couldn't be saved")
            other.rollback()
        await host.join(table.id, SAM)
        assert not host.lost.is_set()


async def test_a_host_notices_by_itself_that_its_leases_are_gone(
    housing: Housing, caplog: pytest.LogCaptureFixture
) -> None:
    write(housing, "UPDATE leases SET house = 'thief'")
    housing.clock.advance(5)
    await until(housing.host.lost.is_set)
    assert caplog.text.count("hosted by another process now") == 1
    await refuses(housing.host.table("any"), error=RestartingError)


async def test_the_time_without_any_host_is_credited(housing: Housing) -> None:
    """Another process takes over; the last that was heard of the first is when it renewed."""
    table = await housing.started(LIVE, MINA, SAM)
    deadline = table.state.clock_from + 60_000
    housing.clock.advance(5)
    await until(lambda: seen_at(housing) == START + 5000)
    before = housing.clock.now()
    housing.clock.advance(4)
    async with housing.another_host() as heir:
        state = (await heir.table(table.id)).state
        slept = housing.clock.now() - before
        assert slept == 4000
        assert state.clock_from + 60_000 == deadline + slept


def seen_at(housing: Housing) -> int:
    with closing(sqlite3.connect(housing.path)) as database, database:
        (found,) = database.execute("SELECT seen_at FROM leases").fetchone()
    return int(found)


async def test_tables_of_other_shards_are_left_alone(housing: Housing) -> None:
    elsewhere = replace(PLACE, guild=1 << 22)
    here, there = [await housing.host.open(MINA, place, ONE_ROUND) for place in (PLACE, elsewhere)]
    await housing.host.close()
    async with housing.another_host(LeaseTerms(Shards(2, (0,)))) as host:
        assert host.tables_in(PLACE.guild)
        assert not host.tables_in(elsewhere.guild)
        await host.table(here.id)
        await refuses(host.table(there.id), error=NoSuchTableError)


async def test_a_process_that_slept_beyond_its_lease_asks_first(housing: Housing) -> None:
    await housing.host.close()
    reading = Reading()
    async with housing.another_host(LeaseTerms(clock=reading)) as host:
        await host.must_host()
        write(housing, "UPDATE leases SET house = 'heir', until = 2000000000000")
        reading.seconds = 14.9
        await host.must_host()  # Nobody can have taken over yet.
        reading.seconds = 15.1
        await refuses(host.must_host(), error=LeaseLostError)
        assert host.lost.is_set()
        await refuses(host.must_host(), error=LeaseLostError)


async def test_a_process_that_slept_goes_on_if_nobody_took_over(housing: Housing) -> None:
    await housing.host.close()
    reading = Reading()
    async with housing.another_host(LeaseTerms(clock=reading)) as host:
        reading.seconds = 3600.0
        await host.must_host()
        write(housing, "ALTER TABLE leases RENAME TO hidden")
        reading.seconds = 7200.0
        await host.must_host()
        assert not host.lost.is_set()
        write(housing, "ALTER TABLE hidden RENAME TO leases")
