"""A hosted table asks whose night it is, and lets a slow turn rest until the morning."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager, closing
from dataclasses import replace

import pytest

from bot.privacy.forgetting import Forgetting
from bot.tables import match
from bot.tables.clock import deadline, resting
from bot.tables.entries import Clock, Rested, TableSetup, TimedOut, Woken
from bot.tables.quiet_hours import QuietHours
from bot.tables.state import TableState, human_users
from bot.tables.store import StoreUnavailableError
from bot.tables.table import Table
from tests.helpers import not_none, until
from tests.tables.house import MINA, SAM, START, Housing

HOUR = 3600
SLOW = TableSetup(
    game="kapow", options={"rounds": 1, "cards": 9}, clock=Clock(kind="slow", seconds=6 * HOUR)
)
"""A match begins at 8:00 UTC, so the first turn's time would be up at 14:00."""

NIGHT = QuietHours("Etc/UTC", 13, 22)


async def started(housing: Housing, night: QuietHours | None = NIGHT) -> Table:
    for person in (MINA, SAM):
        await housing.storage.quiet_hours.choose(person.id, night)
    return await housing.started(SLOW, MINA, SAM)


async def state_of(housing: Housing, table: Table) -> TableState:
    return (await housing.host.table(table.id)).state


async def pass_hours(housing: Housing, hours: float) -> None:
    """Let time pass, minute by minute, as it does."""
    for _ in range(round(hours * 60)):
        housing.clock.advance(60)
        for _ in range(3):
            await asyncio.sleep(0)


async def rests(housing: Housing, table: Table) -> TableState:
    housing.clock.advance(4.5 * HOUR)  # The time of the reminder, before the night.
    await until(lambda: bool(housing.notebook.reminders))
    housing.clock.advance(1.5 * HOUR)
    await until(lambda: resting(table.state) is not None)
    return table.state


async def woken(housing: Housing, table: Table) -> TableState:
    state = await state_of(housing, table)
    hosted = await housing.host.table(table.id)
    await until(lambda: resting(hosted.state) is None)
    assert state.stage == hosted.state.stage
    return hosted.state


def hours_after_start(hours: float) -> int:
    return START + round(hours * HOUR) * 1000


async def test_a_turn_waits_for_the_morning_and_then_runs_out(housing: Housing) -> None:
    table = await started(housing)
    state = await rests(housing, table)
    assert deadline(state) is None
    housing.clock.advance(7.9 * HOUR)
    await asyncio.sleep(0.05)
    assert resting(table.state) is not None
    housing.clock.advance(0.1 * HOUR)
    state = await woken(housing, table)
    assert deadline(state) == hours_after_start(14 + 1.5)
    housing.clock.advance(1.5 * HOUR)
    await until(lambda: any(seat.missed for seat in table.state.seats))
    kinds = [type(entry) for entry in await housing.store.load(table.id)]
    assert [kinds.count(kind) for kind in (Rested, Woken, TimedOut)] == [1, 1, 1]
    assert len(housing.notebook.reminders) == 1


@pytest.mark.parametrize("night", [None, QuietHours("Asia/Kolkata", 23, 7)])
async def test_without_a_night_nothing_rests(housing: Housing, night: QuietHours | None) -> None:
    table = await started(housing, night)
    housing.clock.advance(4.5 * HOUR)
    await until(lambda: bool(housing.notebook.reminders))
    housing.clock.advance(1.5 * HOUR)
    await until(lambda: any(seat.missed for seat in table.state.seats))
    assert Rested not in {type(entry) for entry in await housing.store.load(table.id)}


async def test_a_killed_bot_goes_on_with_the_rest(housing: Housing) -> None:
    table = await started(housing)
    before = not_none(resting(await rests(housing, table)))
    await housing.close()
    housing.clock.advance(2 * HOUR)
    await housing.reopen()
    again = await housing.host.table(table.id)
    assert resting(again.state) == replace(before, since=before.since + 2 * HOUR * 1000)
    housing.clock.advance(5.9 * HOUR)
    await asyncio.sleep(0.05)
    assert resting(again.state) is not None
    housing.clock.advance(0.1 * HOUR)
    state = await woken(housing, table)
    assert deadline(state) == hours_after_start(14 + 1.5)


async def test_a_bot_that_comes_back_after_the_night_wakes_the_turn(housing: Housing) -> None:
    table = await started(housing)
    await rests(housing, table)
    await housing.close()
    housing.clock.advance(20 * HOUR)
    await housing.reopen()
    state = await woken(housing, table)
    assert deadline(state) == hours_after_start(26 + 1.5)


async def test_switching_it_off_wakes_the_turn_soon(housing: Housing) -> None:
    table = await started(housing)
    state = await rests(housing, table)
    (user,) = human_users(state)
    await housing.storage.quiet_hours.choose(user, None)
    await pass_hours(housing, 0.1)
    await until(lambda: resting(table.state) is None)
    up = not_none(deadline(table.state))
    assert hours_after_start(7.5) < up <= hours_after_start(7.6)


async def test_who_has_their_data_deleted_is_not_waited_for(housing: Housing) -> None:
    table = await started(housing)
    state = await rests(housing, table)
    (user,) = human_users(state)
    storage = housing.storage
    forgetting = Forgetting(housing.host, storage.store, storage.privacy, housing.clock)
    await forgetting.forget(user)
    again = await housing.host.table(table.id)
    await pass_hours(housing, 0.1)
    await until(lambda: again.state.stage != state.stage)
    assert resting(again.state) is None
    assert await storage.quiet_hours.of([user]) == {}
    with closing(sqlite3.connect(housing.path)) as connection:
        rows = connection.execute("SELECT user_id FROM quiet_hours").fetchall()
    assert rows == [(person.id,) for person in (MINA, SAM) if person.id != user]


async def test_nobody_is_reminded_in_their_night(housing: Housing) -> None:
    """The reminder's time, 12:30, is in a night that ends at 13:00."""
    table = await started(housing, QuietHours("Etc/UTC", 9, 13))
    housing.clock.advance(4.9 * HOUR)
    await asyncio.sleep(0.05)
    assert not housing.notebook.reminders
    housing.clock.advance(0.1 * HOUR)
    await until(lambda: bool(housing.notebook.reminders))
    assert housing.notebook.reminders == [(table.id, tuple(sorted(table.state.to_act)))]
    assert table.state.rest is None


async def test_a_reminder_calls_only_those_who_are_awake(housing: Housing) -> None:
    await housing.storage.quiet_hours.choose(SAM.id, QuietHours("Etc/UTC", 12, 22))
    toy = TableSetup(game=housing.toy, clock=SLOW.clock)
    table = await housing.started(toy, MINA, SAM)
    housing.clock.advance(4.5 * HOUR)
    await until(lambda: bool(housing.notebook.reminders))
    assert housing.notebook.reminders == [(table.id, (table.state.seat_of(MINA.id),))]
    housing.clock.advance(1.5 * HOUR)
    await until(lambda: resting(table.state) is not None)
    missed = {seat.user: seat.missed for seat in table.state.seats}
    assert missed == {MINA.id: 1, SAM.id: 0}


class _Unreadable:
    """Quiet hours on a database that can't be read for a while."""

    def __init__(self) -> None:
        self.asked = 0
        self.readable = False

    async def of(self, users: Collection[int]) -> Mapping[int, QuietHours]:
        self.asked += 1
        if not self.readable:
            raise StoreUnavailableError("the disk is gone")
        return dict.fromkeys(users, NIGHT)

    async def choose(self, user: int, chosen: QuietHours | None) -> None:
        raise NotImplementedError


@asynccontextmanager
async def unreadable(housing: Housing) -> AsyncIterator[_Unreadable]:
    """Let the house's next hosts ask a database that can't be read."""
    quiet_hours = _Unreadable()
    housing.ports = lambda ports: replace(ports, quiet_hours=quiet_hours)
    await housing.close()
    await housing.reopen()
    yield quiet_hours


async def test_a_turn_does_not_run_out_while_nobody_can_tell_whose_night_it_is(
    housing: Housing, caplog: pytest.LogCaptureFixture
) -> None:
    table = await started(housing, None)
    await table.do(match.remind)
    async with unreadable(housing) as quiet_hours:
        before = (await housing.host.table(table.id)).state
        housing.clock.advance(6 * HOUR)
        await until(lambda: quiet_hours.asked == 1)
        await until(lambda: table.id not in housing.host.in_memory())
        assert "can't be read" in caplog.text
        quiet_hours.readable = True
        housing.clock.advance(6)
        await until(lambda: quiet_hours.asked > 1)
        again = await housing.host.table(table.id)
        await until(lambda: resting(again.state) is not None)
        assert again.state.seats == before.seats
