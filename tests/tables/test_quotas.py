"""Quotas of persons and servers, and the round-robin queue."""

from hypothesis import given
from hypothesis import strategies as st

from bot.tables.quotas import Quotas, QuotaScope, RoundRobin

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
