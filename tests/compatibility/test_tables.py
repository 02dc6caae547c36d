"""Tables that were running in the version before go on where they stood."""

import json
import random
import re
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from bot.game.replay import check_record
from bot.games.faces import face_of
from bot.games.registry import GAMES, levels_for
from bot.league.chips import terms
from bot.tables import lobby, match
from bot.tables.clock import next_due
from bot.tables.history import record_of
from bot.tables.sight import look
from bot.tables.state import TableState, human_seats, kai_seat
from bot.tables.store import Phase
from bot.tables.table import Table
from tests.compatibility.telling import ending_told, outline_told, table_told, viewers
from tests.compatibility.written import EVENING, HAD, as_json
from tests.helpers import not_none, until
from tests.tables.house import Housing, act, asker

RUNNING = EVENING["running"]
"""By the table's id."""

FIRST, *OTHERS = RUNNING

LEVEL = re.compile(r" \((?:easy|normal|hard|expert)\)")

ACTIONS = 3
"""This many at most before the house is closed and opened again."""


def test_the_tables_that_run_are_of_all_games_and_in_all_phases() -> None:
    phases = {(told["game"], told["phase"]) for told in RUNNING.values()}
    assert {game for game, phase in phases if phase == "playing"} == HAD
    assert {phase for _, phase in phases} == {"lobby", "playing"}
    assert any(told["paused"] for told in RUNNING.values())
    assert any(told["stage"] and told["stage"]["paused"] for told in RUNNING.values())
    seats = [seat for told in RUNNING.values() for seat in told["seats"]]
    assert {held for _, held, _, _ in seats} == {None, "left", "kicked", "away", "gone"}
    assert any(missed and held is None for _, held, missed, _ in seats)


def test_kai_still_plays_at_the_levels_that_it_had() -> None:
    levels = {
        (told["game"], level)
        for told in RUNNING.values()
        for level in (*told["kai"], *(occupant["kai"] for occupant, *_ in told["seats"]))
        if level
    }
    assert len(levels) > 4
    assert [(game, level) for game, level in levels if level not in levels_for(game)] == []


async def test_all_that_were_running_are_hosted(housing: Housing) -> None:
    assert {listing.table for listing in housing.host.listings()} == RUNNING.keys()


async def test_the_tables_show_everybody_what_they_showed(housing: Housing) -> None:
    for table, told in RUNNING.items():
        state = (await housing.host.table(table)).state
        now = as_json(_told(state, housing.clock.now()))
        assert _in_essence(now) == _in_essence(told)


def _in_essence(told: dict[str, Any]) -> dict[str, Any]:
    """Leave out how hands are laid out, and Kai's levels in play, which have changed.

    The text has all that hands show.
    """
    told = json.loads(LEVEL.sub("", json.dumps(told)))
    seen = {name: {**sight, "hand": ""} for name, sight in told.get("seen", {}).items()}
    return {**told, "seen": seen}


def _told(state: TableState, now: int) -> dict[str, object]:
    if state.phase is Phase.LOBBY:
        return outline_told(state, now)
    sights = {name: look(state, seat) for name, seat in viewers(len(state.seats)).items()}
    return table_told(face_of(state.game), state, sights, now)


async def test_cards_that_nobody_has_seen_are_the_same(housing: Housing) -> None:
    """The same actions from there on are legal, and lead to the same end."""
    for table, told in EVENING["on"].items():
        state = (await housing.host.table(table)).state
        game, position = state.game, state.position
        for move in told["moves"].split("; "):
            seat, _, action = move.partition(" ")
            position = game.apply(position, int(seat), game.parse(action)).state
        assert as_json(ending_told(game.outcome(position))) == told["ending"], table


@pytest.mark.parametrize(
    "table", [FIRST, *(pytest.param(table, marks=pytest.mark.thorough) for table in OTHERS)]
)
async def test_a_table_is_played_on_to_its_end(housing: Housing, table: str) -> None:
    source = random.Random(1)
    await _set_going(await housing.host.table(table))
    await _play(housing, table, source, ACTIONS)
    before = await _reopened(housing, table)
    await _play(housing, table, source)
    state = await _reopened(housing, table)
    assert state.ply > before.ply
    assert not_none(state.closed).because == "finished"
    record = record_of(state, await housing.store.load(table))
    assert record.outcome is not None
    assert "The scores are right: " in check_record(str(record), GAMES)
    line = not_none(await housing.storage.histories.match(state.place.guild, table))
    assert tuple(seat.total for seat in line.by_seat) == record.outcome.scores


async def _set_going(table: Table) -> None:
    """Start a lobby, and end a pause."""
    state = table.state
    host = asker(state.host)
    if state.phase is Phase.LOBBY:
        for guest in state.guests:
            if state.setup.ante and not guest.agreed:
                await table.do(lobby.agree(guest.person.id, terms(state.setup)))
        missing = state.game.seats[0] - len(state.guests) - len(state.kai)
        if missing > 0:
            await table.do(lobby.add_kai(state.host.id, *["normal"] * missing))
        await table.do(lobby.start(host))
    elif all(seat.held for seat in state.seats if seat.user):
        await table.do(match.back(state.host.id))
    elif state.paused:
        await table.do(match.resume(host))
    assert table.state.paused is None


async def _play(
    housing: Housing, name: str, source: random.Random, actions: int | None = None
) -> None:
    """Play at random, Kai's seats by Kai; to the end, or for this many actions of people."""
    table = await housing.host.table(name)
    while table.state.closed is None and actions != 0:
        state = table.state
        seats = human_seats(state)
        if kai_seat(state) is not None and not (state.stage and state.stage.paused):
            due = not_none(next_due(state, housing.rules))
            housing.clock.advance(max(0, due.at - housing.clock.now()) / 1000)
            await until(lambda: table.state is not state)  # noqa: B023 - waited for at once
            continue
        await act(table, source.choice(seats), source.choice)
        actions = None if actions is None else actions - 1


async def _reopened(housing: Housing, table: str) -> TableState:
    """Close the house and open it again: the table is what it was."""
    before = (await housing.host.table(table)).state
    await housing.close()
    await housing.reopen()
    await housing.host.awake.wait()
    after = (await housing.host.table(table)).state
    assert after == before
    return after


async def test_a_table_with_one_damaged_action_is_not_hosted(housing: Housing) -> None:
    table = next(iter(EVENING["on"]))
    await housing.close()
    damage = "UPDATE log SET body = replace(body, 'take draw', 'take drow') WHERE table_id = ?"
    with closing(sqlite3.connect(housing.path)) as connection, connection:
        assert connection.execute(damage, (table,)).rowcount > 0
    await housing.reopen()
    await housing.host.awake.wait()
    assert {listing.table for listing in housing.host.listings()} == RUNNING.keys() - {table}
