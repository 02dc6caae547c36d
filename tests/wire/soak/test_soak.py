"""After short matches at several tables all is as before; longer: ``python -m tests.wire.soak``."""

import random
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from tests.db.balanced import balanced
from tests.operation.scrape import Scraper
from tests.wire.evening import opened
from tests.wire.process import Nursery, free_port
from tests.wire.soak.day import SETTINGS, Day, Plan
from tests.wire.soak.sample import Sample, faults_in, leaks, slope
from tests.wire.whims import ASIDES

QUICK = {
    # Long enough for people to sit down and to play on, on a machine that stands still for a while.
    "CARDS_LOBBY_EXPIRY_MINUTES": "1",
    "CARDS_ABANDON_AFTER_HOURS": "0.003",
    "CARDS_LONGEST_TURN_DAYS": "0.001",
    "CARDS_EDIT_INTERVAL_SECONDS": "0",
}


LONG_ENOUGH = 600
"""Seconds until the last lobby has expired, and what was paused has been given up, however busy the
machine is; it's looked at every second."""


@pytest_asyncio.fixture(loop_scope="session")
async def day(bots: Nursery, tmp_path: Path) -> AsyncIterator[Day]:
    """A bot that has just started, and two tables for it."""
    port = free_port()
    settings = {**SETTINGS, **QUICK, "CARDS_OPERATION_PORT": str(port)}
    async with opened(bots, tmp_path, settings=settings) as evening:
        yield Day(evening, Scraper(port), Plan(tables=3, rounds=1))
    balanced(tmp_path / "cards.db")


@pytest.mark.thorough
async def test_nothing_is_left_when_all_tables_have_closed(day: Day) -> None:
    await day.play(1)
    before = await day.rest(LONG_ENOUGH)
    await day.play(2)
    for aside in ASIDES:
        await day.begin(aside)
    busy = await day.look()
    after = await day.rest(LONG_ENOUGH)

    assert after.matches >= 3  # Kai may have played the paused one to its end, too.
    assert (busy.tables > 0, busy.tasks > after.tasks) == (True, True)
    assert [*leaks(before, (), after), *faults_in(day.evening.bot.log)] == []


AT_REST = Sample(
    matches=0, clicks=0, memory=100, tasks=11, hands=0, of_hands=0, views=0, files=40,
    tables=0, messages=0, database=100, on_disk=4200,
)  # fmt: skip


def day_of(memory: float, database: float, journal: float = 4096) -> list[Sample]:
    """Make the samples of a day on which two figures grow with every match."""
    source = random.Random(1)
    return [
        replace(
            AT_REST,
            matches=number,
            memory=150 + memory * number + source.uniform(-0.2, 0.2),
            database=database * number,
            on_disk=database * number + journal,
        )
        for number in range(0, 240, 10)
    ]


async def test_a_slope_is_found_in_what_scatters() -> None:
    assert slope(day_of(memory=0.05, database=200), "memory") == pytest.approx(0.05, rel=0.1)
    assert slope(day_of(memory=0, database=200), "database") == pytest.approx(200)


@pytest.mark.parametrize(
    ("during", "after", "leak"),
    [
        (day_of(0.002, 200), AT_REST, ""),
        (day_of(0.013, 200), AT_REST, "memory: 1.3"),
        (day_of(0.002, 600), AT_REST, "database: 600 KiB a match"),
        (day_of(0.002, 200, 20_000), AT_REST, "journal"),
        ([], replace(AT_REST, tasks=12), "tasks: 11 at rest before, 12 after"),
        ([], replace(AT_REST, of_hands=1), "of_hands"),
        ([], replace(AT_REST, views=1), "views"),
        ([], replace(AT_REST, files=90), "file descriptors"),
        ([], replace(AT_REST, tasks=10, files=38), ""),
    ],
)
async def test_leaks_are_told(during: list[Sample], after: Sample, leak: str) -> None:
    found = list(leaks(AT_REST, during, after))
    assert len(found) == bool(leak)
    assert leak in "".join(found)


async def test_errors_in_the_log_are_told() -> None:
    log = "2026 INFO bot: well\n2026 ERROR cogs: not well\nTraceback (most recent call last):\n"
    assert len(list(faults_in(log))) == 2
