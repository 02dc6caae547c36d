"""The recount of nights: who sits where, and who is late."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from lab.week.night_recount import players, seat_faults
from tests.db.recount.tables import NightRow, TableLog

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
