"""What the recount says of slow matches that did not go as the house rules have it."""

from collections.abc import Sequence
from typing import Any, Final

import pytest

from lab.week.plan import HOUR
from lab.week.resting_recount import Choices, faults
from lab.week.week import Diary
from tests.db.recount.tables import TableLog

START: Final = 1_776_081_600_000
"""Monday, noon in UTC."""

MINA, SAM = 70, 71

NIGHT = Diary([("quiet", str(MINA), "0", "Etc/UTC", "17", "3")])
"""Mina sleeps from 17:00 to 3:00, five to fifteen hours after the match begins."""


def at(hours: float, kind: str, **words: object) -> dict[str, Any]:
    return {"at": START + round(hours * HOUR), "kind": kind, "turn": 1, **words}


def log(*entries: dict[str, Any]) -> TableLog:
    """Return a match of Mina, whose turn it is, and Sam, with a clock of six hours."""
    setup = {"game": "kapow", "options": {}, "clock": {"kind": "slow", "seconds": 6 * 3600}}
    seats = [{"person": {"id": user, "name": f"Guest {user}"}} for user in (MINA, SAM)]
    opened = at(0, "opened", setup=setup, secret="01" * 32, place={"guild": 1, "channel": 3})
    started = at(0, "started", seats=seats, cuts=["", ""])
    return TableLog("table", [opened, started, *entries])


RIGHT = {
    "a turn rests and is woken": [at(6, "rested"), at(15, "woken")],
    "a morning has a quarter of the clock": [
        at(6, "rested"),
        at(15, "woken"),
        at(16.5, "timed out", seat=0),
        at(16.5, "acted", seat=0, action="reveal 1t 1m", by="kai"),
    ],
    "time that was missed is given back": [at(2, "slept", milliseconds=HOUR), at(7, "rested")],
}

WRONG = {
    "without a rest": [at(6, "timed out", seat=0)],
    "ran out at": [at(4, "timed out", seat=0)],
    "while the turn rested": [at(6, "rested"), at(7, "timed out", seat=0)],
    "had no morning": [at(6, "rested"), at(15, "woken"), at(15.5, "timed out", seat=0)],
    "before its time was up": [at(5.5, "rested")],
    "in nobody's night": [at(16, "rested")],
    "in the night of": [at(6, "rested"), at(14, "woken")],
    "that did not rest": [at(6, "woken")],
    "who was there": [at(1, "acted", seat=0, action="reveal 1t 1m", by="kai")],
    "after 0 missed turns": [at(1, "handed over", seat=0, because="away")],
}


@pytest.mark.parametrize("entries", RIGHT.values(), ids=RIGHT.keys())
def test_nothing_is_said_of_what_goes_by_the_rules(entries: Sequence[dict[str, Any]]) -> None:
    assert list(faults({"table": log(*entries)}, NIGHT)) == []


@pytest.mark.parametrize(("told", "entries"), WRONG.items())
def test_what_breaks_a_rule_is_told(told: str, entries: Sequence[dict[str, Any]]) -> None:
    assert any(told in line for line in faults({"table": log(*entries)}, NIGHT))


def test_messages_that_say_too_much_are_told() -> None:
    reminded = ("reminded", "table", str(START + 6 * HOUR), f"{MINA}", "Your%20time%20is%20up")
    rests = ("rests", "table", str(START + 6 * HOUR), "nobody", "until%20%3Ct%3A5%3E")
    lines = list(faults({"table": log()}, Diary([*NIGHT.lines, reminded, rests])))
    assert any("was called in their night" in line for line in lines)
    assert any("tells too much" in line for line in lines)


def test_whose_night_it_is_follows_from_the_newest_choice() -> None:
    later = ("quiet", str(MINA), str(START), "Asia/Kathmandu", "20", "6")
    off = ("quiet", str(MINA), str(START + 24 * HOUR), "none", "0", "0")
    choices = Choices(Diary([*NIGHT.lines, later, off]))
    # Nepal is five hours and three quarters ahead: the night begins at 14:15 in UTC.
    assert not choices.asleep(MINA, START + 2 * HOUR)
    assert choices.asleep(MINA, START + round(2.25 * HOUR))
    assert not choices.asleep(SAM, START + 3 * HOUR)
    assert not choices.asleep(MINA, START + 27 * HOUR)
