"""Kai's turns, found again in a table's log."""

import pytest

from bot.games.registry import GAMES
from bot.tables.core.entries import Acted, Entry, Opened, Person, Place, Started, TableSetup
from bot.tables.core.entries import Occupant as Sits
from bot.tables.core.errors import RefusedError
from bot.tables.core.state import TableState
from bot.tables.core.turns import kai_turn, must_be_over, over
from bot.tables.hosting.reading import rebuild

MINA = Person(id=1, name="Mina")


def log(*actions: tuple[int, str, str]) -> list[Entry]:
    """Return the log of a match of Kapow! between Mina and Kai: seat, action, and by whom."""
    setup = TableSetup(game="kapow", options={"rounds": 1})
    seats = (Sits(person=MINA), Sits(kai="normal"))
    place = Place(guild=1, channel=2)
    return [
        Opened(at=0, place=place, host=MINA, setup=setup, secret="00" * 32),
        Started(at=0, seats=seats, cuts=("", "")),
        *(
            Acted(at=0, seat=seat, action=action, by="kai" if by == "kai" else "person")
            for seat, action, by in actions
        ),
    ]


def table(entries: list[Entry]) -> TableState:
    return rebuild("0123456789", entries, GAMES)


@pytest.fixture
def starter() -> int:
    return min(table(log()).to_act)


OPENING = ("reveal 1t 1m", "take draw", "discard")


def played(starter: int, *turns: str) -> list[Entry]:
    """Return a log in which the seats take their first turns; the last may be cut short."""
    actions = []
    for number, by in enumerate(turns):
        seat = (starter + number) % 2
        actions += [(seat, action, by) for action in OPENING]
    return log(*actions)


def test_a_turn_has_all_its_decisions_with_the_states_before_them(starter: int) -> None:
    entries = played(starter, "kai", "person")
    turn = kai_turn("0123456789", entries, GAMES, 3)
    assert [str(each.action) for each in turn.decisions] == [*OPENING]
    assert [each.before.ply for each in turn.decisions] == [0, 1, 2]
    assert {each.seat for each in turn.decisions} == {starter}
    assert turn.earlier is None
    assert all(each.events for each in turn.decisions)


def test_a_turn_refers_to_the_turn_before(starter: int) -> None:
    entries = played(starter, "kai", "kai")
    assert table(entries).kai_moved is not None
    later = kai_turn("0123456789", entries, GAMES, 6)
    assert later.earlier == 3
    assert kai_turn("0123456789", entries, GAMES, 3).turn < later.turn


@pytest.mark.parametrize("ply", [0, 4, 6, 7, 999_999])
def test_a_ply_that_is_not_kai_s_is_refused(starter: int, ply: int) -> None:
    entries = played(starter, "kai", "person")
    with pytest.raises(RefusedError, match="didn't make that move"):
        kai_turn("0123456789", entries, GAMES, ply)


def test_a_turn_is_over_when_the_next_has_begun(starter: int) -> None:
    entries = played(starter, "kai")
    assert over(table(entries[:2])) is None
    during, after = table(entries[:-1]), table(entries)
    assert during.kai_moved is not None
    assert over(during) is None
    with pytest.raises(RefusedError, match="n't finished"):
        must_be_over(during, during.kai_moved.turn)
    assert over(after) == 3


def test_people_s_turns_are_not_found(starter: int) -> None:
    assert table(played(starter, "person", "person")).kai_moved is None
