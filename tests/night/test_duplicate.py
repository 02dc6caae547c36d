"""A duplicate night: everyone is seated alike, and compared board by board."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from random import Random
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.night.boards import AVERAGE
from bot.night.duplicate import (
    board_percents,
    board_secret,
    duplicate_standings,
    finished_boards,
)
from bot.night.events import Joined, RoundSeated, TableFinished
from bot.night.luck import share_of_luck
from bot.night.places import places
from bot.night.seating import seat
from bot.night.sizes import MOST_WANTED, alike
from tests.night.nights import Log, met, ranked


def duplicate(people: int) -> Log:
    return Log(people, form="duplicate")


def end(log: Log, table: int, *scores: int, away: Sequence[int] = ()) -> None:
    """Finish a table whose people sit in the first seats."""
    number = len(log.night.rounds)
    people = log.night.rounds[-1].tables[table].seats
    log.do(
        TableFinished(
            round=number,
            table=table,
            ranks=tuple(ranked(scores[: len(people)])),
            away=tuple(away),
            scores=scores,
            sat=tuple(range(len(people))),
        )
    )


def two_tables() -> Log:
    log = duplicate(4)
    log.do(RoundSeated(tables=((1, 2), (3, 4)), seats=2))
    return log


@pytest.mark.parametrize(
    ("people", "expected"),
    [
        (4, (2, (2, 2))),
        (5, (3, (3, 2))),
        (7, (4, (4, 3))),
        (8, (4, (4, 4))),
        (9, (3, (3, 3, 3))),
        (10, (4, (4, 3, 3))),
        (13, (3, (3, 3, 3, 2, 2))),
        (64, (4, (4,) * 16)),
    ],
)
def test_all_tables_have_as_many_seats(people: int, expected: tuple[int, tuple[int, ...]]) -> None:
    assert alike(people, MOST_WANTED) == expected


@given(people=st.integers(4, 128), sizes=st.sampled_from([MOST_WANTED, (4, 5), (4, 3), (2,)]))
def test_kai_takes_what_is_left_of_two_tables_or_more(people: int, sizes: tuple[int, ...]) -> None:
    seats, split = alike(people, sizes)
    assert seats in sizes
    assert len(split) >= 2
    assert sum(split) == people
    assert max(split) - min(split) <= 1
    assert 1 <= min(split) <= max(split) <= seats


def test_three_people_cannot_compare() -> None:
    with pytest.raises(ValueError, match="two tables"):
        alike(3, MOST_WANTED)


def test_people_have_new_company_whatever_their_results() -> None:
    log = duplicate(16)
    for _ in range(4):
        tables, byes, seats = seat(log.night)
        assert (byes, seats) == ((), 4)
        log.do(RoundSeated(tables=tables, seats=seats))
        for table in range(4):
            end(log, table, 40, 30, 20, 10)
        assert max(met(log.night).values()) <= 1 + len(log.night.rounds) // 3
    begun = Counter(table.seats[0] for table in log.night.tables())
    assert max(begun.values()) <= 2


def test_a_board_counts_once_all_its_tables_are_done() -> None:
    log = two_tables()
    end(log, 0, 9, 3)
    assert not finished_boards(log.night)
    assert [line.percent for line in duplicate_standings(log.night)] == [0] * 4
    end(log, 1, 5, 3)
    assert finished_boards(log.night) == [1]
    lines = [(line.person, line.place) for line in duplicate_standings(log.night)]
    assert lines == [(1, 1), (2, 2), (4, 2), (3, 4)]
    assert [line.percent for line in duplicate_standings(log.night)] == [100, 50, 50, 0]


def test_places_are_those_by_boards() -> None:
    log = two_tables()
    end(log, 0, 9, 3, away=[2])
    end(log, 1, 5, 3)
    assert places(log.night) == {1: 1, 3: 3, 4: 2}


def test_kai_is_someone_to_compare_with() -> None:
    log = duplicate(5)
    log.do(RoundSeated(tables=((1, 2, 3), (4, 5)), seats=3))
    end(log, 0, 5, 5, 5)
    end(log, 1, 5, 9, 7)
    assert board_percents(log.night) == {1: {1: 50}, 2: {1: 0}, 3: {1: 0}, 4: {1: 50}, 5: {1: 100}}


def test_who_is_away_gets_nothing_and_their_seat_counts_for_the_others() -> None:
    log = two_tables()
    end(log, 0, 9, 3, away=[1])
    end(log, 1, 5, 3)
    assert board_percents(log.night) == {2: {1: 50}, 3: {1: 0}, 4: {1: 50}}
    lines = {line.person: line for line in duplicate_standings(log.night)}
    assert lines[1].percent == 0
    assert lines[1].boards == (None,)


def test_a_table_that_cannot_finish_gives_the_average_to_those_who_stayed() -> None:
    log = two_tables()
    log.give_up(0, 2)
    end(log, 1, 5, 3)
    assert board_percents(log.night) == {1: {1: AVERAGE}, 3: {1: AVERAGE}, 4: {1: AVERAGE}}


def test_a_board_before_somebody_came_counts_nothing() -> None:
    log = two_tables()
    log.do(Joined(person=5))
    end(log, 0, 9, 3)
    end(log, 1, 5, 3)
    log.do(RoundSeated(tables=((5, 1, 2), (3, 4)), seats=3))
    end(log, 0, 9, 3, 1)
    end(log, 1, 5, 3, 1)
    lines = {line.person: line.percent for line in duplicate_standings(log.night)}
    assert lines == {1: 75, 2: 50, 3: 0, 4: 50, 5: 50}


def test_seats_that_nobody_has_are_refused() -> None:
    log = two_tables()
    for sat, scores in (((0,), (1, 2)), ((0, 2), (1, 2)), ((0, -1), (1, 2))):
        finished = TableFinished(round=1, table=0, ranks=(1, 2), scores=scores, sat=sat)
        with pytest.raises(ValueError, match="seat"):
            log.do(finished)
    with pytest.raises(ValueError, match="seats"):
        duplicate(4).do(RoundSeated(tables=((1, 2, 3), (4,)), seats=2))


def test_each_board_has_a_secret_of_its_own() -> None:
    secrets = {board_secret(bytes(16), board) for board in range(1, 11)}
    assert len(secrets) == 10
    assert {len(secret) for secret in secrets} == {32}
    assert board_secret(bytes(16), 1) != board_secret(bytes([1] * 16), 1)


def event(random: Random, people: int, boards: int, skill: float) -> dict[int, list[Fraction]]:
    """Return percentages that differ by skill and by luck, 20 per board."""
    found: dict[int, list[Fraction]] = {}
    for person in range(people):
        middle = random.gauss(50, skill)
        found[person] = [Fraction(random.gauss(middle, 20)) for _ in range(boards)]
    return found


@pytest.mark.parametrize(("skill", "boards"), [(0, 8), (5, 16), (10, 8), (20, 8)])
def test_the_share_of_luck_is_that_of_the_simulation(skill: float, boards: int) -> None:
    random = Random(4)
    shares = [share_of_luck(event(random, 60, boards, skill)) for _ in range(60)]
    luck = 20**2 / boards
    expected = luck / (luck + skill**2)
    assert mean(share for share in shares if share is not None) == pytest.approx(expected, abs=0.1)


def test_the_share_of_luck_needs_people_and_boards_to_compare() -> None:
    half, all_of_it = [Fraction(50)] * 7, [Fraction(100)] * 7
    mixed = [Fraction(50), *all_of_it]
    assert share_of_luck({}) is None
    assert share_of_luck({1: half[:6], 2: all_of_it}) is None, "one board too few"
    assert share_of_luck({1: half * 2, 2: []}) is None
    assert share_of_luck({1: mixed, 2: mixed[::-1]}) == 1
    assert share_of_luck({1: half, 2: all_of_it}) == 0
