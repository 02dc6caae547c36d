"""Ranked matches: nobody ends one, pauses one or leaves one to escape its result."""

from functools import partial

import pytest

from bot.tables.core import match
from bot.tables.core.dealt import Dealt
from bot.tables.core.entries import TableSetup
from bot.tables.core.rules import HouseRules
from bot.tables.core.tally import Tally
from bot.tables.hosting.table import Table
from tests.tables.house import (
    ADA,
    MINA,
    PLACE,
    SAM,
    Housing,
    act,
    asker,
    play_match,
    play_turn,
    until,
)

RANKED = TableSetup(game="kapow", options={"rounds": 1, "cards": 9}, ranked=True)
FRIENDLY = RANKED.model_copy(update={"ranked": False})


async def kai_plays_on(housing: Housing, table: Table) -> None:
    """Let time pass until Kai has played the match to its end."""
    while table.state.closed is None:
        housing.clock.advance(2)
        await until(partial(_has_moved, table, table.state.seq))


def _has_moved(table: Table, seq: int) -> bool:
    return table.state.seq > seq


@pytest.mark.parametrize(
    ("setup", "dealt"),
    [
        (RANKED, None),
        (FRIENDLY, Dealt("5e" * 32, night="a night 1 1")),
        (FRIENDLY, Dealt("5e" * 32, board="night 1")),
        (TableSetup(game="capit", ante=50), None),
    ],
)
async def test_a_match_counts_if_others_have_something_to_lose(
    housing: Housing, setup: TableSetup, dealt: Dealt | None
) -> None:
    assert (await housing.host.open(MINA, PLACE, setup, dealt=dealt)).state.counts
    assert not (await housing.host.open(MINA, PLACE, FRIENDLY)).state.counts


async def test_a_match_that_all_have_left_is_played_to_its_end(housing: Housing) -> None:
    table = await housing.started(RANKED, MINA, SAM)
    await table.do(match.leave(MINA.id))
    await table.do(match.pause(asker(ADA, moderator=True)))
    await table.do(match.leave(SAM.id))
    assert table.state.paused is None
    await kai_plays_on(housing, table)
    assert table.state.closed is not None
    assert table.state.closed.because == "finished"
    assert all(tally.share < 0.5 for tally in table.state.tallies)


async def test_a_pause_does_not_save_anybody_from_the_result(housing: Housing) -> None:
    table = await housing.started(RANKED, MINA, SAM)
    await table.do(match.pause(asker(ADA, moderator=True)))
    housing.clock.advance(housing.rules.abandon_after + 1)
    await until(lambda: table.state.paused is None)
    assert table.state.closed is None


async def test_kai_plays_for_whoever_does_not_move(housing: Housing) -> None:
    table = await housing.started(RANKED, MINA, SAM)
    housing.clock.advance(HouseRules().longest_turn)
    await until(lambda: bool(housing.notebook.reminders))
    housing.clock.advance(HouseRules().notice)
    await until(lambda: any(seat.held == "away" for seat in table.state.seats))
    assert table.state.closed is None


async def test_turns_are_counted_by_who_played_them(housing: Housing) -> None:
    table = await housing.started(RANKED, MINA, SAM)
    first = min(table.state.to_act)
    housing.clock.advance(3)
    await act(table, first)
    assert table.state.tallies[first].own_turns == 1
    assert table.state.tallies[first].thought == 3000
    while table.state.tallies[first].own_turns < 2 or table.state.to_act != {first}:
        await play_turn(table)
    user = table.state.seats[first].user
    assert user is not None
    before = table.state.tallies[first]
    await act(table, first)  # The turn is begun, and left to Kai.
    await table.do(match.leave(user))
    housing.clock.advance(2)
    await until(lambda: table.state.tallies[first].kai_turns > 0)
    after = table.state.tallies[first]
    assert (after.own_turns, after.kai_turns) == (before.own_turns, 1)
    assert set(after.levels) == {"normal"}


async def test_a_whole_match_of_ones_own_is_a_share_of_one(housing: Housing) -> None:
    table = await housing.started(RANKED, MINA, SAM)
    await play_match(table)
    assert [tally.share for tally in table.state.tallies] == [1.0, 1.0]
    assert all(tally.own_turns > 1 for tally in table.state.tallies)


def test_without_any_turn_nobody_was_absent() -> None:
    assert Tally().share == 1.0
