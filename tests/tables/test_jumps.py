"""The wall's clock is set, or the machine sleeps: time at a table never runs backward, and what
nobody could use counts against nobody.
"""

from itertools import pairwise

import pytest

from bot.tables import lobby, match
from bot.tables.clock import TimedEvent, deadline, if_due
from bot.tables.command import OutdatedError
from bot.tables.entries import Slept
from bot.tables.table import Table
from tests.helpers import not_none, until
from tests.tables.house import LIVE, MINA, PLACE, RULES, SAM, Housing, act, asker, play_turn
from tests.tables.test_clock import mover, time_out

HOURS = 3600.0


async def slept(housing: Housing, table: Table) -> list[int]:
    """The missed times that were given back, in seconds."""
    return [
        entry.milliseconds // 1000
        for entry in await housing.store.load(table.id)
        if isinstance(entry, Slept)
    ]


async def test_a_night_that_the_machine_slept_through_is_credited(housing: Housing) -> None:
    table = await housing.started(LIVE, MINA, SAM)
    before, up, seat = table.state, deadline(table.state), mover(table)
    assert up is not None
    housing.clock.advance(20)
    housing.clock.jump(8 * HOURS)
    housing.clock.advance(26)  # When the reminder was due; 14 of 60 seconds are no fair rest.
    await until(lambda: table.state.missed is not None)
    assert await slept(housing, table) == [8 * HOURS]
    assert deadline(table.state) == up + 8 * HOURS * 1000 + 16_000
    housing.clock.advance(16)
    await until(lambda: housing.notebook.reminders == [(table.id, (seat,))])
    assert table.state.position == before.position
    await act(table, seat)
    await time_out(housing, table)


async def test_the_first_to_act_after_a_jump_does_not_time_out(housing: Housing) -> None:
    table = await housing.started(LIVE, MINA, SAM)
    await play_turn(table)
    seat = mover(table)
    housing.clock.jump(3 * HOURS)
    await act(table, seat, lambda legal: next(a for a in legal if str(a).startswith("reveal")))
    housing.clock.advance(1)
    await act(table, mover(table))
    assert all(state.missed == 0 for state in table.state.seats)
    assert await slept(housing, table) == [3 * HOURS]


async def test_a_lobby_does_not_expire_while_the_machine_sleeps(housing: Housing) -> None:
    table = await housing.host.open(MINA, PLACE, LIVE)
    housing.clock.jump(5 * HOURS)
    housing.clock.advance(3601)
    await until(lambda: table.state.seq == 2)
    assert await slept(housing, table) == [5 * HOURS]
    assert table.state.closed is None
    housing.clock.advance(3601)
    await until(lambda: table.state.closed is not None)


async def test_a_pause_does_not_end_while_the_machine_sleeps(housing: Housing) -> None:
    table = await housing.started(LIVE, MINA, SAM)
    up = not_none(deadline(table.state))
    await table.do(match.pause(asker(MINA)))
    housing.clock.jump(48 * HOURS)
    housing.clock.advance(12 * HOURS)
    await table.do(match.resume(asker(MINA)))
    assert deadline(table.state) == up + 60 * HOURS * 1000
    await table.do(match.pause(asker(MINA)))
    housing.clock.jump(48 * HOURS)
    housing.clock.advance(24 * HOURS + 1)
    await until(lambda: table.state.paused is not None and table.state.paused.at > up)
    housing.clock.advance(1)
    await until(lambda: table.state.paused is None)
    assert table.state.closed is None


@pytest.mark.parametrize("back", [0.4, 30.0, 5 * HOURS])
async def test_time_never_runs_backward(housing: Housing, back: float) -> None:
    table = await housing.started(LIVE, MINA, SAM)
    for _ in range(3):
        await play_turn(table)
        housing.clock.advance(1)
        housing.clock.jump(-back)
    await time_out(housing, table)
    entries = await housing.store.load(table.id)
    assert all(one.at <= other.at for one, other in pairwise(entries))
    assert await slept(housing, table) == []


async def test_time_never_runs_backward_while_the_house_is_closed(housing: Housing) -> None:
    table = await housing.started(LIVE, MINA, SAM)
    housing.clock.advance(30)
    await table.do(match.pause(asker(MINA)))
    await table.do(match.resume(asker(MINA)))
    await housing.close()
    housing.clock.jump(-5 * HOURS)
    await housing.reopen()
    again = await housing.host.table(table.id)
    housing.clock.advance(29)
    assert mover(again) == mover(table)
    assert again.state.seats[mover(again)].missed == 0
    await time_out(housing, again)
    entries = await housing.store.load(again.id)
    assert all(one.at <= other.at for one, other in pairwise(entries))


async def test_a_clock_set_wrong_and_right_again_takes_no_time_away(housing: Housing) -> None:
    table = await housing.started(LIVE, MINA, SAM)
    housing.clock.jump(-5 * HOURS)
    housing.clock.advance(10)
    await play_turn(table)
    housing.clock.jump(5 * HOURS)
    housing.clock.advance(10)
    await play_turn(table)
    assert await slept(housing, table) == []
    assert table.state.last_at == housing.clock.now()


async def test_an_alarm_that_rings_as_someone_acts_hits_nobody_else(housing: Housing) -> None:
    table = await housing.started(LIVE, MINA, SAM)
    late = if_due(TimedEvent.TIME_OUT, RULES, match.time_out(RULES.missed_before_kai))
    await table.do(match.remind)
    housing.clock.advance(59)
    await play_turn(table)
    housing.clock.advance(1)
    with pytest.raises(OutdatedError):
        await table.do(late)
    with pytest.raises(OutdatedError):
        await table.do(if_due(TimedEvent.EXPIRE, RULES, lobby.expire))
