"""Points of each round, ties and how they are broken, as docs/nights.md promises it."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest

from bot.game.contract import Seat
from bot.league.counting import FULL_POINTS, Player, pairs
from bot.night.night import CameBack, Joined, NightClosed, Table
from bot.night.standings import Line, places, scores, standings, table_points, totals
from tests.night.nights import Log

AVERAGE_OF_NOTHING = 50


def points(*ranks: int) -> list[Fraction]:
    table = Table(tuple(range(len(ranks))), ranks)
    return list(table_points(table).values())


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [
        ((1, 2), (100, 0)),
        ((1, 2, 3), (100, 50, 0)),
        ((1, 1, 3), (75, 75, 0)),
        ((1, 2, 3, 4), (100, Fraction(200, 3), Fraction(100, 3), 0)),
        ((1, 1, 1, 1), (50, 50, 50, 50)),
    ],
)
def test_points_are_the_share_of_the_others_who_finished_behind(
    ranks: tuple[int, ...], expected: tuple[Fraction, ...]
) -> None:
    assert tuple(points(*ranks)) == expected


@pytest.mark.parametrize("ranks", list(product((1, 2, 3, 4), repeat=4))[::7])
def test_points_are_those_of_the_league(ranks: tuple[int, ...]) -> None:
    players = [Player(Seat(seat), seat, None, rank) for seat, rank in enumerate(ranks)]
    league = [0.0] * 4
    for pair in pairs(players):
        league[pair.player.seat] += FULL_POINTS * pair.score / 3
    assert [float(each) for each in points(*ranks)] == pytest.approx(league)


def rounds(log: Log) -> dict[int, tuple[float | None, ...]]:
    return {
        person: tuple(None if each is None else float(each) for each in found)
        for person, found in scores(log.night).items()
    }


def test_who_is_gone_gets_nothing_and_takes_nothing_from_those_who_stayed() -> None:
    assert rounds_of(1, 2, 3, away=[1]) == (0, 100, 0)
    assert rounds_of(2, 1, 3, away=[1]) == (0, 100, 0)
    assert rounds_of(3, 1, 2, away=[1]) == (0, 100, 50)
    assert rounds_of(1, 1, 3, away=[1]) == (0, 100, 0), "level with a seat that Kai finished"
    assert rounds_of(1, 2, 3, 4, away=[1, 2]) == (0, 0, 100, 0)


def test_nobody_has_met_those_who_were_removed_early_and_they_are_spared() -> None:
    assert rounds_of(1, 2, 3, absent=[1]) == (50, 100, 0)
    assert rounds_of(3, 1, 2, absent=[1]) == (50, 100, 0)
    assert rounds_of(1, 2, 3, absent=[1, 2]) == (50, 50, 50), "3 has met nobody"
    assert rounds_of(1, 2, absent=[2]) == (50, 50)


ORDERS = list(product((1, 2, 3, 4), repeat=4))[::9]
more = (pytest.param(ranks, marks=pytest.mark.thorough) for ranks in ORDERS)


@pytest.mark.parametrize("ranks", [*ORDERS[::4], *more])
def test_no_table_gives_more_than_one_that_is_played(ranks: tuple[int, ...]) -> None:
    """Someone who leaves, is removed or agrees to an end: 50 points for each seat, at most."""
    ranks = tuple(rank - min(ranks) + 1 for rank in ranks)
    for how in product("pga", repeat=4):
        away = [at for at, one in enumerate(how, 1) if one == "g"]
        absent = [at for at, one in enumerate(how, 1) if one == "a"]
        found = rounds_of(*ranks, away=away, absent=absent, before=100)
        assert round(sum(found)) <= 200


def rounds_of(
    *ranks: int, away: Sequence[int] = (), absent: Sequence[int] = (), before: int | None = None
) -> tuple[float, ...]:
    """Return the points of a table; ``before``: all have won this many points at one before."""
    people = range(1, len(ranks) + 1)
    log = Log(2 * len(ranks), (2, len(ranks)))
    if before is not None:
        log.place(*[[who, who + len(ranks)] for who in people])
        for at in range(len(ranks)):
            log.finish(at, 1, 2)
        log.leave(*[who + len(ranks) for who in people])
    else:
        log.leave(*[who + len(ranks) for who in people])
    log.place([*people])
    log.finish(0, *ranks, away=away, absent=absent)
    last = [scores(log.night)[who][-1] for who in people]
    return tuple(float(each) for each in last if each is not None)


def test_a_bye_is_worth_the_average_of_the_tables_one_finished_also_of_later_ones() -> None:
    log = Log(4, (3,))
    log.place([1, 2, 3], byes=[4])
    log.finish(0, 1, 2, 3)
    assert rounds(log)[4] == (AVERAGE_OF_NOTHING,)
    log.place([1, 2, 4], byes=[3])
    log.finish(0, 2, 3, 1)
    assert rounds(log) == {1: (100, 50), 2: (50, 0), 3: (0, 0), 4: (100, 100)}


def test_a_table_that_is_given_up_is_worth_the_average_but_no_more_than_50() -> None:
    log = Log(3)
    log.place([1, 2, 3])
    log.finish(0, 1, 1, 3)
    log.place([1, 2, 3])
    assert rounds(log)[1] == (75, None)
    log.give_up(0, 2)
    assert rounds(log) == {1: (75, 50), 2: (75, 0), 3: (0, 0)}


def test_a_table_that_plays_when_the_night_closes_is_given_up() -> None:
    log = Log(3)
    log.place([1, 2, 3])
    log.do(NightClosed())
    assert totals(log.night) == dict.fromkeys((1, 2, 3), AVERAGE_OF_NOTHING)


def test_rounds_before_one_came_or_while_one_was_gone_are_worth_nothing() -> None:
    log = Log(3)
    log.place([1, 2, 3])
    log.do(Joined(person=4))
    log.finish(0, 1, 2, 3)
    log.leave(1)
    log.place([2, 3, 4])
    log.do(CameBack(person=1))
    log.finish(0, 2, 3, 1)
    assert rounds(log) == {1: (100, 0), 2: (50, 50), 3: (0, 0), 4: (0, 100)}


def test_missed_rounds_are_no_part_of_an_average() -> None:
    log = Log(3, (3,))
    log.place([1, 2, 3])
    log.finish(0, 1, 2, 3)
    log.do(Joined(person=4))
    log.place([4, 2, 1], byes=[3])
    log.finish(0, 1, 2, 3)
    log.place([3, 2, 1], byes=[4])
    assert rounds(log)[4] == (0, 100, 100)


def test_a_result_counts_for_someone_who_leaves_after_it() -> None:
    log = Log(2)
    log.place([1, 2])
    log.finish(0, 1, 2)
    log.leave(1)
    assert totals(log.night)[1] == FULL_POINTS


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
    log.play_round({(1, 2): (1, 2), (3, 4): (1, 2)})
    log.play_round({(2, 3): (1, 2), (1, 4): (1, 1)})
    found = lines(log)
    assert [found[person].points for person in (1, 2, 3, 4)] == [150, 100, 100, 50]
    assert found[2].strength == Fraction(75 + 50, 2)
    assert found[3].strength == Fraction(25 + 50, 2)
    assert (found[2].place, found[3].place) == (2, 3)


def test_then_how_those_who_are_level_did_against_each_other_if_anyone_did_better() -> None:
    """1 beat 2, 2 beat 3, and so on around; those across were level."""
    cycle = Log(4, (2,))
    cycle.play_round({(1, 2): (1, 2), (3, 4): (1, 2)})
    cycle.play_round({(1, 4): (2, 1), (2, 3): (1, 2)})
    cycle.play_round({(1, 3): (1, 1), (2, 4): (1, 1)})
    level = lines(cycle)
    assert {line.points for line in level.values()} == {150}
    assert {line.strength for line in level.values()} == {50}
    assert {line.direct for line in level.values()} == {Fraction(1, 2)}
    assert {line.place for line in level.values()} == {1}


def test_a_direct_encounter_decides() -> None:
    """1 and 2 have met each other, and else people who did alike."""
    log = Log(6, (2,))
    log.play_round({(1, 2): (1, 2), (3, 4): (1, 1), (5, 6): (1, 1)})
    log.play_round({(1, 3): (2, 1), (2, 4): (1, 2), (5, 6): (1, 1)})
    found = lines(log)
    assert found[1].points == found[2].points == 100
    assert (float(found[1].strength), float(found[2].strength)) == (62.5, 37.5)
    log.play_round({(1, 4): (1, 1), (2, 3): (1, 1), (5, 6): (1, 1)})
    found = lines(log)
    assert found[1].points == found[2].points == 150
    assert found[1].strength == found[2].strength == 50
    assert found[1].direct > found[2].direct
    assert found[1].place < found[2].place


def test_then_who_was_first_more_often() -> None:
    """At tables of three, twice in the middle is worth as much as first and last."""
    log = Log(6, (3,))
    log.play_round({(1, 2, 3): (1, 2, 3), (4, 5, 6): (1, 2, 3)})
    log.play_round({(3, 2, 1): (1, 2, 3), (6, 5, 4): (1, 2, 3)})
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
