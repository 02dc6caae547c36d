"""Points, as docs/nights.md promises them."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest

from bot.game.contract import Seat
from bot.league.counting import FULL_POINTS, Player, pairs
from bot.night.events import CameBack, Joined, NightClosed
from bot.night.night import Table
from bot.night.points import scores, table_points, totals
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


@pytest.mark.parametrize("ranks", list(product((1, 2, 3, 4), repeat=4))[::3])
def test_no_table_gives_more_than_one_that_is_played(ranks: tuple[int, ...]) -> None:
    """Whoever leaves, is removed or agrees to an end: 50 points for each seat, at most."""
    ranks = tuple(rank - min(ranks) + 1 for rank in ranks)
    for how in product("pga", repeat=4):
        away = [at for at, one in enumerate(how, 1) if one == "g"]
        absent = [at for at, one in enumerate(how, 1) if one == "a"]
        found = rounds_of(*ranks, away=away, absent=absent, before=100)
        assert round(sum(found)) <= 200


def rounds_of(
    *ranks: int, away: Sequence[int] = (), absent: Sequence[int] = (), before: int | None = None
) -> tuple[float, ...]:
    """Return the points of a table; ``before``: all have won so many points at one before."""
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


def test_a_result_counts_for_somebody_who_leaves_after_it() -> None:
    log = Log(2)
    log.place([1, 2])
    log.finish(0, 1, 2)
    log.leave(1)
    assert totals(log.night)[1] == FULL_POINTS
