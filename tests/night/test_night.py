"""A night is its log: what each event changes, and which ones cannot happen."""

import pytest

from bot.night.night import (
    CameBack,
    Cut,
    Event,
    Joined,
    Left,
    Member,
    NightClosed,
    Opened,
    RoundSeated,
    Sealed,
    TableFinished,
    TableGivenUp,
    can_join,
    evolve,
    night_of,
    read_event,
)
from tests.night.nights import Log


@pytest.fixture
def log() -> Log:
    made = Log(5)
    made.place([1, 2, 3], [4, 5])
    made.finish(1, 1, 2)
    return made


def test_events_are_read_as_they_were_written(log: Log) -> None:
    first, *rest = log.events
    log = Log(0)
    log.events, log.night = [first], night_of([first])
    log.do(Sealed(secret="07" * 32), *rest[:5], Cut(person=2, word="tea"), *rest[5:])
    log.leave(1)
    log.do(CameBack(person=1), TableGivenUp(round=1, table=0, away=(1,)), NightClosed())
    texts = [event.model_dump_json() for event in log.events]
    assert list(map(read_event, texts)) == log.events
    assert night_of(map(read_event, texts)) == log.night


def test_who_comes_late_sits_from_the_next_round_on(log: Log) -> None:
    log.do(Joined(person=6))
    assert log.night.members[-1] == Member(6, since=2)
    assert 6 in log.night.here


def test_who_leaves_is_not_seated_until_they_come_back(log: Log) -> None:
    log.leave(4)
    assert 4 not in log.night.here
    log.do(CameBack(person=4))
    assert 4 in log.night.here


def test_who_leaves_before_their_first_round_has_never_joined(log: Log) -> None:
    log.do(Joined(person=6), Left(person=6))
    assert log.night.people == (1, 2, 3, 4, 5)
    log.do(Joined(person=6))
    assert log.night.members[-1] == Member(6, since=2)


def test_a_word_goes_to_the_end_and_stays_if_its_person_leaves() -> None:
    log = Log(3)
    log.do(Sealed(secret="07" * 32))
    for person, word in ((1, "one"), (2, "two"), (3, "three"), (1, "again")):
        log.do(Cut(person=person, word=word))
    log.leave(2)
    words = [Cut(person=2, word="two"), Cut(person=3, word="three"), Cut(person=1, word="again")]
    assert [*log.night.words] == words
    with pytest.raises(ValueError, match="2 is not here"):
        evolve(log.night, Cut(person=2, word="more"))
    log.do(Joined(person=2), Cut(person=2, word="more"))
    assert [*log.night.words] == [*words[1:], Cut(person=2, word="more")]


def test_the_deck_is_cut_between_the_secret_and_the_first_round() -> None:
    log, sealed, word = Log(3), Sealed(secret="07" * 32), Cut(person=1, word="one")
    with pytest.raises(ValueError, match="the deck is cut between"):
        evolve(log.night, word)
    log.do(sealed)
    with pytest.raises(ValueError, match="the deck is cut between"):
        evolve(log.night, sealed)
    log.seat()
    with pytest.raises(ValueError, match="the deck is cut between"):
        evolve(log.night, word)


def test_a_round_robin_is_for_those_who_are_there_when_it_begins() -> None:
    log = Log(5, (2,), "round robin")
    log.leave(2)
    log.seat()
    assert log.night.rounds[0].byes == ()


def test_a_closed_night_has_no_table_that_plays(log: Log) -> None:
    log.leave(1, 4)
    log.do(NightClosed())
    [first, second] = log.night.tables()
    assert (first.given_up, second.given_up) == (True, False)
    assert set(first.away) == {1}
    assert not second.away
    assert not log.night.running


def test_a_round_robin_is_full_at_eight_and_once_it_has_begun() -> None:
    waits = Log(7, (2,), "round robin")
    assert can_join(waits.night)
    waits.do(Joined(person=8))
    assert not can_join(waits.night)
    begun = Log(3, (2,), "round robin")
    begun.seat()
    assert not can_join(begun.night)


def test_a_round_robin_may_seat_its_rounds_at_once() -> None:
    log = Log(4, (2,), "round robin")
    log.seat()
    log.seat()
    log.do(TableFinished(round=1, table=0, ranks=(1, 1)))
    assert [table.running for table in log.night.tables()] == [False, True, True, True]


@pytest.mark.parametrize(
    "event",
    [
        Opened(seed="00", sizes=(4,)),
        Joined(person=1),
        Left(person=9),
        CameBack(person=1),
        RoundSeated(tables=((1, 2, 3, 4, 5),)),
        TableFinished(round=0, table=0, ranks=(1, 2, 3)),
        TableFinished(round=2, table=0, ranks=(1, 2, 3)),
        TableFinished(round=1, table=2, ranks=(1, 2, 3)),
        TableFinished(round=1, table=-1, ranks=(1, 2)),
        TableFinished(round=1, table=1, ranks=(1, 2)),
        TableFinished(round=1, table=0, ranks=(1, 2)),
        TableFinished(round=1, table=0, ranks=(2, 3, 4)),
        TableFinished(round=1, table=0, ranks=(1, 2, 3), away=(4,)),
    ],
    ids=lambda event: event.kind,
)
def test_what_cannot_happen_now_is_refused(log: Log, event: Event) -> None:
    with pytest.raises(ValueError, match=r"."):
        evolve(log.night, event)


@pytest.mark.parametrize(
    "event",
    [
        RoundSeated(tables=((1, 2, 3, 4),)),
        RoundSeated(tables=((1, 2, 3, 4), (4, 5))),
        RoundSeated(tables=((1, 2, 3, 4),), byes=(6,)),
        RoundSeated(tables=((1,), (2, 3, 4, 5))),
    ],
)
def test_a_round_seats_everyone_who_is_here_once(event: Event) -> None:
    with pytest.raises(ValueError, match="seat"):
        evolve(Log(5).night, event)


def test_nothing_happens_after_the_end(log: Log) -> None:
    log.do(NightClosed())
    with pytest.raises(ValueError, match="closed"):
        evolve(log.night, Joined(person=6))


def test_a_log_begins_with_its_opening() -> None:
    with pytest.raises(ValueError, match="opening"):
        night_of([Joined(person=1)])
