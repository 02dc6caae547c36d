"""Boards dealt alike at several tables: compared seat by seat, duplicate nights, and luck."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import inf, isclose
from random import Random
from statistics import mean, stdev

import pytest
from hypothesis import given, strategies as st

from bot.night.night import Joined, RoundSeated, TableFinished
from bot.night.plan import MOST_WANTED, alike
from bot.night.seating import seat
from bot.night.standings import (
    AVERAGE,
    Play,
    board_percents,
    board_standings,
    compared,
    finished_boards,
    percents,
    places,
    share_of_luck,
    spread,
    standard_error,
    standings,
)
from bot.night.tables import board_secret
from tests.night.nights import Log, met, ranked


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([], []),
        ([7], [50]),
        ([7, 3], [100, 0]),
        ([3, 3], [50, 50]),
        ([9, 5, 1], [100, 50, 0]),
        ([9, 5, 5], [100, 25, 25]),
        ([4, 9, 4, 1, 4], [50, 100, 50, 0, 50]),
    ],
)
def test_a_result_is_worth_what_it_beats_and_half_of_what_it_ties(
    scores: list[int], expected: list[int]
) -> None:
    assert [float(each) for each in compared(scores)] == expected


@given(st.lists(st.integers(-20, 20)))
def test_a_seat_gives_50_on_average_and_more_for_more(scores: list[int]) -> None:
    found = compared(scores)
    assert sum(found) == 50 * len(scores)
    ordered = sorted(zip(scores, found, strict=True))
    assert [percent for _, percent in ordered] == sorted(found)


def test_each_seat_is_compared_with_the_same_seat_of_the_same_board() -> None:
    """South is dealt well, so all score there: who sits there gains nothing by it."""
    plays = [Play(1, (1, 2), (0, 90)), Play(1, (3, 4), (10, 80)), Play(2, (1, 4), (5, 5))]
    assert percents(plays) == {1: {1: 0, 2: 50}, 2: {1: 100}, 3: {1: 100}, 4: {1: 0, 2: 50}}


def test_a_table_that_could_not_finish_has_the_average_and_is_no_one_to_compare_with() -> None:
    plays = [Play(1, (1,), (9,)), Play(1, (2,), None), Play(1, (3,), (4,))]
    assert percents(plays) == {1: {1: 100}, 2: {1: AVERAGE}, 3: {1: 0}}
    assert percents(plays[:2]) == {1: {1: AVERAGE}, 2: {1: AVERAGE}}


def test_kai_has_no_percentage_and_is_someone_to_compare_with() -> None:
    assert percents([Play(1, (1,), (9,)), Play(1, (None,), (4,))]) == {1: {1: 100}}


def test_standings_go_by_the_mean_of_all_boards() -> None:
    plays = [
        *(Play(1, (1,), (9,)), Play(1, (2,), (5,)), Play(1, (3,), (5,))),
        *(Play(2, (1,), (1,)), Play(2, (2,), (5,))),
    ]
    lines = board_standings([1, 2, 3, 4], [1, 2], percents(plays))
    assert [(line.place, line.person, line.points) for line in lines] == [
        (1, 2, Fraction(125, 2)),
        (2, 1, 50),
        (3, 3, Fraction(25, 2)),
        (4, 4, 0),
    ]
    assert lines[2].scores == (Fraction(25), None)


def test_the_same_percentage_shares_a_place() -> None:
    plays = [Play(1, (1,), (9,)), Play(1, (2,), (9,)), Play(1, (3,), (5,))]
    lines = board_standings([1, 2, 3], [1], percents(plays))
    assert [line.place for line in lines] == [1, 1, 3]


def test_each_seat_has_a_score() -> None:
    with pytest.raises(ValueError, match="shorter"):
        percents([Play(1, (1, 2), (9,))])


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
        seated = seat(log.night)
        assert (seated.byes, seated.seats) == ((), 4)
        log.do(seated)
        for table in range(4):
            end(log, table, 40, 30, 20, 10)
        assert max(met(log.night).values()) <= 1 + len(log.night.rounds) // 3
    begun = Counter(table.seats[0] for table in log.night.tables())
    assert max(begun.values()) <= 2


def test_a_board_counts_once_all_its_tables_are_done() -> None:
    log = two_tables()
    end(log, 0, 9, 3)
    assert not finished_boards(log.night)
    assert [line.points for line in standings(log.night)] == [0] * 4
    end(log, 1, 5, 3)
    assert finished_boards(log.night) == [1]
    lines = [(line.person, line.place) for line in standings(log.night)]
    assert lines == [(1, 1), (2, 2), (4, 2), (3, 4)]
    assert [line.points for line in standings(log.night)] == [100, 50, 50, 0]


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
    lines = {line.person: line for line in standings(log.night)}
    assert lines[1].points == 0
    assert lines[1].scores == (None,)


def test_a_table_that_cannot_finish_gives_the_average_to_those_who_stayed() -> None:
    log = two_tables()
    log.give_up(0, 2)
    end(log, 1, 5, 3)
    assert board_percents(log.night) == {1: {1: AVERAGE}, 3: {1: AVERAGE}, 4: {1: AVERAGE}}


def test_a_board_before_someone_came_counts_nothing() -> None:
    log = two_tables()
    log.do(Joined(person=5))
    end(log, 0, 9, 3)
    end(log, 1, 5, 3)
    log.do(RoundSeated(tables=((5, 1, 2), (3, 4)), seats=3))
    end(log, 0, 9, 3, 1)
    end(log, 1, 5, 3, 1)
    lines = {line.person: line.points for line in standings(log.night)}
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


TABLES = 8
BETTER = 40
"""By how many points someone is better than all others; each kind of luck has 100."""


def luck_event(
    random: Random, boards: int, *, alike: bool, better: int = 0, tables: int = TABLES
) -> Mapping[int, Sequence[Fraction]]:
    """Return everyone's percentages, of one seat of each board; person 0 may be better."""
    plays = []
    for board in range(boards):
        deal = random.gauss(0, 100)
        for person in range(tables):
            luck = (deal if alike else random.gauss(0, 100)) + random.gauss(0, 100)
            plays.append(Play(board, (person,), (round(luck + better * (person == 0)),)))
    return {person: [*found.values()] for person, found in percents(plays).items()}


def needed(*, alike: bool) -> float:
    """Return in proportion after how many boards the better one is told from another."""
    boards = luck_event(Random(1), 3000, alike=alike, better=BETTER)
    means = [float(mean(boards[person])) for person in range(TABLES)]
    found = spread(boards)
    assert found is not None
    return (found / (means[0] - mean(means[1:]))) ** 2


def test_skill_shows_in_about_half_of_the_boards_where_the_deal_is_the_same() -> None:
    alike, different = needed(alike=True), needed(alike=False)
    assert 0.4 < alike / different < 0.65


@pytest.mark.parametrize("boards", [4, 16])
def test_the_standard_error_is_how_far_means_of_equal_people_lie_apart(boards: int) -> None:
    random = Random(2)
    events = [luck_event(random, boards, alike=True) for _ in range(150)]
    means = [float(mean(each[person])) for each in events for person in range(1, TABLES)]
    spreads = [found for each in events if (found := spread(each)) is not None]
    assert isclose(standard_error(mean(spreads), boards), stdev(means), rel_tol=0.1)


def test_the_spread_is_around_each_ones_own_mean() -> None:
    boards = {1: (Fraction(90), Fraction(70)), 2: (Fraction(10), Fraction(30))}
    assert spread(boards) == pytest.approx(200**0.5)


def test_nothing_is_known_of_the_spread_before_someone_has_played_two_boards() -> None:
    assert spread({}) is None
    assert spread({1: (Fraction(90),), 2: ()}) is None


def test_four_times_the_boards_halve_the_error() -> None:
    assert standard_error(30, 9) == 10
    assert standard_error(30, 36) == 5
    assert standard_error(30, 0) == inf
