"""Quiet hours: when a night ends, with all that clocks and time zones do."""

import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, strategies as st

from bot.tables.clock import LOOK_AGAIN, nights
from bot.tables.quiet_hours import LONGEST_NIGHT, QuietHours
from tests.house.files import ROOT

HOUR = 3_600_000

ZONES = ("Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Etc/UTC")


def at(zone: str, *when: int, fold: int = 0) -> int:
    """A time by the clocks of a zone, from the year on, in milliseconds since 1970."""
    year, month, day, hour, minute = when
    local = datetime(year, month, day, hour, minute, tzinfo=ZoneInfo(zone), fold=fold)
    return round(local.timestamp() * 1000)


@pytest.mark.parametrize(("begins", "ends"), [(0, 0), (23, 10), (8, 7), (24, 7), (-1, 7), (1, 24)])
def test_a_night_has_one_to_ten_hours(begins: int, ends: int) -> None:
    with pytest.raises(ValueError, match="1 to 10 hours"):
        QuietHours("Europe/Berlin", begins, ends)


def test_a_night_over_midnight_ends_in_the_morning() -> None:
    berlin = QuietHours("Europe/Berlin", 23, 7)
    morning = at("Europe/Berlin", 2027, 1, 15, 7, 0)
    assert berlin.night_ends(at("Europe/Berlin", 2027, 1, 14, 22, 59)) is None
    assert berlin.night_ends(at("Europe/Berlin", 2027, 1, 14, 23, 0)) == morning
    assert berlin.night_ends(at("Europe/Berlin", 2027, 1, 15, 0, 0)) == morning
    assert berlin.night_ends(morning - 1) == morning
    assert berlin.night_ends(morning) is None


def test_a_night_after_midnight_ends_on_the_same_day() -> None:
    early = QuietHours("Asia/Kolkata", 0, 6)
    assert early.night_ends(at("Asia/Kolkata", 2027, 1, 14, 23, 59)) is None
    ends = at("Asia/Kolkata", 2027, 1, 15, 6, 0)
    assert early.night_ends(at("Asia/Kolkata", 2027, 1, 15, 0, 0)) == ends


def test_a_night_that_ends_at_midnight() -> None:
    evening = QuietHours("Etc/UTC", 18, 0)
    ends = at("Etc/UTC", 2027, 1, 15, 0, 0)
    assert evening.night_ends(at("Etc/UTC", 2027, 1, 14, 18, 0)) == ends
    assert evening.night_ends(ends) is None


def test_when_clocks_go_forward_the_night_is_an_hour_shorter() -> None:
    """In Berlin, on 28 March 2027, there is no time from 2:00 to 3:00."""
    night = QuietHours("Europe/Berlin", 23, 7)
    begins = at("Europe/Berlin", 2027, 3, 27, 23, 0)
    assert night.night_ends(begins) == begins + 7 * HOUR == at("Europe/Berlin", 2027, 3, 28, 7, 0)


def test_when_clocks_go_back_the_night_is_an_hour_longer() -> None:
    """In Berlin, on 31 October 2027, the time from 2:00 to 3:00 comes twice."""
    night = QuietHours("Europe/Berlin", 23, 7)
    begins = at("Europe/Berlin", 2027, 10, 30, 23, 0)
    assert night.night_ends(begins) == begins + 9 * HOUR == at("Europe/Berlin", 2027, 10, 31, 7, 0)
    assert night.night_ends(begins + 4 * HOUR) == begins + 9 * HOUR


def test_an_hour_that_clocks_skip_is_when_they_are_changed() -> None:
    changed = at("Europe/Berlin", 2027, 3, 28, 3, 0)
    assert QuietHours("Europe/Berlin", 23, 2).night_ends(changed - 1) == changed
    assert QuietHours("Europe/Berlin", 23, 2).night_ends(changed) is None
    late = QuietHours("Europe/Berlin", 2, 7)
    assert late.night_ends(changed - 1) is None
    assert late.night_ends(changed) == changed + 4 * HOUR


def test_of_an_hour_that_comes_twice_the_first_one_counts() -> None:
    first = at("Europe/Berlin", 2027, 10, 31, 2, 0)
    second = at("Europe/Berlin", 2027, 10, 31, 2, 0, fold=1)
    assert second - first == HOUR
    ending = QuietHours("Europe/Berlin", 23, 2)
    assert ending.night_ends(first - 1) == first
    assert ending.night_ends(second) is None
    beginning = QuietHours("Europe/Berlin", 2, 7)
    assert beginning.night_ends(first) == beginning.night_ends(second) == first + 6 * HOUR


def test_a_zone_that_changes_its_clocks_by_half_an_hour() -> None:
    night = QuietHours("Australia/Lord_Howe", 22, 8)
    begins = at("Australia/Lord_Howe", 2027, 4, 3, 22, 0)
    assert night.night_ends(begins) == begins + 10 * HOUR + HOUR // 2


def test_a_zone_without_summer_time_is_the_same_all_year() -> None:
    night = QuietHours("Asia/Kolkata", 22, 6)
    for month in range(1, 13):
        begins = at("Asia/Kolkata", 2027, month, 14, 22, 0)
        assert night.night_ends(begins) == begins + 8 * HOUR


@pytest.mark.parametrize("zone", ["Nowhere/Atall", "../etc/passwd", "/etc/passwd", ""])
def test_in_an_unknown_zone_it_is_always_day(zone: str) -> None:
    night = QuietHours(zone, 20, 6)
    start = at("Etc/UTC", 2027, 1, 14, 0, 0)
    assert {night.night_ends(start + hour * HOUR) for hour in range(24)} == {None}


def test_zones_need_no_data_of_the_system() -> None:
    """A small image has none: then they come from a package."""
    script = (
        "from bot.tables.quiet_hours import QuietHours\n"
        "print(QuietHours('Europe/Berlin', 23, 7).night_ends(1_800_000_000_000 + 20 * 3_600_000))"
    )
    environment = {**os.environ, "PYTHONTZPATH": ""}
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=True)
    start = datetime.fromtimestamp(1_800_000_000, UTC)
    assert (start.hour, start.minute) == (8, 0)  # So it is 5:00 in Berlin, 20 hours later.
    assert int(done.stdout) == 1_800_000_000_000 + 22 * HOUR


moments = st.integers(at("Etc/UTC", 2020, 1, 1, 0, 0), at("Etc/UTC", 2037, 12, 31, 0, 0))


@given(st.sampled_from(ZONES), st.integers(0, 23), st.integers(1, LONGEST_NIGHT), moments)
def test_a_night_is_when_clocks_say_so(zone: str, begins: int, hours: int, now: int) -> None:
    """The clocks of the zone decide, but for the hours in which they are changed."""
    night = QuietHours(zone, begins, (begins + hours) % 24)
    ends = night.night_ends(now)
    local = datetime.fromtimestamp(now / 1000, ZoneInfo(zone))
    around = [
        (datetime.fromtimestamp(now / 1000, UTC) + timedelta(hours=h)).astimezone(ZoneInfo(zone))
        for h in (-12, 12)
    ]
    assert ends is None or now < ends <= now + (LONGEST_NIGHT + 1) * HOUR
    if len({moment.utcoffset() for moment in around}) == 1:
        assert (ends is not None) is ((local.hour - begins) % 24 < hours)
        if ends is not None:
            assert datetime.fromtimestamp(ends / 1000, ZoneInfo(zone)).hour == night.ends


def test_whose_night_it_is() -> None:
    berlin, kolkata = QuietHours("Europe/Berlin", 23, 7), QuietHours("Asia/Kolkata", 23, 7)
    now = at("Asia/Kolkata", 2027, 1, 15, 3, 45)  # 23:15 in Berlin
    found = nights({1: berlin, 2: kolkata}, now)
    soon = now + LOOK_AGAIN
    assert found.ends == {1: now + 7 * HOUR + 45 * 60_000, 2: now + 3 * HOUR + 15 * 60_000}
    assert (found.some([1, 2]), found.some([1, 3]), found.some([3])) == (soon, soon, None)
    assert (found.all([1, 2]), found.all([1, 3]), found.all([])) == (soon, None, None)
    later = nights({1: berlin, 2: kolkata}, found.ends[2] - 60_000)
    assert (later.some([2]), later.some([1, 2])) == (found.ends[2], later.asked_at + LOOK_AGAIN)
    assert later.all([1, 2]) == found.ends[2]
    assert nights({1: berlin, 2: kolkata}, found.ends[1]).ends == {}
