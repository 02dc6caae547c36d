"""Whatever people do, and up to sixty-four of them: a night keeps what docs/nights.md promises."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from statistics import correlation, mean
from typing import Final, NamedTuple, TypeAlias

import pytest
from hypothesis import given, strategies as st

from bot.night.night import (
    FEWEST,
    MOST_IN_ROUND_ROBIN,
    CameBack,
    Event,
    Joined,
    Night,
    NightClosed,
    RoundSeated,
    can_join,
    night_of,
    read_event,
)
from bot.night.plan import split
from bot.night.seating import past, seat
from bot.night.standings import finished_boards, played, scores, standings, winners
from tests.night.nights import Log, met, ranked

MOVES = ("join", "leave", "back", "seat", "seat", "finish", "give up", "finish all", "finish all")

Moves: TypeAlias = list[tuple[str, int]]

moves = st.lists(
    st.tuples(st.sampled_from(MOVES), st.integers(0, 2**32 - 1)), min_size=20, max_size=60
)
all_sizes = st.sampled_from([(4, 3, 5, 2), (4, 3), (2,), (3, 2), (4, 3, 2)])


@given(people=st.integers(0, 20), sizes=all_sizes, moves=moves, closed=st.booleans())
def test_any_night_by_score(
    people: int, sizes: tuple[int, ...], moves: Moves, *, closed: bool
) -> None:
    log = Log(people, sizes)
    _play(log, moves)
    if closed:
        log.do(NightClosed())
    _holds(log)


@given(people=st.integers(0, MOST_IN_ROUND_ROBIN), sizes=all_sizes, moves=moves)
def test_any_round_robin(people: int, sizes: tuple[int, ...], moves: Moves) -> None:
    log = Log(people, sizes, "round robin")
    _play(log, moves)
    _holds(log)


@given(people=st.integers(0, 20), sizes=all_sizes, moves=moves)
def test_any_duplicate_night(people: int, sizes: tuple[int, ...], moves: Moves) -> None:
    log = Log(people, sizes, "duplicate")
    _play(log, moves)
    night = log.night
    assert night_of([read_event(event.model_dump_json()) for event in log.events]) == night
    lines = standings(night)
    assert sorted(line.person for line in lines) == sorted(night.people)
    assert [line.points for line in lines] == sorted((e.points for e in lines), reverse=True)
    assert all(0 <= line.points <= 100 for line in lines)
    assert all(len(line.scores) == len(finished_boards(night)) for line in lines)


def _play(log: Log, moves: Moves) -> None:
    for move, number in moves:
        night = log.night
        gone = [person for person in night.people if person not in night.here]
        tables = (
            [at for at, table in enumerate(night.rounds[-1].tables) if table.running]
            if (night.rounds)
            else []
        )
        if move == "join" and can_join(night):
            log.do(Joined(person=max(night.people, default=0) + 1))
        elif move == "leave" and night.here:
            log.leave(night.here[number % len(night.here)])
        elif move == "back" and gone:
            log.do(CameBack(person=gone[number % len(gone)]))
        elif move == "seat" and _can_be_seated(night):
            log.seat()
            _seats_everyone(night, log.events[-1])
        elif move == "finish all":
            for table in tables:
                _end(log, table, number >> table, finished=True)
        elif move in {"finish", "give up"} and tables:
            _end(log, tables[number % len(tables)], number, finished=move == "finish")


def _can_be_seated(night: Night) -> bool:
    if night.form == "duplicate":
        return not night.running and len(night.here) >= FEWEST[night.form]
    return night.form == "round robin" or not night.running


def _end(log: Log, table: int, number: int, *, finished: bool) -> None:
    """End a table: ranks and who was away are digits of a number."""
    seats = log.night.rounds[-1].tables[table].seats
    away = [person for at, person in enumerate(seats) if number >> at & 7 == 7]
    if finished:
        ranks = ranked([number >> 3 * at & 3 for at in range(len(seats))])
        absent = [who for at, who in enumerate(seats) if number >> at & 15 == 5 and who not in away]
        log.finish(table, *ranks, away=away, absent=absent)
    else:
        log.give_up(table, *away)


def _seats_everyone(night: Night, event: Event) -> None:
    assert isinstance(event, RoundSeated)
    tables, byes, seats = event.tables, event.byes, event.seats
    seated = [*(person for table in tables for person in table), *byes]
    assert sorted(seated) == sorted(night.here)
    if night.form == "duplicate":
        assert not byes
        assert seats in night.sizes
        assert all(1 <= len(table) <= seats for table in tables)
        return
    assert {len(table) for table in tables} <= set(night.sizes)
    if night.form == "swiss":
        promised = split(len(night.here), night.sizes)
        assert Counter(map(len, tables)) == Counter(promised)
        had = Counter(person for each in night.rounds for person in each.byes)
        playing = [person for table in tables for person in table]
        assert all(had[bye] <= had[other] for bye in byes for other in playing)


def _holds(log: Log) -> None:
    night = log.night
    assert night_of([read_event(event.model_dump_json()) for event in log.events]) == night
    assert seat(night) == seat(night_of(log.events))
    found = scores(night)
    assert all(0 <= each <= 100 for row in found.values() for each in row if each is not None)
    assert all(len(row) == len(night.rounds) for row in found.values())
    lines = standings(night)
    assert sorted(line.person for line in lines) == sorted(night.people)
    assert [line.place for line in lines] == sorted(line.place for line in lines)
    there = frozenset[int]().union(*map(played, night.tables()))
    ranks = [(line.person in there, line.points) for line in lines]
    assert ranks == sorted(ranks, reverse=True)
    assert {*winners(night)} <= there
    for each in night.rounds:
        for table in each.tables:
            number = night.rounds.index(each)
            given = [found[who][number] for who in table.seats]
            assert sum(points for points in given if points is not None) <= 50 * len(given)


PEOPLE: Final = 64
ROUNDS: Final = 6
NIGHTS, USUAL_NIGHTS = 10, 1
"""In the thorough run and in the quick one, where one night seldom differs from the next."""

LUCK: Final = 1.5


class Played(NamedTuple):
    log: Log
    skills: Sequence[float]
    apart: Sequence[float]
    """How many points the first and the last of each table were apart."""

    @property
    def twice(self) -> int:
        return sum(times > 1 for times in met(self.log.night).values())

    @property
    def agreement(self) -> float:
        """Spearman's rank correlation of the final order with skill."""
        order = [line.person for line in standings(self.log.night)]
        by_skill = sorted(order, key=lambda person: -self.skills[person - 1])
        return correlation([order.index(who) for who in by_skill], range(len(order)))


def night(number: int, people: int = PEOPLE, *, by_chance: bool = False) -> Played:
    """Play a night, with people seated as they are, or anyhow at tables of four."""
    random = Random(number)
    skills = [random.gauss(0, 1) for _ in range(people)]
    log, apart = Log(people, seed=number), list[float]()
    for _ in range(ROUNDS):
        points = past(log.night).points
        if by_chance:
            line = random.sample(log.night.here, people)
            log.place(*[line[at : at + 4] for at in range(0, people, 4)])
        else:
            log.seat()
        log.finish_all(lambda person: skills[person - 1] + random.gauss(0, LUCK))
        for table in log.night.rounds[-1].tables:
            sitting = [float(points[person]) for person in table.seats]
            apart.append(max(sitting) - min(sitting))
    return Played(log, skills, apart)


def _numbers(*, thorough: bool) -> Sequence[int]:
    return range(NIGHTS if thorough else USUAL_NIGHTS)


def test_hardly_anyone_meets_twice_and_the_order_says_who_is_better(*, thorough: bool) -> None:
    nights = [night(number) for number in _numbers(thorough=thorough)]
    apart = [points for each in nights for points in each.apart]
    print(f"\n{PEOPLE} people, {ROUNDS} rounds, {len(nights)} nights")
    print(f"pairs that met twice, of 576: {[each.twice for each in nights]}")
    print(f"points within a table: {mean(apart):.0f} on average, {max(apart):.0f} at most")
    print(f"rank correlation with skill: {[round(each.agreement, 2) for each in nights]}")
    assert max(each.twice for each in nights) == 0
    assert mean(apart) < 50
    assert mean(each.agreement for each in nights) > 0.6


def test_by_chance_many_would_meet_twice(*, thorough: bool) -> None:
    nights = [night(number, by_chance=True) for number in _numbers(thorough=thorough)]
    print(f"\nseated by chance, pairs that met twice: {[each.twice for each in nights]}")
    print(f"rank correlation with skill: {[round(each.agreement, 2) for each in nights]}")
    assert min(each.twice for each in nights) > 30


@pytest.mark.parametrize(("people", "pairs", "most"), [(8, 28, 3), (16, 24, 2), (32, 0, 1)])
def test_fewer_people_meet_again_as_rarely_as_they_can(
    people: int, pairs: int, most: int, *, thorough: bool
) -> None:
    nights = [night(number, people) for number in _numbers(thorough=thorough)]
    print(f"\n{people} people: pairs that met twice or more: {[each.twice for each in nights]}")
    assert max(each.twice for each in nights) <= pairs
    assert max(times for each in nights for times in met(each.log.night).values()) <= most


@pytest.mark.parametrize("people", [61, 62])
def test_nobody_sits_at_a_table_of_three_often(people: int) -> None:
    log = night(1, people).log
    small = Counter(
        person for table in log.night.tables() for person in table.seats if len(table.seats) == 3
    )
    assert max(small.values()) <= 2


def test_people_who_come_and_go_do_not_make_others_meet_twice() -> None:
    random = Random(1)
    log = Log(60)
    for _ in range(ROUNDS):
        log.leave(*random.sample(log.night.here, 3))
        log.play(lambda _: random.random())
    assert sum(times > 1 for times in met(log.night).values()) <= 3
