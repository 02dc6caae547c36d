"""The recount of nights: who sits where and who is late, and where everyone stands."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from lab.week.logs import Course, NightRow, Result, TableLog, players, table_name
from lab.week.night_recount import seat_faults
from lab.week.night_standings import Standing, counted

USERS = (11, 12, 13, 14)
HOUR = 60


def entry(at: int, kind: str, **more: object) -> Mapping[str, Any]:
    return {"at": at, "kind": kind, **more}


def match(*later: Mapping[str, Any], clock: str = "live") -> TableLog:
    """Return a match of 11, 12 and Kai that was opened at 1 and started at 2."""
    seats = [{"person": {"id": 11}}, {"person": {"id": 12}}, {"kai": "easy"}]
    opened = entry(1, "opened", setup={"clock": {"kind": clock}})
    return TableLog("other", [opened, entry(2, "started", seats=seats), *later])


@pytest.mark.parametrize(
    ("log", "playing"),
    [
        (match(), {11, 12}),
        (match(clock="slow"), set()),
        (match(entry(3, "closed", because="abandoned")), set()),
        (match(entry(HOUR, "closed", because="abandoned")), {11, 12}),
        (match(entry(3, "handed over", seat=0)), {12}),
        (match(entry(3, "handed over", seat=0), entry(4, "returned", seat=0)), {11, 12}),
        (match(entry(3, "paused")), set()),
        (match(entry(3, "paused"), entry(4, "resumed")), {11, 12}),
    ],
)
def test_who_plays_by_a_live_clock(log: TableLog, playing: set[int]) -> None:
    assert players([log], HOUR) == playing
    assert players([log], 2) == frozenset()


def night(seats: Sequence[int], late: Sequence[int] | None, form: str = "swiss") -> NightRow:
    """Return a night of four whose first round is seated at the hour."""
    joined = [entry(0, "joined", person=number) for number in range(len(USERS))]
    seated = entry(HOUR, "round seated", tables=[seats], byes=[], seats=len(seats))
    late_too = seated if late is None else {**seated, "busy": late}
    events = [entry(0, "opened", form=form), *joined, late_too]
    times = [event["at"] for event in events]
    return NightRow("night", "kapow", HOUR, False, USERS, events, times)


BUSY = match(entry(3, "handed over", seat=1))


@pytest.mark.parametrize(
    ("log", "row", "wrong"),
    [
        (BUSY, night([1, 2, 3], [0]), 0),
        (BUSY, night([0, 1, 2, 3], []), 1),
        (BUSY, night([0, 1, 2, 3], None), 1),
        (BUSY, night([2, 3], [0, 1]), 1),
        (BUSY, night([0, 1, 2, 3], [0]), 1),
        (BUSY, night([0, 1, 2, 3], [], "round robin"), 0),
        # It ends at just that time: either is right.
        (match(entry(HOUR, "closed")), night([0, 1, 2, 3], []), 0),
        (match(entry(HOUR, "closed")), night([2, 3], [0, 1]), 0),
        (match(entry(HOUR - 1, "closed")), night([0, 1, 2, 3], []), 0),
        (match(entry(HOUR - 1, "closed")), night([2, 3], [0, 1]), 1),
    ],
)
def test_only_those_are_late_who_still_play(log: TableLog, row: NightRow, wrong: int) -> None:
    assert len(list(seat_faults(row, [log]))) == wrong


class At(NamedTuple):
    """A table of a round: who sits there, the ranks if it finished, who was away from it."""

    people: Sequence[int]
    ranks: Mapping[int, int] | None = None
    away: Sequence[int] = ()
    removed: Sequence[int] = ()
    scores: Sequence[tuple[int, int]] = ()
    over: bool = True


def standings(
    form: str, rounds: Sequence[Sequence[At]], here: Sequence[int], byes: Sequence[int] = ()
) -> Mapping[int, Standing]:
    """Count a night whose people's numbers are their ids; the byes are those of its first round."""
    events = [entry(0, "opened", form=form), *(entry(0, "joined", person=who) for who in here)]
    results: dict[str, Result] = {}
    row = NightRow("night", "kapow", HOUR, False, range(10), events, ())
    for number, tables in enumerate(rounds, 1):
        away = byes if number == 1 else ()
        events.append(entry(0, "round seated", tables=[one.people for one in tables], byes=away))
        for at, one in enumerate(tables):
            ended = {"round": number, "table": at}
            if one.ranks is not None or one.scores:
                events.append(entry(0, "table finished", **ended))
                ranks = one.ranks or dict.fromkeys(one.people, 1)
                gone, removed = frozenset(one.away), frozenset(one.removed)
                result = Result(ranks, gone, removed, frozenset(), None, one.scores)
                results[table_name(row, number, at)] = result
            elif one.over:
                events.append(entry(0, "table given up", away=one.away, **ended))
    return counted(row, Course(events), results)


def test_points_are_those_of_the_page() -> None:
    first = [At([1, 2, 3, 4], {1: 1, 2: 2, 3: 2, 4: 4}, away=[4])]
    second = [At([1, 2, 3], away=[3]), At([4, 5], over=False)]
    found = standings("swiss", [first, second], [1, 2, 4, 5, 6], byes=[5])
    points = {who: points for who, (_, points) in found.items()}
    assert points == {1: 150, 2: 100, 3: Fraction(50), 4: 0, 5: 50, 6: 0}


def test_who_stayed_loses_nothing_by_those_who_went_or_were_removed() -> None:
    """4 left and Kai finished first from there; 3 was removed early; 5 met nobody else."""
    first = At([1, 2, 3, 4], {1: 2, 2: 3, 3: 4, 4: 1}, away=[4], removed=[3])
    second = At([5, 6], {5: 2, 6: 1}, away=[6])
    found = standings("swiss", [[first, second]], range(1, 7))
    points = {who: points for who, (_, points) in found.items()}
    assert points == {1: 100, 2: 0, 3: 50, 4: 0, 5: 50, 6: 0}


def test_who_met_stronger_people_comes_first() -> None:
    first = [At([1, 2], {1: 1, 2: 2}), At([3, 4], {3: 1, 4: 2})]
    second = [At([1, 3], {1: 2, 3: 1}), At([2, 4], {2: 1, 4: 2})]
    found = standings("swiss", [first, second], [1, 2, 3, 4])
    assert {who: place for who, (place, _) in found.items()} == {3: 1, 1: 2, 2: 3, 4: 4}


def test_boards_are_compared_seat_by_seat() -> None:
    """Nothing counts of the second board, which is still played."""
    first = [
        At([1, 2], scores=[(1, 9), (2, 3), (0, 5)]),
        At([3, 4, 5], away=[4], scores=[(3, 5), (4, 3), (5, 7)]),
    ]
    second = [At([1, 2]), At([3, 4, 5], over=False)]
    found = standings("duplicate", [first, second], range(1, 7))
    points = {who: points for who, (_, points) in found.items()}
    assert points == {1: 100, 2: 50, 3: 0, 4: 0, 5: 100, 6: 0}
    assert {who: place for who, (place, _) in found.items()} == {1: 1, 5: 1, 2: 3, 3: 4, 4: 4, 6: 4}
