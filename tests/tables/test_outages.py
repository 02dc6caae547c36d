"""Nobody can be reached for a while: no clock (``docs/clocks.md``) runs out, or soon after."""

import random
from collections.abc import Awaitable, Callable, Mapping
from itertools import pairwise
from typing import Final

import pytest

from bot.tables import lobby, match
from bot.tables.clock import LONGEST_REST, SHORTEST_MORNING, TimedEvent, deadline, next_due, resting
from bot.tables.entries import Clock, OutOfReach, Slept, TableSetup
from bot.tables.quiet_hours import QuietHours
from bot.tables.reach import ANSWERS, Way, server, shard
from bot.tables.table import Table
from tests.helpers import not_none, until
from tests.tables.house import ADA, MINA, PLACE, SAM, Housing, act, asker, passing, play_match

LIVE_10 = TableSetup(game="kapow", clock=Clock(kind="live", seconds=10), ranked=True)
SHORT = LIVE_10.model_copy(update={"options": {"rounds": 1, "cards": 9}})
WAYS = {"gateway": shard(0), "server": server(PLACE.guild), "answers": ANSWERS}


async def outage(housing: Housing, way: Way, seconds: int) -> None:
    """Let a way fail for that long, second by second."""
    housing.reach.lost(way)
    for _ in range(seconds):
        await until(lambda: housing.clock.sleeping > 0)
        housing.clock.advance(1)
    housing.reach.found(way)


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
async def test_a_short_clock_stands_still(housing: Housing, way: Way) -> None:
    table = await housing.started(LIVE_10, MINA, SAM)
    housing.clock.advance(6)
    await outage(housing, way, 45)
    await until(lambda: table.state.missed is not None)

    entries = await housing.store.load(table.id)
    assert {entry.kind for entry in entries} <= {
        *("opened", "joined", "started", "reminded", "out of reach", "slept")
    }
    assert deadline(table.state) == housing.clock.now() + 10_000  # The whole clock: it is short.
    assert all(one.at <= other.at for one, other in pairwise(entries))


async def test_a_moment_is_given_back_without_a_word(housing: Housing) -> None:
    table = await housing.started(LIVE_10, MINA, SAM)
    await outage(housing, shard(0), 3)
    up = deadline(table.state)
    await until(lambda: deadline(table.state) == up)
    assert not [e for e in await housing.store.load(table.id) if isinstance(e, OutOfReach | Slept)]
    housing.clock.advance(8)
    await until(lambda: table.state.missed is not None)
    assert all(seat.missed == 0 for seat in table.state.seats)


async def test_a_kill_in_the_middle_keeps_what_is_to_be_given_back(housing: Housing) -> None:
    table = await housing.started(LIVE_10, MINA, SAM)
    up = not_none(deadline(table.state))
    housing.reach.lost(shard(0))
    lost_at = housing.clock.now()
    await passing(housing, lambda: table.state.out_of_reach is not None)
    housing.clock.advance(100)
    await housing.close()
    housing.clock.jump(100)
    await housing.reopen()
    again = await housing.host.table(table.id)
    housing.clock.advance(100)
    assert again.state.out_of_reach is not None
    housing.reach.found(shard(0))
    await until(lambda: again.state.missed is not None)
    assert deadline(again.state) == up + housing.clock.now() - lost_at
    assert all(seat.missed == 0 for seat in again.state.seats)


async def test_a_pause_does_not_end_in_an_outage(housing: Housing) -> None:
    table = await housing.started(LIVE_10, MINA, SAM)
    await table.do(match.pause(asker(ADA, moderator=True)))
    paused = not_none(table.state.paused)
    housing.reach.lost(server(PLACE.guild))
    for _ in range(60):
        housing.clock.advance(3600)
    housing.reach.found(server(PLACE.guild))
    await until(lambda: table.state.missed is not None)
    assert table.state.closed is None
    assert not_none(table.state.paused).at == paused.at + 60 * 3_600_000


async def test_a_lobby_does_not_expire_in_an_outage(housing: Housing) -> None:
    table = await housing.host.open(MINA, PLACE, LIVE_10)
    await outage(housing, ANSWERS, 90)
    housing.clock.advance(3599)
    assert table.state.closed is None


async def test_a_match_that_ends_in_an_outage_gets_no_more_entries(
    housing: Housing, caplog: pytest.LogCaptureFixture
) -> None:
    """Its last move may have been on its way."""
    table = await housing.started(SHORT, MINA, SAM)
    housing.reach.lost(shard(0))
    await passing(housing, lambda: table.state.out_of_reach is not None)
    await play_match(table)
    length = table.state.seq
    housing.reach.found(shard(0))
    for _ in range(30):
        housing.clock.advance(1)
        await passing(housing, lambda: True)
    await housing.close()
    await housing.reopen()
    assert len(await housing.store.load(table.id)) == length
    assert len(await housing.storage.histories.recorded(PLACE.guild)) == 1
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


HOUR: Final = 3600
TWO_ROUNDS: Final = TableSetup(
    game="kapow", options={"rounds": 2, "cards": 9}, clock=Clock(kind="live", seconds=60)
)
SLOW: Final = TWO_ROUNDS.model_copy(update={"clock": Clock(kind="slow", seconds=6 * HOUR)})
UNCLOCKED: Final = TWO_ROUNDS.model_copy(update={"clock": Clock(kind="none", seconds=0)})


async def _lobby(housing: Housing) -> Table:
    return await housing.host.open(MINA, PLACE, TWO_ROUNDS)


async def _paused(housing: Housing) -> Table:
    table = await housing.started(TWO_ROUNDS, MINA, SAM)
    await table.do(match.pause(asker(MINA)))
    return table


async def _between_rounds(housing: Housing) -> Table:
    table, source = await housing.started(TWO_ROUNDS, MINA, SAM), random.Random(1)
    while table.state.stage and not table.state.stage.paused:
        await act(table, min(table.state.to_act), source.choice)
    return table


async def _begun(housing: Housing) -> Table:
    return await housing.started(TWO_ROUNDS, MINA, SAM)


async def _reminded(housing: Housing) -> Table:
    table = await _begun(housing)
    housing.clock.advance(50)
    await until(lambda: bool(housing.notebook.reminders))
    return table


async def _unclocked(housing: Housing) -> Table:
    return await housing.started(UNCLOCKED, MINA, SAM)


async def _unclocked_reminded(housing: Housing) -> Table:
    table = await _unclocked(housing)
    housing.clock.advance(11 * 24 * HOUR)
    await until(lambda: bool(housing.notebook.reminders))
    return await housing.host.table(table.id)


async def _resting(housing: Housing) -> Table:
    """It's night for both from 13 to 23, and their turn would be up at 14."""
    for person in (MINA, SAM):
        await housing.storage.quiet_hours.choose(person.id, QuietHours("Etc/UTC", 13, 23))
    table = await housing.started(SLOW, MINA, SAM)
    housing.clock.advance(4.5 * HOUR)
    await until(lambda: bool(housing.notebook.reminders))
    housing.clock.advance(1.5 * HOUR)
    await until(lambda: resting(table.state) is not None)
    return table


async def _kai_to_move(housing: Housing) -> Table:
    table = await _begun(housing)
    (seat,) = table.state.to_act
    await table.do(match.leave((MINA, SAM)[seat].id))
    return table


CLOCKS: Final[Mapping[str, tuple[Callable[[Housing], Awaitable[Table]], TimedEvent]]] = {
    "lobby": (_lobby, TimedEvent.EXPIRE),
    "pause": (_paused, TimedEvent.ABANDON),
    "between rounds": (_between_rounds, TimedEvent.GO_ON),
    "turn, before its reminder": (_begun, TimedEvent.REMIND),
    "turn": (_reminded, TimedEvent.TIME_OUT),
    "turn without a clock": (_unclocked, TimedEvent.REMIND),
    "turn without a clock, reminded": (_unclocked_reminded, TimedEvent.ABANDON),
    "Kai's turn": (_kai_to_move, TimedEvent.KAI),
}
"""Clocks that are wholly given back. A rest ends with someone's night, which no outage moves."""

OUTAGES: Final = {
    "gateway": shard(0),
    "server": server(PLACE.guild),
    "answers": ANSWERS,
    "down": None,
}


def test_no_event_is_left_out() -> None:
    assert {event for _, event in CLOCKS.values()} | {TimedEvent.WAKE} == {*TimedEvent}


async def _outage(housing: Housing, table: Table, kind: str, seconds: int) -> Table:
    """Let nobody play for so long; return the table as it is hosted afterwards."""
    way, before = OUTAGES[kind], await housing.store.load(table.id)
    if way is None:
        await housing.close()
        housing.clock.jump(seconds)
        await housing.reopen()
        again = await housing.host.table(table.id)
    else:
        housing.reach.lost(way)
        for _ in range(12):
            housing.clock.advance(seconds / 12)
            await passing(housing, lambda: True)
        meanwhile = (await housing.store.load(table.id))[len(before) :]
        assert {entry.kind for entry in meanwhile} <= {"out of reach"}
        housing.reach.found(way)
        again = await housing.host.table(table.id)
    await until(lambda: again.state.missed is not None)
    return again


@pytest.mark.parametrize("kind", OUTAGES)
@pytest.mark.parametrize(("prepare", "event"), CLOCKS.values(), ids=CLOCKS)
async def test_it_stands_still(
    housing: Housing, prepare: Callable[[Housing], Awaitable[Table]], event: TimedEvent, kind: str
) -> None:
    table = await prepare(housing)
    due = not_none(next_due(table.state, housing.rules))
    assert due.event is event
    left, ply = due.at - housing.clock.now(), table.state.ply

    again = await _outage(housing, table, kind, left // 1000 + 2 * HOUR)
    now, after = housing.clock.now(), next_due(again.state, housing.rules)
    if event is TimedEvent.KAI:
        await passing(housing, lambda: again.state.ply > ply)
        return
    assert after is not None
    assert after.event is event
    assert after.at - now >= left - 1000
    assert again.state.closed is None
    assert not any(seat.held or seat.missed for seat in again.state.seats)


async def test_a_rest_ends_with_the_night_and_leaves_a_morning(housing: Housing) -> None:
    """The ten hours of a rest stand still; the night itself is the person's own."""
    table = await _resting(housing)
    since = not_none(table.state.rest).since
    again = await _outage(housing, table, "server", 12 * HOUR)
    assert not_none(again.state.rest).since == since + 12 * HOUR * 1000
    await until(lambda: resting(again.state) is None)
    up = not_none(deadline(again.state))
    assert up - housing.clock.now() >= SHORTEST_MORNING
    assert LONGEST_REST < 12 * HOUR * 1000


async def test_someone_who_was_called_has_their_minute_still(housing: Housing) -> None:
    """So has the host, whom only a pause of ten minutes obliges to let others go on."""
    table = await _lobby(housing)
    await table.do(lobby.call([ADA]))
    (called,) = [guest.called_at for guest in table.state.guests if guest.called_at is not None]
    again = await _outage(housing, table, "gateway", HOUR)
    (after,) = [guest.called_at for guest in again.state.guests if guest.called_at is not None]
    assert after == called + HOUR * 1000


async def test_a_pause_can_be_ended_by_others_after_ten_minutes_of_reach(housing: Housing) -> None:
    table = await _paused(housing)
    since = not_none(table.state.paused).at
    again = await _outage(housing, table, "answers", HOUR)
    assert not_none(again.state.paused).at == since + HOUR * 1000
