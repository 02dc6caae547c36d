"""Nobody can be reached for a while: nothing runs out, and everyone has time afterwards."""

from itertools import pairwise

import pytest

from bot.tables.core import match
from bot.tables.core.due import deadline
from bot.tables.core.entries import Clock, Entry, OutOfReach, Slept, TableSetup
from bot.tables.hosting.reach import ANSWERS, Way, server, shard
from tests.tables.house import ADA, MINA, PLACE, SAM, Housing, asker, passing, play_match, until

LIVE_10 = TableSetup(game="kapow", clock=Clock(kind="live", seconds=10), ranked=True)
SHORT = LIVE_10.model_copy(update={"options": {"rounds": 1, "cards": 9}})
WAYS = {"gateway": shard(0), "server": server(PLACE.guild), "answers": ANSWERS}


async def log_of(housing: Housing, table: str) -> list[Entry]:
    return list(await housing.store.load(table))


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

    entries = await log_of(housing, table.id)
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
    assert not [e for e in await log_of(housing, table.id) if isinstance(e, OutOfReach | Slept)]
    housing.clock.advance(8)
    await until(lambda: table.state.missed is not None)
    assert all(seat.missed == 0 for seat in table.state.seats)


async def test_a_kill_in_the_middle_keeps_what_is_to_be_given_back(housing: Housing) -> None:
    table = await housing.started(LIVE_10, MINA, SAM)
    up = deadline(table.state)
    assert up is not None
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
    paused = table.state.paused
    assert paused is not None
    housing.reach.lost(server(PLACE.guild))
    for _ in range(60):
        housing.clock.advance(3600)
    housing.reach.found(server(PLACE.guild))
    await until(lambda: table.state.missed is not None)
    assert table.state.closed is None
    assert table.state.paused is not None
    assert table.state.paused.at == paused.at + 60 * 3_600_000


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
    assert len(await log_of(housing, table.id)) == length
    assert len(await housing.league.matches(PLACE.guild)) == 1
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
