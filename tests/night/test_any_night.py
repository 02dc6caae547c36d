"""Whatever people do: joins, leaves and results in any order keep what docs/nights.md promises."""

from collections import Counter
from typing import TypeAlias

from hypothesis import given
from hypothesis import strategies as st

from bot.night.boards import duplicate_standings, finished_boards
from bot.night.events import CameBack, Event, Joined, NightClosed, RoundSeated, read_event
from bot.night.groups import split
from bot.night.night import FEWEST, MOST_IN_ROUND_ROBIN, Night, can_join, night_of
from bot.night.seating import seat
from bot.night.standings import played, scores, standings, winners
from tests.night.nights import Log, ranked

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
    lines = duplicate_standings(night)
    assert sorted(line.person for line in lines) == sorted(night.people)
    assert [line.percent for line in lines] == sorted((e.percent for e in lines), reverse=True)
    assert all(0 <= line.percent <= 100 for line in lines)
    assert all(len(line.boards) == len(finished_boards(night)) for line in lines)


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
