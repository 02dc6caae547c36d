"""The next player is host at once, and nobody waits for people who have left the server."""

from collections.abc import Callable

import pytest

from bot.tables import lobby, match
from bot.tables.authority import depart, those_to_look_for
from bot.tables.command import Command, NotYoursError
from bot.tables.entries import HandedOver, Person, TableSetup
from bot.tables.state import TableState
from bot.tables.table import Table
from tests.tables.house import ADA, MINA, PLACE, SAM, ZOE, Housing, asker

KAPOW = TableSetup(game="kapow", options={"rounds": 1})
RANKED = KAPOW.model_copy(update={"ranked": True})

Going = Callable[[TableState, Person], Command]


def _seat(table: TableState, person: Person) -> int:
    seat = table.seat_of(person.id)
    assert seat is not None
    return seat


WAYS: dict[str, Going] = {
    "leaves": lambda _, who: match.leave(who.id),
    "is removed": lambda table, who: match.kick(asker(ZOE, moderator=True), _seat(table, who)),
    "has left the server": lambda _, who: depart([who.id]),
}


@pytest.mark.parametrize("paused", [False, True], ids=["playing", "paused"])
@pytest.mark.parametrize("way", WAYS)
async def test_the_next_player_is_host_at_once(housing: Housing, way: str, *, paused: bool) -> None:
    table = await housing.started(KAPOW, MINA, SAM, ADA)
    if paused:
        await table.do(match.pause(asker(MINA)))
    await table.do(WAYS[way](table.state, MINA))
    assert table.state.host == SAM
    if paused:
        await table.do(match.resume(asker(SAM)))
    else:
        await table.do(match.pause(asker(SAM)))
    with pytest.raises(NotYoursError):
        await table.do(match.kick(asker(MINA), 2))


async def test_the_host_who_comes_back_is_a_player_like_any_other(housing: Housing) -> None:
    table = await housing.started(KAPOW, MINA, SAM, ADA)
    await table.do(match.leave(MINA.id))
    await table.do(match.back(MINA.id))
    assert table.state.host == SAM
    await table.do(match.leave(SAM.id))
    assert table.state.host == ADA
    await table.do(match.leave(ADA.id))
    assert table.state.host == MINA


async def _away(table: Table, who: Person) -> None:
    """Let a person miss so many turns that Kai holds their seat."""
    await table.do(lambda state, now: [HandedOver(at=now, seat=_seat(state, who), because="away")])


async def test_a_host_who_was_only_away_gets_the_place_back(housing: Housing) -> None:
    table = await housing.started(KAPOW, MINA, SAM, ADA)
    await _away(table, MINA)
    assert (table.state.host, table.state.away_host) == (SAM, MINA)
    await _away(table, SAM)
    assert (table.state.host, table.state.away_host) == (ADA, MINA)
    await table.do(match.back(SAM.id))
    assert table.state.host == SAM
    await table.do(match.back(MINA.id))
    assert (table.state.host, table.state.away_host) == (MINA, None)
    assert table.state.host_since == 0


@pytest.mark.parametrize("way", WAYS)
async def test_an_away_host_who_goes_for_good_loses_the_place(housing: Housing, way: str) -> None:
    table = await housing.started(KAPOW, MINA, SAM, ADA)
    await _away(table, MINA)
    await table.do(WAYS[way](table.state, MINA))
    assert (table.state.host, table.state.away_host) == (SAM, None)


async def test_someone_who_stands_in_and_leaves_is_followed_by_the_next(housing: Housing) -> None:
    table = await housing.started(KAPOW, MINA, SAM, ADA)
    await _away(table, MINA)
    await table.do(match.leave(SAM.id))
    assert (table.state.host, table.state.away_host) == (ADA, MINA)
    await table.do(match.back(SAM.id))
    await table.do(match.back(MINA.id))
    assert table.state.host == MINA


async def test_where_everyone_is_away_the_host_stays(housing: Housing) -> None:
    table = await housing.started(KAPOW, MINA, SAM)
    await _away(table, MINA)
    await _away(table, SAM)
    assert (table.state.host, table.state.away_host) == (MINA, None)
    await table.do(match.back(SAM.id))
    assert (table.state.host, table.state.away_host) == (SAM, MINA)


async def test_who_comes_back_first_is_host_where_everyone_had_left(housing: Housing) -> None:
    table = await housing.started(RANKED, MINA, SAM)
    await table.do(match.leave(MINA.id))
    await table.do(match.leave(SAM.id))
    assert table.state.host == SAM
    await table.do(match.back(MINA.id))
    assert table.state.host == MINA


async def test_a_lobby_is_left_by_those_who_have_left_the_server(housing: Housing) -> None:
    table = await housing.host.open(MINA, PLACE, KAPOW)
    for person in (SAM, ADA):
        await table.do(lobby.join(person))
    await table.do(depart([MINA.id, ADA.id]))
    assert table.state.host == SAM
    assert table.state.host_since == table.state.last_at
    assert [guest.person for guest in table.state.guests] == [SAM]
    assert those_to_look_for(table.state) == [SAM.id]
    await table.do(depart([SAM.id]))
    assert table.state.closed is not None
    assert table.state.closed.because == "emptied"


async def test_nobody_who_has_left_is_looked_for(housing: Housing) -> None:
    table = await housing.started(KAPOW, MINA, SAM, ADA)
    assert those_to_look_for(table.state) == [MINA.id, SAM.id, ADA.id]
    await table.do(match.leave(SAM.id))
    assert those_to_look_for(table.state) == [MINA.id, ADA.id]
    before = table.state.seq
    await table.do(depart([SAM.id]))
    assert table.state.seq == before
