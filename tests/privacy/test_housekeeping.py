"""How often old tables are pruned, and from what time on."""

import asyncio

import pytest

from bot.daily.days import day_at
from bot.privacy.housekeeping import DAY, Housekeeping, Retention
from bot.tables.store import StoreUnavailableError
from db.repositories.prune import Pruner
from tests.tables.house import START, HandClock


class Rounds(Pruner):
    """Has no database: notes when it was called, and for what; at first it fails."""

    def __init__(self) -> None:
        self.rounds: list[tuple[int, int]] = []
        self.gifts: list[int] = []
        self.days: list[int] = []
        self.pings: list[tuple[int, int]] = []
        self.former: list[int] = []

    async def prune(self, finished_before: int, others_before: int) -> int:
        self.rounds.append((finished_before, others_before))
        if len(self.rounds) == 1:
            raise StoreUnavailableError("away")
        return 0

    async def prune_dailies(self, before: int) -> None:
        self.days.append(before)

    async def prune_gifts(self, gone_before: int) -> None:
        self.gifts.append(gone_before)

    async def prune_pings(self, before: int, now: int) -> None:
        self.pings.append((before, now))

    async def prune_former(self, now: int) -> None:
        self.former.append(now)


async def times(keep: Retention, seconds: int) -> list[int]:
    clock, pruner, seen = HandClock(), Rounds(), list[int]()
    housekeeping = Housekeeping(pruner, keep, clock)
    housekeeping.start()
    for second in range(seconds):
        before = len(pruner.rounds)
        for _ in range(5):
            await asyncio.sleep(0)
        seen += [second] * (len(pruner.rounds) - before)
        clock.advance(1)
    await housekeeping.close()
    return seen


@pytest.mark.parametrize(
    ("keep", "rounds"),
    [
        (Retention(logs=180, abandoned=30), [0, 3600, 7200]),
        (Retention(logs=180), [0, 3600, 7200]),
        (Retention(logs=8000 / 86_400, abandoned=30), [0, 2000, 4000, 6000, 8000]),
        (Retention(logs=180, abandoned=12_000 / 86_400), [0, 3000, 6000, 9000]),
        (Retention(), []),
        # New here, so nothing is deleted yet.
        (Retention(logs=180, abandoned=30, begins=START + 4_000_000), [7200]),
    ],
)
async def test_pruning_runs_hourly_or_as_often_as_short_retention_needs(
    keep: Retention, rounds: list[int]
) -> None:
    assert await times(keep, 9500) == [at for at in rounds if at < 9500]


async def test_the_clock_tells_which_data_are_old() -> None:
    clock, pruner = HandClock(), Rounds()
    housekeeping = Housekeeping(pruner, Retention(logs=2, gifts=3), clock)
    housekeeping.start()
    await asyncio.sleep(0)
    await housekeeping.close()
    assert pruner.rounds == [(START - 2 * DAY, 0)]
    assert pruner.gifts == [START - 3 * DAY]
    assert pruner.days == [day_at(START) - 2]
    assert pruner.pings == [(START - 7 * DAY, START)]


async def test_pings_are_deleted_where_all_else_is_kept_for_ever() -> None:
    clock, pruner = HandClock(), Rounds()
    housekeeping = Housekeeping(pruner, Retention(), clock)
    housekeeping.start()
    await asyncio.sleep(0)
    await housekeeping.close()
    assert pruner.pings == [(START - 7 * DAY, START)]
    assert pruner.rounds == []
