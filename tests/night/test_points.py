"""Points, as docs/nights.md promises them."""

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


def points(*ranks: int, away: int | None = None) -> list[Fraction]:
    table = Table(tuple(range(len(ranks))), ranks, frozenset(() if away is None else (away,)))
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


def test_who_is_away_gets_nothing_and_their_seat_counts_for_the_others() -> None:
    assert points(1, 2, 3, away=0) == [0, 50, 0]
    assert points(2, 1, 3, away=0) == [0, 100, 0]


def test_a_bye_is_worth_the_average_of_the_tables_one_finished_also_of_later_ones() -> None:
    log = Log(4, (3,))
    log.place([1, 2, 3], byes=[4])
    log.finish(0, 1, 2, 3)
    assert rounds(log)[4] == (AVERAGE_OF_NOTHING,)
    log.place([1, 2, 4], byes=[3])
    log.finish(0, 2, 3, 1)
    assert rounds(log) == {1: (100, 50), 2: (50, 0), 3: (0, 0), 4: (100, 100)}


def test_a_table_that_is_given_up_is_worth_the_average_but_not_to_who_had_left_it() -> None:
    log = Log(3)
    log.place([1, 2, 3])
    log.finish(0, 1, 1, 3)
    log.place([1, 2, 3])
    assert rounds(log)[1] == (75, None)
    log.give_up(0, 2)
    assert rounds(log) == {1: (75, 75), 2: (75, 0), 3: (0, 0)}


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
