"""Deleting a person's data: in lobbies, running and finished matches, and records."""

import asyncio
from dataclasses import replace
from functools import partial

import pytest

from bot.game.replay import check_record
from bot.games.kapow.rules.game import KAPOW
from bot.league.periods import ALL_TIME
from bot.privacy.forgetting import Forgetting
from bot.tables import lobby, match
from bot.tables.command import DamagedTableError, NotYoursError
from bot.tables.entries import FORMER, Person, TableSetup
from bot.tables.history import record_of
from bot.tables.state import TableState
from bot.tables.store import Phase, StoreUnavailableError
from db.schema import versus
from tests.db.rows import everything, rows
from tests.helpers import not_none, until
from tests.tables.damage import DAMAGES, Damage, body, overwrite
from tests.tables.house import (
    ADA,
    GAMES,
    MINA,
    PLACE,
    SAM,
    Housing,
    act,
    asker,
    play_match,
    play_turn,
    refuses,
)

SETUP = TableSetup(game="kapow", options={"rounds": 1, "cards": 9}, ranked=True)

ZOE = Person(id=7_000_010, name="Zoe")

ELSEWHERE = replace(PLACE, channel=3)

LONGEST = 20_000
"""Entries: ten times as many as there are when people play the first legal actions."""


def forgetting(housing: Housing) -> Forgetting:
    return Forgetting(housing.host, housing.store, housing.storage.privacy, housing.clock)


async def gone(housing: Housing, user: int, name: str) -> bool:
    """Whether nothing in the database has a person's id or name."""
    text = await everything(housing.storage)
    words = text.replace("[", " ").replace("]", " ").replace(",", " ").replace(":", " ").split()
    return str(user) not in words and name not in text


async def test_a_lobby_is_left(housing: Housing) -> None:
    table = await housing.host.open(MINA, PLACE, SETUP)
    await housing.host.join(table.id, SAM)
    await table.do(lobby.cut(MINA.id, "seven swans", 40))
    assert await forgetting(housing).forget(MINA.id) == 1
    state = (await housing.host.table(table.id)).state
    assert state.people == (SAM,)
    assert state.host == SAM
    assert await gone(housing, MINA.id, MINA.name)
    await housing.host.join(table.id, MINA)
    await (await housing.host.table(table.id)).do(lobby.start(asker(SAM)))


async def test_a_lobby_without_other_people_closes(housing: Housing) -> None:
    table = await housing.host.open(MINA, PLACE, SETUP)
    await forgetting(housing).forget(MINA.id)
    state = (await housing.host.table(table.id)).state
    assert not_none(state.closed).because == "emptied"
    assert housing.host.tables_in(PLACE.guild) == []
    assert await gone(housing, MINA.id, MINA.name)


async def test_kai_plays_a_running_match_to_its_end(housing: Housing) -> None:
    table = await housing.started(SETUP, MINA, SAM, ADA)
    await play_turn(table)
    await forgetting(housing).forget(MINA.id)
    again = await housing.host.table(table.id)
    assert again is not table
    seat = again.state.seats[0]
    assert (seat.user, seat.held) == (None, "gone")
    assert seat.former
    assert seat.occupant.person == Person(id=seat.former, name=FORMER.name)
    assert again.state.host == SAM
    assert again.state.position == table.state.position
    assert await gone(housing, MINA.id, MINA.name)
    for command in (match.back(MINA.id), match.leave(MINA.id)):
        await refuses(again.do(command), error=NotYoursError)
    await refuses(again.do(match.kick(asker(SAM), 0)), "nobody to remove")
    await _play_on(housing, again.id)
    (line,) = await housing.storage.histories.recorded(PLACE.guild)
    assert [seat.name for seat in line.by_seat] == [FORMER.name, SAM.name, ADA.name]
    standings = await housing.storage.boards.lines(PLACE.guild, KAPOW.name, ALL_TIME)
    assert {standing.user for standing in standings} <= {SAM.id, ADA.id}
    assert await gone(housing, MINA.id, MINA.name)


async def test_a_match_that_ends_after_a_deletion_counts_for_the_others(housing: Housing) -> None:
    """Else two could delete their data before each end, and always be new to each other."""
    for deletions in (1, 2):
        table = await housing.host.open(MINA, PLACE, SETUP)
        await housing.host.join(table.id, SAM)
        await table.do(lobby.start(asker(MINA), short_counts=True))
        await play_turn(table)
        await forgetting(housing).forget(MINA.id)
        await _play_on(housing, table.id)
        counted = [row for row in await rows(housing.storage, versus) if row[2] == SAM.id]
        assert [row[3] < 0 for row in counted] == [True] * deletions
        assert max(row[8] for row in counted) == deletions  # In this week.
        assert await gone(housing, MINA.id, MINA.name)


async def test_a_removed_person_who_deletes_their_data_has_not_left(housing: Housing) -> None:
    table = await housing.started(SETUP, MINA, SAM, ADA)
    await play_turn(table)
    await table.do(match.kick(asker(ZOE, moderator=True), 0))
    await forgetting(housing).forget(MINA.id)
    seat = (await housing.host.table(table.id)).state.seats[0]
    assert (seat.user, seat.held) == (None, "kicked")
    assert seat.former


async def _play_on(housing: Housing, table: str) -> None:
    """Play to the end: people by first legal actions, Kai when its time comes."""
    while (state := (await housing.host.table(table)).state).closed is None:
        # By entries, not by time: a busy machine takes long.
        assert state.seq < LONGEST
        seat = min(state.to_act)
        if state.seats[seat].user is None:
            housing.clock.advance(2)
            await asyncio.sleep(0.002)
            await until(partial(_moved, housing, table, state.seq))
        else:
            await act(await housing.host.table(table), seat)


def _moved(housing: Housing, table: str, seq: int) -> bool:
    newest = [state for state in housing.notebook.states if state.id == table][-1]
    return newest.seq > seq or newest.closed is not None


async def test_a_match_that_nobody_else_plays_is_closed(housing: Housing) -> None:
    table = await housing.host.open(MINA, PLACE, SETUP)
    await table.do(lobby.add_kai(MINA.id, "normal"))
    await table.do(lobby.start(asker(MINA)))
    await forgetting(housing).forget(MINA.id)
    state = (await housing.host.table(table.id)).state
    assert not_none(state.closed).because == "abandoned"
    assert await gone(housing, MINA.id, MINA.name)


async def test_a_removed_player_and_a_moderator_are_forgotten_too(housing: Housing) -> None:
    table = await housing.started(SETUP, MINA, SAM)
    await table.do(match.kick(asker(MINA), 1))
    await table.do(match.pause(asker(ADA, moderator=True)))
    for person in (SAM, ADA):
        await forgetting(housing).forget(person.id)
        assert await gone(housing, person.id, person.name)
    state = (await housing.host.table(table.id)).state
    assert not_none(not_none(state.paused).by).former
    assert state.people == (MINA,)


async def test_records_prove_the_same_without_the_name(housing: Housing) -> None:
    table = await housing.host.open(MINA, PLACE, SETUP)
    await housing.host.join(table.id, SAM)
    await table.do(lobby.cut(MINA.id, "seven swans", 40))
    await table.do(lobby.start(asker(MINA)))
    await play_match(table)
    before = await _record(housing, table.state)
    await forgetting(housing).forget(MINA.id)
    state = (await housing.host.table(table.id)).state
    after = await _record(housing, state)
    assert state.position == table.state.position
    assert after == before.replace("seat 0: Mina", "seat 0: Former player")
    assert "cut 0: seven swans" in after
    proved = check_record(before, GAMES)
    assert check_record(after, GAMES) == proved.replace("Mina", "Former player")
    assert await gone(housing, MINA.id, MINA.name)


async def _record(housing: Housing, state: TableState) -> str:
    return str(record_of(state, await housing.store.load(state.id)))


async def test_a_table_hosted_elsewhere_is_left_through_its_log(housing: Housing) -> None:
    table = await housing.started(SETUP, MINA, SAM)
    privacy = housing.storage.privacy
    elsewhere = Forgetting(housing.sleeping_host(), housing.store, privacy, housing.clock)
    await elsewhere.forget(MINA.id)
    assert await gone(housing, MINA.id, MINA.name)
    await refuses(act(table, min(table.state.to_act)), "couldn't be saved")
    again = await housing.host.table(table.id)
    assert again.state.seats[0].held == "gone"
    assert again.state.phase is Phase.PLAYING
    assert await gone(housing, MINA.id, MINA.name)


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("at", [1, -1], ids=["first", "last"])
@pytest.mark.parametrize("asked_for", [0, 1])
async def test_a_damaged_table_forgets_too(
    housing: Housing, damage: Damage, at: int, asked_for: int
) -> None:
    table = await housing.started(SETUP, MINA, SAM)
    await act(table, min(table.state.to_act))
    other = await housing.host.open(MINA, ELSEWHERE, SETUP)
    seq = at % (table.state.seq + 1)
    await housing.close()
    overwrite(housing, table.id, seq, damage(body(housing, table.id, seq)))
    await housing.reopen()
    await housing.host.awake.wait()
    for _ in range(asked_for):
        await refuses(housing.host.table(table.id), error=DamagedTableError)
    copy = await housing.storage.privacy.export(MINA.id)
    assert other.id in str(copy["tables"])
    assert await forgetting(housing).forget(MINA.id) == 2
    assert await gone(housing, MINA.id, MINA.name)
    assert (await housing.host.table(other.id)).state.closed is not None
    await refuses(housing.host.table(table.id), error=DamagedTableError)


async def test_a_table_goes_on_where_forgetting_fails(housing: Housing) -> None:
    table = await housing.started(SETUP, MINA, SAM)

    async def fail() -> None:
        raise StoreUnavailableError("locked")

    await refuses(housing.host.reread(table.id, fail), error=StoreUnavailableError)
    housing.clock.advance(6)
    again = await housing.host.table(table.id)
    assert again.state == table.state
    await act(again, min(again.state.to_act))


async def test_concurrent_moves_are_before_or_after_the_deletion(housing: Housing) -> None:
    table = await housing.started(SETUP, MINA, SAM, ADA)
    seat = min(table.state.to_act)
    answers = await asyncio.gather(
        act(table, seat), forgetting(housing).forget(MINA.id), return_exceptions=True
    )
    assert [error for error in answers if isinstance(error, Exception)] == []
    again = await housing.host.table(table.id)
    assert again.state.seats[0].held == "gone"
    assert await gone(housing, MINA.id, MINA.name)
