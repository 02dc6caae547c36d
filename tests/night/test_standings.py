"""Ties and how they are broken, as docs/nights.md promises it."""

from fractions import Fraction

from bot.night.places import places
from bot.night.standings import Line, standings
from tests.night.nights import Log


def lines(log: Log) -> dict[int, Line]:
    return {line.person: line for line in standings(log.night)}


def test_points_come_first() -> None:
    log = Log(4)
    log.place([4, 3, 2, 1])
    log.finish(0, 1, 2, 3, 4)
    assert [(line.place, line.person) for line in standings(log.night)] == [
        *((1, 4), (2, 3), (3, 2), (4, 1))
    ]


def test_then_the_strength_of_the_people_one_has_met() -> None:
    log = Log(4, (2,))
    log.place([1, 2], [3, 4])
    log.finish(0, 1, 2)
    log.finish(1, 1, 2)
    log.place([2, 3], [1, 4])
    log.finish(0, 1, 2)
    log.finish(1, 1, 1)
    found = lines(log)
    assert [found[person].points for person in (1, 2, 3, 4)] == [150, 100, 100, 50]
    assert found[2].strength == Fraction(75 + 50, 2)
    assert found[3].strength == Fraction(25 + 50, 2)
    assert (found[2].place, found[3].place) == (2, 3)


def test_then_how_those_who_are_level_did_against_each_other_if_anyone_did_better() -> None:
    """1 beat 2, 2 beat 3, and so on around; those across were level."""
    cycle = Log(4, (2,))
    cycle.place([1, 2], [3, 4])
    cycle.finish(0, 1, 2)
    cycle.finish(1, 1, 2)
    cycle.place([1, 4], [2, 3])
    cycle.finish(0, 2, 1)
    cycle.finish(1, 1, 2)
    cycle.place([1, 3], [2, 4])
    cycle.finish(0, 1, 1)
    cycle.finish(1, 1, 1)
    level = lines(cycle)
    assert {line.points for line in level.values()} == {150}
    assert {line.strength for line in level.values()} == {50}
    assert {line.direct for line in level.values()} == {Fraction(1, 2)}
    assert {line.place for line in level.values()} == {1}


def test_a_direct_encounter_decides() -> None:
    """1 and 2 have met each other, and else people who did alike."""
    log = Log(6, (2,))
    log.place([1, 2], [3, 4], [5, 6])
    log.finish(0, 1, 2)
    log.finish(1, 1, 1)
    log.finish(2, 1, 1)
    log.place([1, 3], [2, 4], [5, 6])
    log.finish(0, 2, 1)
    log.finish(1, 1, 2)
    log.finish(2, 1, 1)
    found = lines(log)
    assert found[1].points == found[2].points == 100
    assert (float(found[1].strength), float(found[2].strength)) == (62.5, 37.5)
    log.place([1, 4], [2, 3], [5, 6])
    log.finish(0, 1, 1)
    log.finish(1, 1, 1)
    log.finish(2, 1, 1)
    found = lines(log)
    assert found[1].points == found[2].points == 150
    assert found[1].strength == found[2].strength == 50
    assert found[1].direct > found[2].direct
    assert found[1].place < found[2].place


def test_then_who_was_first_more_often() -> None:
    """At tables of three, twice in the middle is worth as much as first and last."""
    log = Log(6, (3,))
    log.place([1, 2, 3], [4, 5, 6])
    log.finish(0, 1, 2, 3)
    log.finish(1, 1, 2, 3)
    log.place([3, 2, 1], [6, 5, 4])
    log.finish(0, 1, 2, 3)
    log.finish(1, 1, 2, 3)
    found = lines(log)
    assert {line.points for line in found.values()} == {100}
    assert {line.strength for line in found.values()} == {50}
    assert {line.direct for line in found.values()} == {Fraction(1, 2)}
    assert {person: line.firsts for person, line in found.items()} == {
        **dict.fromkeys((1, 3, 4, 6), 1),
        **dict.fromkeys((2, 5), 0),
    }
    assert [found[person].place for person in (1, 3, 4, 6, 2, 5)] == [1, 1, 1, 1, 5, 5]


def test_then_the_place_is_shared_and_the_next_one_left_out() -> None:
    log = Log(3)
    log.place([1, 2, 3])
    log.finish(0, 1, 1, 3)
    assert [line.place for line in standings(log.night)] == [1, 1, 3]


def test_nobody_has_met_who_was_away_and_nobody_wins_by_leaving() -> None:
    log = Log(3)
    log.place([1, 2, 3])
    log.finish(0, 1, 2, 3, away=[1])
    found = lines(log)
    assert found[1].points == found[1].strength == found[1].firsts == 0
    assert found[2].strength == found[3].points == 0
    assert found[2].place == 1


def test_one_who_left_or_was_away_takes_no_strength_from_those_they_played() -> None:
    log = Log(3, (3, 2))
    log.place([1, 2, 3])
    log.finish(0, 1, 2, 3)
    before = lines(log)[3].strength
    log.place([1, 2, 3])
    log.finish(0, 1, 2, 3, away=[1, 3])
    log.leave(1)
    log.place([2, 3])
    log.give_up(0)
    assert lines(log)[3].strength >= before == 75


def test_who_finished_no_table_themselves_has_no_place() -> None:
    assert places(Log(4).night) == {}
    log = Log(7, (4, 3))
    log.place([1, 2, 3, 4], [5, 6, 7])
    log.finish(0, 1, 1, 3, 4, away=[4])
    assert {*places(log.night)} == {1, 2, 3}
    log.give_up(1, 5)
    found = places(log.night)
    assert {*found} == {1, 2, 3}
    assert found[1] == found[2] == 1
    assert found[3] == lines(log)[3].place
