"""Where tables are: how many a channel, a server and a person have, and lobbies that move."""

import pytest
from hypothesis import given, strategies as st

from bot.tables import entries as log, lobby
from bot.tables.apply import apply_command, open_state
from bot.tables.command import Asker, NotYoursError, RefusedError
from bot.tables.entries import Person, Place, TableSetup
from bot.tables.quotas import Quotas, QuotaScope, RoundRobin
from bot.tables.state import TableState
from tests.toy_game import TOY

ANN, BEN, CEM = 1, 2, 3


def test_each_person_and_each_server_has_a_quota() -> None:
    quotas = Quotas(person=2, server=3, house=100)
    for person in (ANN, ANN, BEN):
        assert quotas.exhausted(7, person) is None
        quotas.take(7, person)
    assert quotas.exhausted(7, ANN) is QuotaScope.PERSON
    assert quotas.exhausted(8, ANN) is QuotaScope.PERSON
    assert quotas.exhausted(7, BEN) is QuotaScope.SERVER
    assert quotas.exhausted(8, BEN) is None
    quotas.give_back(7, ANN)
    assert quotas.exhausted(7, ANN) is None
    assert quotas.exhausted(7, BEN) is None


def test_a_server_may_always_take_one() -> None:
    quotas = Quotas(person=9, server=9, house=3)
    for server in (1, 1, 1, 2, 3):
        assert quotas.exhausted(server + 10, ANN) is None
        quotas.take(server, BEN)
    assert quotas.exhausted(1, CEM) is QuotaScope.HOUSE
    assert quotas.exhausted(3, CEM) is QuotaScope.HOUSE
    assert quotas.exhausted(4, CEM) is None


def test_persons_and_servers_that_use_nothing_are_forgotten() -> None:
    quotas = Quotas(person=2, server=2, house=2)
    for person in (ANN, None):
        quotas.take(7, person)
        quotas.give_back(7, person)
    quotas.exhausted(8, BEN)
    assert not quotas._people
    assert not quotas._servers


def test_lines_take_turns_and_a_line_is_first_come_first_served() -> None:
    queue = RoundRobin[str]()
    for what in ("a1", "a2", "a3", "b1", "c1", "b2"):
        queue.add(what[0], what)
    assert list(queue) == ["a1", "b1", "c1", "a2", "b2", "a3"]
    assert queue.take() == "a1"
    queue.add("d", "d1")
    assert queue.take(busy={"b"}) == "c1"
    assert list(queue) == ["b1", "a2", "d1", "b2", "a3"]
    queue.discard("a", "a2")
    queue.discard("d", "d1")
    queue.discard("e", "e1")
    assert [queue.take() for _ in range(4)] == ["b1", "a3", "b2", None]
    assert queue._lines == {}


@given(st.lists(st.integers(0, 4), max_size=40))
def test_items_are_iterated_in_the_order_in_which_they_are_taken(lines: list[int]) -> None:
    queue = RoundRobin[tuple[int, int]]()
    for number, line in enumerate(lines):
        queue.add(line, (line, number))
    told = list(queue)
    assert len(queue) == len(told) == len(lines)
    assert [queue.take() for _ in told] == told
    assert queue.take() is None


HOST = Person(id=1, name="Mina")
GUEST = Person(id=2, name="Sam")


def opened() -> TableState:
    entry = log.Opened(
        at=1,
        place=Place(guild=7, channel=10),
        host=HOST,
        setup=TableSetup(game=TOY.name),
        secret="00" * 32,
    )
    state = open_state("0123456789", entry, {TOY.name: TOY})
    return apply_command(state, lobby.join(GUEST), 2)[1]


def test_moving_it_to_where_it_is_says_nothing() -> None:
    assert apply_command(opened(), lobby.move(Asker(HOST), 10), 3)[0] == []


def test_a_guest_moves_nothing_and_a_moderator_may() -> None:
    with pytest.raises(NotYoursError, match="can move the table"):
        apply_command(opened(), lobby.move(Asker(GUEST), 11), 3)
    _, after = apply_command(opened(), lobby.move(Asker(GUEST, moderator=True), 11), 3)
    assert after.place.channel == 11


def test_a_match_stays_where_it_is() -> None:
    _, playing = apply_command(opened(), lobby.start(Asker(HOST)), 3)
    with pytest.raises(RefusedError, match="already started"):
        apply_command(playing, lobby.move(Asker(HOST), 11), 4)


def test_the_entry_is_read_back_as_it_was_written() -> None:
    entry = log.Moved(at=3, channel=11)
    assert log.read_entry(entry.model_dump_json()) == entry
