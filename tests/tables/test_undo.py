"""Moves taken back at a table: what is as it was, what isn't, and where it's refused."""

from dataclasses import replace

import pytest

from bot.check_deal.__main__ import check_match
from bot.check_deal.record import read
from bot.game.contract import GameError
from bot.game.moves import MOST_UNDONE, NOTHING_MADE, UNDO, TookBack
from bot.game.record import parse_record
from bot.game.record_lines import RecordError
from bot.game.replay import check_record, verify
from bot.tables import match
from bot.tables.command import OutdatedError, RefusedError
from bot.tables.entries import Acted, Person, TableSetup
from bot.tables.history import own_turn, record_of
from bot.tables.loading import state_from
from bot.tables.sight import undoable
from bot.tables.state import TableState
from bot.tables.table import Table
from cogs.play.table import last_moves
from tests.tables.house import GAMES, LIVE, MINA, ONE_ROUND, SAM, Housing, play_match


async def press(table: Table, *actions: str, person: Person = MINA) -> TableState:
    """Click for a person, each time what is offered now."""
    seat = table.state.seat_of(person.id)
    assert seat is not None
    for action in actions:
        await table.do(match.act(person.id, seat, table.state.since[seat], action))
    return table.state


async def taking(housing: Housing, setup: TableSetup = ONE_ROUND) -> Table:
    """Begin a match, the same each time, in which Mina has the top discard in her hand."""
    housing.draw_secret = lambda length: b"u" * length
    table = await housing.started(setup, MINA, SAM)
    await press(table, "reveal 1t 1m", "take discard")
    return table


@pytest.fixture
async def table(housing: Housing) -> Table:
    return await taking(housing)


async def test_all_but_the_time_is_as_it_was(housing: Housing, table: Table) -> None:
    entries = await housing.store.load(table.id)
    before, taken = state_from(table.id, entries[:-1], GAMES), table.state
    housing.clock.advance(5)
    after = await press(table, UNDO)
    assert after.position == before.position
    assert (after.stage, after.to_act, after.tallies) == (
        before.stage,
        before.to_act,
        before.tallies,
    )
    assert after.clock_from == taken.clock_from
    assert (after.ply, after.since[0], after.since[1]) == (3, 3, before.since[1])
    *news, last = after.news
    assert (tuple(news), last.event) == (before.news, TookBack(0))
    again = await press(table, "take discard")
    assert again.position == taken.position
    assert again.tallies[0].own_turns == taken.tallies[0].own_turns
    assert again.tallies[0].thought == taken.tallies[0].thought + 5_000


async def test_it_is_saved_like_any_move(housing: Housing, table: Table) -> None:
    await press(table, UNDO, "take discard", UNDO)
    saved = table.state
    await housing.close()
    await housing.reopen()
    again = (await housing.host.table(table.id)).state
    assert again == saved
    assert not undoable(again, 0)


async def test_a_click_from_before_it_is_outdated(table: Table) -> None:
    revision = table.state.since[0] - 1
    await press(table, UNDO)
    for old in (revision, revision + 1):
        with pytest.raises(OutdatedError):
            await table.do(match.act(MINA.id, 0, old, "take discard"))
    with pytest.raises(OutdatedError):  # The same button pressed twice.
        await table.do(match.act(MINA.id, 0, revision + 1, UNDO))


async def refused(table: Table, why: str, person: Person = MINA) -> None:
    seat, before = table.state.seat_of(person.id), table.state
    assert seat is not None
    assert not undoable(before, seat)
    with pytest.raises((GameError, RefusedError), match=why):
        await press(table, UNDO, person=person)
    assert table.state == before


async def test_what_cannot_be_taken_back(table: Table) -> None:
    await press(table, UNDO)
    await refused(table, "seen a new card")  # Those that she has turned up.
    await press(table, "take draw")
    await refused(table, "seen a new card")
    await press(table, "replace 1b")
    await refused(table, "It isn't your turn")
    await press(table, "reveal 1t 1m", person=SAM)
    await refused(table, "It isn't your turn")


@pytest.mark.parametrize("changed", [{"ranked": True}, {"ante": 5}])
async def test_nothing_is_taken_back_in_a_match_that_counts(
    housing: Housing, changed: dict[str, object]
) -> None:
    table = await taking(housing, ONE_ROUND)
    counted = replace(table.state, setup=table.state.setup.model_copy(update=changed))
    entries = await housing.store.load(table.id)
    assert undoable(table.state, 0)
    assert counted.counts
    state = state_from(
        table.id, [entries[0].model_copy(update={"setup": counted.setup}), *entries[1:]], GAMES
    )
    assert state.position == table.state.position
    assert not undoable(state, 0)
    with pytest.raises(GameError, match="in a match that counts"):
        match.act(MINA.id, 0, state.since[0], UNDO)(state, 0)


async def test_a_turn_has_only_so_much_taken_back(table: Table) -> None:
    for _ in range(MOST_UNDONE):
        await press(table, UNDO, "take discard")
    await refused(table, f"taken back {MOST_UNDONE} moves")
    await press(table, "replace 2t")
    assert table.state.past == NOTHING_MADE


async def test_what_kai_did_in_someone_s_turn_stays(housing: Housing) -> None:
    table = await taking(housing, LIVE)
    await table.do(match.time_out(5))
    await refused(table, "Your time ran out")
    await table.do(match.back(MINA.id))
    await refused(table, "no move to take back")


async def test_reviews_and_kai_look_at_what_stands(housing: Housing, table: Table) -> None:
    await press(table, UNDO, "take draw", "discard")
    entries = await housing.store.load(table.id)
    made = own_turn(table.id, entries, GAMES, 0, table.state.ply)
    assert [str(each.action) for each in made] == ["reveal 1t 1m", "take draw", "discard"]
    record = record_of(table.state, entries)
    assert (0, UNDO) in record.actions
    assert [text for _, text in record.standing.actions] == ["reveal 1t 1m", "take draw", "discard"]


async def test_the_table_and_the_record_tell_of_it(housing: Housing, table: Table) -> None:
    await press(table, UNDO, "take draw", "discard")
    assert "took a move back, drew" in last_moves(table.state)
    await play_match(table)
    entries = await housing.store.load(table.id)
    record = parse_record(str(record_of(table.state, entries)))
    assert len(record.actions) == sum(isinstance(each, Acted) for each in entries)
    assert verify(record, GAMES).state == table.state.position
    assert check_match(read(str(record)))


@pytest.mark.parametrize(
    ("after", "why"), [("0 take draw", "seen a new card"), ("1 take draw", "no move to take back")]
)
async def test_a_record_has_none_that_was_not_possible(
    housing: Housing, table: Table, after: str, why: str
) -> None:
    await press(table, UNDO, "take draw", "discard")
    await play_match(table)
    lines = str(record_of(table.state, await housing.store.load(table.id))).splitlines()
    at = lines.index(after) + 1
    with pytest.raises(RecordError, match=f"Line {at + 1}: .*{why}"):
        check_record("\n".join([*lines[:at], "0 undo", *lines[at:]]), GAMES)
