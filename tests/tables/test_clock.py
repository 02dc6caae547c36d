"""Turns that run out of time, and how long Kai thinks."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Event, Lock
from time import sleep
from typing import Any

import pytest

from bot.games.registry import LATE_LEVEL, levels_for, lighter_level
from bot.kai.player import USUAL_LEVEL, Choice
from bot.tables import lobby, match
from bot.tables.authority import PAUSES
from bot.tables.clock import deadline
from bot.tables.command import NotYoursError
from bot.tables.entries import Clock, TableSetup
from bot.tables.ports import AT_ONCE, BUSY, Thinking
from bot.tables.state import TableState
from bot.tables.table import Table
from tests.helpers import not_none, until
from tests.tables.house import ADA, LIVE, MINA, PLACE, SAM, Housing, act, asker, play_turn, refuses


def mover(table: Table) -> int:
    return min(table.state.to_act)


async def time_out(housing: Housing, table: Table) -> None:
    """Let the running turn's time run out, and Kai play it."""
    assert table.state.stage is not None
    turn = table.state.stage.turn
    housing.clock.advance(60.1)
    await until(lambda: table.state.stage is not None and table.state.stage.turn > turn)


async def test_when_time_is_up_kai_plays_that_turn_alone(housing: Housing) -> None:
    table = await housing.started(LIVE, MINA, SAM)
    seat = mover(table)
    await time_out(housing, table)
    assert table.state.seats[seat].missed == 1
    assert table.state.seats[seat].held is None
    assert {*housing.asked} == {LATE_LEVEL}
    await play_turn(table)
    await act(table, seat)
    assert table.state.seats[seat].missed == 0


async def test_after_two_in_a_row_kai_holds_the_seat_until_they_return(housing: Housing) -> None:
    table = await housing.started(LIVE, MINA, SAM)
    seat = mover(table)
    user = not_none(table.state.seats[seat].user)
    await time_out(housing, table)
    await play_turn(table)
    await time_out(housing, table)
    assert table.state.seats[seat].held == "away"
    assert (housing.asked[0], housing.asked[-1]) == (LATE_LEVEL, USUAL_LEVEL)
    await table.do(match.back(user))
    assert table.state.seats[seat].held is None
    assert table.state.seats[seat].missed == 0


async def test_the_turn_itself_can_be_taken_back_while_kai_is_at_it(housing: Housing) -> None:
    table = await housing.started(LIVE, MINA, SAM)
    seat = mover(table)
    user = not_none(table.state.seats[seat].user)
    await table.do(match.time_out(2))
    await table.do(match.back(user))
    await act(table, seat)


async def test_when_everybody_is_away_the_match_stands_still(housing: Housing) -> None:
    table = await housing.started(LIVE, MINA, SAM)
    for _ in range(3):
        await time_out(housing, table)
    housing.clock.advance(60.1)
    await until(lambda: table.state.paused is not None)
    assert not_none(table.state.paused).by is None
    housing.clock.jump(5 * 3600)
    await table.do(match.back(SAM.id))
    up = not_none(deadline(table.state))
    assert up <= housing.clock.now() + 60_000  # It is not paused any more.


async def test_who_comes_back_in_a_pause_has_a_whole_turn_after_it(housing: Housing) -> None:
    table = await housing.started(LIVE, MINA, SAM)
    user = not_none(table.state.seats[mover(table)].user)
    await table.do(match.leave(user))
    await table.do(match.pause(asker(ADA, moderator=True)))
    housing.clock.advance(300)
    await table.do(match.back(user))
    housing.clock.advance(500)
    await table.do(match.resume(asker(ADA, moderator=True)))
    assert deadline(table.state) == housing.clock.now() + 60_000


async def test_a_pause_stops_the_clock(housing: Housing) -> None:
    table = await housing.started(LIVE, MINA, SAM)
    up = not_none(deadline(table.state))
    await table.do(match.pause(asker(MINA)))
    housing.clock.advance(1000)
    await refuses(act(table, mover(table), lambda _: "take draw"), "paused")
    await table.do(match.resume(asker(MINA)))
    assert deadline(table.state) == up + 1_000_000
    await refuses(table.do(match.resume(asker(MINA))), "isn't paused")


@pytest.mark.parametrize(("ranked", "longest"), [(False, 86_400), (True, PAUSES // 1000)])
async def test_a_pause_ends_by_itself_and_the_turn_begins_again(
    housing: Housing, longest: int, *, ranked: bool
) -> None:
    table = await housing.started(LIVE.model_copy(update={"ranked": ranked}), MINA, SAM)
    housing.clock.advance(40)
    await table.do(match.pause(asker(ADA, moderator=True)))
    housing.clock.advance(longest - 1)
    await asyncio.sleep(0)
    assert table.state.paused
    housing.clock.advance(2)
    await until(lambda: table.state.paused is None)
    assert table.state.closed is None
    assert deadline(table.state) == housing.clock.now() + 60_000


async def test_after_a_while_every_player_can_end_a_pause(housing: Housing) -> None:
    table = await housing.started(LIVE, MINA, SAM)
    await table.do(match.pause(asker(MINA)))
    housing.clock.advance(match.PATIENCE / 1000 - 1)
    await refuses(table.do(match.resume(asker(SAM))), "on, every player can", error=NotYoursError)
    housing.clock.advance(1)
    await refuses(table.do(match.resume(asker(ADA))), error=NotYoursError)
    await table.do(match.resume(asker(SAM)))
    assert table.state.paused is None


async def test_a_server_that_removes_the_bot_finds_the_match_later(housing: Housing) -> None:
    table = await housing.started(LIVE, MINA, SAM)
    up = not_none(deadline(table.state))
    await table.do(match.pause(asker(MINA)))
    housing.clock.advance(100)
    await table.do(match.cut_off)
    housing.clock.advance(80_000)
    await table.do(match.reconnect)
    assert table.state.paused is None
    assert deadline(table.state) == up + 80_100_000


async def test_closing_time_counts_against_nobody(housing: Housing) -> None:
    table = await housing.started(LIVE, MINA, SAM)
    housing.clock.advance(20)
    up = not_none(deadline(table.state))
    await housing.close()
    housing.clock.advance(3600)
    await housing.reopen()
    again = await housing.host.table(table.id)
    assert deadline(again.state) == up + 3_600_000
    assert again.state.position == table.state.position


async def test_slow_tables_wait_for_hours(housing: Housing) -> None:
    slow = LIVE.model_copy(update={"clock": Clock(kind="slow", seconds=8 * 3600)})
    table = await housing.started(slow, MINA, SAM)
    seat = mover(table)
    housing.clock.advance(6 * 3600 + 1)
    await until(lambda: housing.notebook.reminders == [(table.id, (seat,))])
    assert table.state.seats[seat].missed == 0
    assert housing.host.tables_in(PLACE.guild)


class Slow:
    def __init__(self, go: Event) -> None:
        self._go = go

    def choose(self, _view: object, legal: Sequence[Any]) -> Choice[Any]:
        assert self._go.wait(10)
        return Choice(legal[0])


class Counted:
    def __init__(self) -> None:
        self._lock, self._now, self.most = Lock(), 0, 0

    def choose(self, _view: object, legal: Sequence[Any]) -> Choice[Any]:
        with self._lock:
            self._now += 1
            self.most = max(self.most, self._now)
        sleep(0.01)
        with self._lock:
            self._now -= 1
        return Choice(legal[0])


async def two_experts(housing: Housing) -> TableState:
    table = await housing.host.open(MINA, PLACE, TableSetup(game="kapow"))
    await table.do(lobby.add_kai(MINA.id, "expert"))
    await table.do(lobby.start(asker(MINA)))
    kai = next(held for held in table.state.seats if held.user is None)
    return replace(table.state, seats=(kai, kai))


async def test_a_core_stays_free_for_people(housing: Housing) -> None:
    state, counted = await two_experts(housing), Counted()
    (seat,) = state.to_act
    with ThreadPoolExecutor(AT_ONCE + 3) as executor:
        thinking = Thinking(lambda _game, _level: counted, executor)
        await asyncio.gather(*(thinking.choose(state, seat) for _ in range(4 * AT_ONCE)))
    assert 1 <= counted.most <= AT_ONCE


async def test_a_loaded_host_plays_weaker_levels_never_late(housing: Housing) -> None:
    state = await two_experts(housing)
    (seat,) = state.to_act
    go, asked = Event(), list[str]()

    def player(_game: str, level: str) -> Slow:
        asked.append(level)
        return Slow(go)

    with ThreadPoolExecutor(1) as executor:
        thinking = Thinking(player, executor)
        many = [asyncio.create_task(thinking.choose(state, seat)) for _ in range(4 * BUSY)]
        await until(lambda: len(asked) == len(many))
        go.set()
        decided = await asyncio.gather(*many)
        assert len({each.action for each in decided}) == 1
        assert [each.level for each in decided] == asked
        assert asked == [*["expert"] * BUSY, *["hard"] * BUSY, *["normal"] * (2 * BUSY)]
        await thinking.choose(state, seat)
        assert asked[-1] == "expert"


def test_no_level_is_lighter_than_the_usual_one() -> None:
    assert lighter_level("kapow", "expert", 0) == "expert"
    assert lighter_level("kapow", "expert", 9) == "normal"
    assert lighter_level("kapow", "easy", 9) == "easy"
    assert lighter_level("chowpow", "hard", 1) == "normal"
    assert lighter_level("chowpow", "late", 1) == "late"
    assert {lighter_level("kapow", level, 1) for level in levels_for("kapow")} == {
        "easy",
        "normal",
        "hard",
    }
