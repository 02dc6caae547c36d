"""Nobody has more than their share, and each line has its turn."""

from hypothesis import given
from hypothesis import strategies as st

from bot.tables.hosting.shares import Full, Rounds, Shares

ANN, BEN, CEM = 1, 2, 3


def test_each_person_and_each_server_has_so_much_at_once() -> None:
    shares = Shares(person=2, server=3, house=100)
    for person in (ANN, ANN, BEN):
        assert shares.full(7, person) is None
        shares.take(7, person)
    assert shares.full(7, ANN) is Full.PERSON
    assert shares.full(8, ANN) is Full.PERSON
    assert shares.full(7, BEN) is Full.SERVER
    assert shares.full(8, BEN) is None
    shares.give_back(7, ANN)
    assert shares.full(7, ANN) is None
    assert shares.full(7, BEN) is None


def test_however_many_others_there_are_each_server_has_one() -> None:
    shares = Shares(person=9, server=9, house=3)
    for server in (1, 1, 1, 2, 3):
        assert shares.full(server + 10, ANN) is None
        shares.take(server, BEN)
    assert shares.full(1, CEM) is Full.HOUSE
    assert shares.full(3, CEM) is Full.HOUSE
    assert shares.full(4, CEM) is None


def test_nothing_is_kept_of_those_who_have_nothing() -> None:
    shares = Shares(person=2, server=2, house=2)
    for person in (ANN, None):
        shares.take(7, person)
        shares.give_back(7, person)
    shares.full(8, BEN)
    assert not shares._people
    assert not shares._servers


def test_lines_take_turns_and_a_line_is_first_come_first_served() -> None:
    rounds = Rounds[str]()
    for what in ("a1", "a2", "a3", "b1", "c1", "b2"):
        rounds.add(what[0], what)
    assert list(rounds) == ["a1", "b1", "c1", "a2", "b2", "a3"]
    assert rounds.take() == "a1"
    rounds.add("d", "d1")
    assert rounds.take(busy={"b"}) == "c1"
    assert list(rounds) == ["b1", "a2", "d1", "b2", "a3"]
    rounds.discard("a", "a2")
    rounds.discard("d", "d1")
    rounds.discard("e", "e1")
    assert [rounds.take() for _ in range(4)] == ["b1", "a3", "b2", None]
    assert rounds._lines == {}


@given(st.lists(st.integers(0, 4), max_size=40))
def test_the_order_told_is_the_order_taken(lines: list[int]) -> None:
    rounds = Rounds[tuple[int, int]]()
    for number, line in enumerate(lines):
        rounds.add(line, (line, number))
    told = list(rounds)
    assert len(rounds) == len(told) == len(lines)
    assert [rounds.take() for _ in told] == told
    assert rounds.take() is None
