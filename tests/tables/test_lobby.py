"""Lobby commands: join, cut, add Kai, configure, start, and the limits on tables."""

import asyncio
import hashlib
from contextlib import ExitStack
from dataclasses import replace

import pytest

from bot.game.deck import Chance
from bot.tables import lobby, match
from bot.tables.command import Asker, NoSuchTableError, NotYoursError, RefusedError
from bot.tables.entries import Person, Place, Started, TableSetup
from bot.tables.loading import state_from
from bot.tables.store import Phase
from bot.tables.table import Table
from tests.helpers import not_none, until
from tests.tables.house import ADA, GAMES, MINA, PLACE, SAM, Housing, asker, refuses

KAPOW = TableSetup(game="kapow")


def place(number: int) -> Place:
    """Return a server of its own for each number."""
    return Place(guild=PLACE.guild + number, channel=PLACE.channel + number)


@pytest.fixture
async def table(housing: Housing) -> Table:
    return await housing.host.open(MINA, PLACE, KAPOW)


async def test_the_host_sits_first_and_the_secret_is_committed_to(housing: Housing) -> None:
    table = await housing.host.open(MINA, PLACE, KAPOW)
    assert table.state.host == MINA
    assert table.state.people == (MINA,)
    assert hashlib.sha256(table.state.secret).hexdigest() == housing.commitment(table)


async def test_a_table_asked_for_while_it_is_opened_is_the_same(housing: Housing) -> None:
    """Two tables of one id would act on the same log; ``/table list`` may ask at any moment."""
    for wait in range(40):
        opening = asyncio.create_task(housing.host.open(MINA, PLACE, KAPOW))
        await asyncio.sleep(0)
        (listing,) = housing.host.tables_in(PLACE.guild)
        for _ in range(wait):
            await asyncio.sleep(0)
        asked, opened = await asyncio.gather(
            housing.host.table(listing.table), opening, return_exceptions=True
        )
        assert isinstance(opened, Table)
        assert asked is opened
        await opened.do(lobby.leave(MINA.id))


async def test_someone_who_joins_while_a_table_is_opened_sits_there(housing: Housing) -> None:
    opening = asyncio.create_task(housing.host.open(MINA, PLACE, KAPOW))
    await asyncio.sleep(0)
    (listing,) = housing.host.tables_in(PLACE.guild)
    await housing.host.join(listing.table, SAM)
    assert (await opening).state.people == (MINA, SAM)


async def test_joins_at_once_keep_to_the_number_of_tables(housing: Housing) -> None:
    most = housing.host.rules.tables_per_person
    tables = [
        await housing.host.open(Person(id=100 + number, name="Host"), place(number), KAPOW)
        for number in range(most + 5)
    ]
    joins = [housing.host.join(table.id, SAM) for table in tables]
    results = await asyncio.gather(*joins, return_exceptions=True)
    refused = [result for result in results if isinstance(result, RefusedError)]
    assert len(refused) == 5
    assert {str(error) for error in refused} == {f"You're at {most} tables, and that's the limit."}
    assert sum(SAM.id in found.people for found in housing.host.listings()) == most


async def test_refused_joins_do_not_count_for_the_limit(housing: Housing, table: Table) -> None:
    for _ in range(housing.host.rules.tables_per_person):
        await refuses(housing.host.join("0000000000", SAM), error=NoSuchTableError)
    await housing.host.join(table.id, SAM)


async def test_tables_opened_at_once_keep_to_the_channel_s_number(housing: Housing) -> None:
    most = housing.host.rules.tables_per_channel
    people = [Person(id=100 + number, name="Host") for number in range(most + 3)]
    opened = await asyncio.gather(
        *(housing.host.open(person, PLACE, KAPOW) for person in people), return_exceptions=True
    )
    assert sum(isinstance(each, Table) for each in opened) == most
    with housing.host.reserve_table(MINA.id, PLACE.guild):  # A thread of its own is another place.
        pass


async def test_a_reserved_table_counts_for_the_limits(housing: Housing) -> None:
    most = housing.host.rules.tables_per_channel
    with ExitStack() as rooms:
        for number in range(most):
            rooms.enter_context(
                housing.host.reserve_table(200 + number, PLACE.guild, PLACE.channel)
            )
        await refuses(housing.host.open(MINA, PLACE, KAPOW), "This channel has")
    await housing.host.open(MINA, PLACE, KAPOW)


async def test_the_host_removes_a_guest_for_good(housing: Housing, table: Table) -> None:
    await housing.host.join(table.id, SAM)
    await housing.host.join(table.id, ADA)
    await refuses(table.do(lobby.remove(asker(ADA), SAM.id)), "Only the host", error=NotYoursError)
    await refuses(table.do(lobby.remove(asker(MINA), MINA.id)), r"press \*\*Leave")
    await table.do(lobby.remove(asker(MINA), SAM.id))
    assert table.state.people == (MINA, ADA)
    await refuses(table.do(lobby.remove(asker(MINA), SAM.id)), "isn't here any more")
    await housing.reopen()
    await refuses(housing.host.join(table.id, SAM), "You were removed from this table")


async def test_a_moderator_may_remove_the_host(housing: Housing, table: Table) -> None:
    await housing.host.join(table.id, SAM)
    await table.do(lobby.remove(Asker(ADA, moderator=True), MINA.id))
    assert (table.state.host, table.state.people) == (SAM, (SAM,))
    await table.do(lobby.remove(Asker(ADA, moderator=True), SAM.id))
    assert not_none(table.state.closed).because == "emptied"


async def test_the_table_passes_to_the_next_guest_when_its_host_leaves(housing: Housing) -> None:
    table = await housing.host.open(MINA, PLACE, KAPOW)
    await housing.host.join(table.id, SAM)
    await table.do(lobby.leave(MINA.id))
    assert table.state.host == SAM


async def test_cuts_take_part_in_the_deal(housing: Housing, table: Table) -> None:
    await housing.host.join(table.id, SAM)
    await table.do(lobby.add_kai(SAM.id, "normal"))
    await table.do(lobby.cut(MINA.id, "  seven   swans ", 40))
    await table.do(lobby.start(asker(MINA)))
    assert table.state.cuts == ("seven swans", "", "")


async def test_no_word_is_drawn_for_people_who_do_not_cut(housing: Housing) -> None:
    """The deal follows from the secret that was committed to, and from what people typed."""
    table = await housing.started(KAPOW, MINA, SAM)
    assert table.state.cuts == ("", "")
    state = table.state
    dealt, _ = state.game.new(state.game.options(), 2, Chance(state.secret, ("", "")))
    assert state.position == dealt


async def test_a_log_with_words_drawn_by_the_house_leads_where_it_led(housing: Housing) -> None:
    """As logs have them from before such words were given up."""
    table = await housing.started(KAPOW, MINA, SAM)
    opened, joined, started = await housing.store.load(table.id)
    assert isinstance(started, Started)
    older = started.model_copy(update={"cuts": ("swan", "5e1f0c9a")})
    state = state_from(table.id, [opened, joined, older], GAMES)
    assert state.cuts == ("swan", "5e1f0c9a")
    dealt, _ = state.game.new(state.game.options(), 2, Chance(state.secret, state.cuts))
    assert state.position == dealt


async def test_strangers_change_nothing(table: Table) -> None:
    before = table.state
    for command in (
        lobby.leave(SAM.id),
        lobby.cut(SAM.id, "word", 40),
        lobby.add_kai(SAM.id, "normal"),
        lobby.remove_kai(SAM.id),
        lobby.start(asker(SAM)),
        lobby.configure(asker(SAM), KAPOW),
        match.end(asker(SAM)),
    ):
        await refuses(table.do(command), error=NotYoursError)
    assert table.state == before


async def test_kai_takes_and_gives_up_seats(housing: Housing, table: Table) -> None:
    for _ in range(7):
        await table.do(lobby.add_kai(MINA.id, "normal"))
    await refuses(table.do(lobby.add_kai(MINA.id, "normal")), "up to 8 players")
    await refuses(housing.host.join(table.id, SAM), "up to 8 players")
    for _ in range(7):
        await table.do(lobby.remove_kai(MINA.id))
    await refuses(table.do(lobby.remove_kai(MINA.id)), "isn't at this table")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"rounds": 11}, "“Rounds” is a whole number from 1 to 10"),
        ({"rounds": "many"}, "“Rounds” is a whole number from 1 to 10"),
        ({"cards": 10}, "“Cards” is 12 or 9"),
        ({"jokers": 2}, "Kapow! has no option “jokers”"),
    ],
)
async def test_options_out_of_range_are_named(
    housing: Housing, table: Table, options: dict[str, int | str], sentence: str
) -> None:
    with pytest.raises(RefusedError, match=sentence):
        await table.do(lobby.configure(asker(MINA), TableSetup(game="kapow", options={**options})))
    with pytest.raises(RefusedError, match=sentence):
        await housing.host.open(SAM, PLACE, TableSetup(game="kapow", options={**options}))


async def test_a_table_keeps_its_game(housing: Housing, table: Table) -> None:
    with pytest.raises(RefusedError, match="can't change its game"):
        await table.do(lobby.configure(asker(MINA), TableSetup(game=housing.toy)))
    await refuses(housing.host.open(SAM, PLACE, TableSetup(game="chess")), "no such game")


async def test_kai_may_sit_from_the_start_while_there_is_room(housing: Housing) -> None:
    table = await housing.host.open(MINA, PLACE, KAPOW, ["hard", "easy"])
    assert table.state.kai == ("hard", "easy")
    entries = await housing.store.load(table.id)
    assert [entry.kind for entry in entries] == ["opened", "kai added", "kai added"]
    await refuses(housing.host.open(SAM, PLACE, KAPOW, ["hard"] * 8), "This table is full")
    assert len(housing.host.tables_in(PLACE.guild)) == 1


async def test_an_untouched_lobby_expires(housing: Housing, table: Table) -> None:
    housing.clock.advance(3000)
    await table.do(lobby.add_kai(MINA.id, "normal"))
    housing.clock.advance(3599)
    assert housing.host.tables_in(PLACE.guild)
    housing.clock.advance(2)
    await until(lambda: table.state.closed is not None)
    assert not_none(table.state.closed).because == "expired"


async def test_tables_are_limited_by_channel_server_and_person(housing: Housing) -> None:
    await housing.host.open(MINA, PLACE, KAPOW)
    second = await housing.host.open(SAM, PLACE, KAPOW)
    await refuses(housing.host.open(ADA, PLACE, KAPOW), "This channel has 2 tables")
    elsewhere = replace(PLACE, channel=3)
    await housing.host.join(second.id, MINA)
    third = await housing.host.open(MINA, elsewhere, KAPOW)
    await refuses(housing.host.open(MINA, elsewhere, KAPOW), "You're at 3 tables")
    await housing.host.open(ADA, elsewhere, KAPOW)
    with pytest.raises(RefusedError, match="This server has 4 tables"):
        await housing.host.open(ADA, replace(PLACE, channel=4), KAPOW)
    await third.do(match.end(asker(MINA)))
    assert len(housing.host.tables_of(MINA.id, PLACE.guild)) == 2


async def test_a_seat_is_kept_for_who_is_called_until_they_answer(housing: Housing) -> None:
    table = await housing.host.open(MINA, PLACE, KAPOW, called=(SAM, ADA))
    assert [guest.person for guest in table.state.called] == [SAM, ADA]
    await housing.host.join(table.id, SAM)
    await table.do(lobby.cut(ADA.id, "tea", 40))
    assert table.state.called == ()
    assert table.state.people == (MINA, SAM, ADA)
    entries = await housing.host.log(table.id)
    assert state_from(table.id, entries, GAMES) == table.state


async def test_a_match_waits_a_minute_for_who_is_called(housing: Housing) -> None:
    table = await housing.host.open(MINA, PLACE, KAPOW, ("easy",), called=(SAM, ADA))
    await housing.host.join(table.id, ADA)
    housing.clock.advance(lobby.PATIENCE / 1000 - 1)
    await refuses(table.do(lobby.start(asker(MINA))), "Still waiting for Sam to join")
    housing.clock.advance(1)
    await table.do(lobby.start(asker(MINA)))
    assert table.state.people == (MINA, ADA)
    assert len(table.state.seats) == 3


async def test_a_moderator_who_is_called_is_in_by_starting(housing: Housing) -> None:
    table = await housing.host.open(MINA, PLACE, KAPOW, called=(SAM,))
    await table.do(lobby.start(Asker(SAM, moderator=True)))
    assert table.state.people == (MINA, SAM)


async def test_a_lobby_of_people_who_have_not_answered_closes(housing: Housing) -> None:
    table = await housing.host.open(MINA, PLACE, KAPOW, called=(SAM, ADA))
    await table.do(lobby.leave(MINA.id))
    assert table.state.phase is Phase.CLOSED


async def test_the_next_host_is_someone_who_has_answered(housing: Housing) -> None:
    table = await housing.host.open(MINA, PLACE, KAPOW, called=(SAM, ADA))
    await housing.host.join(table.id, ADA)
    await table.do(lobby.leave(MINA.id))
    assert table.state.host == ADA
    await refuses(housing.host.join(table.id, ADA), "already at")


async def test_a_new_name_is_in_the_log_of_lobby_and_match(housing: Housing, table: Table) -> None:
    await table.do(lobby.join(SAM))
    zora = Person(id=MINA.id, name="Zora")
    await table.do(lobby.rename(zora))
    assert table.state.people == (zora, SAM)
    assert table.state.host == zora
    await table.do(lobby.rename(zora))
    await table.do(lobby.rename(ADA))
    await table.do(lobby.start(Asker(zora)))
    sam = Person(id=SAM.id, name="Sammy")
    await table.do(lobby.rename(sam))
    assert [seat.occupant.person for seat in table.state.seats] == [zora, sam]
    entries = await housing.store.load(table.state.id)
    assert [entry.kind for entry in entries].count("joined") == 3
    assert state_from(table.state.id, entries, GAMES).seats == table.state.seats
