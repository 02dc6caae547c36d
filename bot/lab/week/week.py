"""Let the week pass: for each day four processes on one database, killed again and again."""

import asyncio
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from bot.daily.day import span_of
from bot.lab.week.diary import Diary
from bot.lab.week.part import FIRST_DAY, SHARDS
from bot.lab.week.processes import run_until_killed
from db.maintenance.upgrade import upgrade

__all__ = ["FIRST_DAY", "Plan", "pass_week"]

_LINES: Final = 3
"""A process of the dailies is killed after at most this many lines for each person."""

_DOWN: Final = 600
"""Seconds by the nights' clock until a killed process is started again, at most."""


class Plan(NamedTuple):
    """How large the week is."""

    people: int = 200
    days: int = 7
    seed: int = 1
    kills: int = 3
    """How often each process is killed each day, if it lives for so long."""
    lines: int = 1500
    """A process of the nights is killed after at most this many lines."""


async def pass_week(file: Path, plan: Plan, tell: Callable[[str], None]) -> Diary:
    """Play all days on a new database; return what people were told."""
    url = f"sqlite+aiosqlite:///{file}"
    await upgrade(url)
    diary, source = Diary(), random.Random(plan.seed)  # noqa: S311 - nothing secret hangs on it
    for day in range(FIRST_DAY, FIRST_DAY + plan.days):
        await _Day(url, day, diary, source).live(plan, plan)
        tell(f"day {day}: {len(diary.lines):,} answers so far, {diary.kills} processes killed")
    # A day on which nobody plays the deal: what was left on the last one is finished.
    nights = plan._replace(kills=0)
    dailies = nights._replace(people=0)
    await _Day(url, FIRST_DAY + plan.days, diary, source).live(dailies, nights)
    return diary


class _Day:
    """A day's processes, and the diary that they write."""

    def __init__(self, url: str, day: int, diary: Diary, source: random.Random) -> None:
        self._url = url
        self._day = day
        self._diary = diary
        self._source = source

    async def live(self, dailies: Plan, nights: Plan) -> None:
        """Let the day pass."""
        shards = range(SHARDS)
        await asyncio.gather(
            *(self._dailies(dailies, shard) for shard in shards),
            *(self._nights(nights, shard) for shard in shards),
        )

    async def _dailies(self, plan: Plan, shard: int) -> None:
        numbers = self._day, shard, plan.people, plan.seed
        for left in range(plan.kills, -1, -1):
            most = self._source.randint(1, _LINES * plan.people) if left else None
            if await self._run("bot.lab.week.worker", numbers, most):
                return
        raise RuntimeError("a process has ended early")

    async def _nights(self, plan: Plan, shard: int) -> None:
        clocks = self._diary.clocks
        clocks[shard] = max(clocks.get(shard, 0), span_of(self._day).begins)
        for left in range(plan.kills, -1, -1):
            most = self._source.randint(1, plan.lines) if left else None
            numbers = self._day, shard, plan.people, plan.days, plan.seed, clocks[shard]
            if await self._run("bot.lab.week.night_worker", numbers, most):
                return
            since = clocks[shard]
            clocks[shard] += self._source.randint(1, _DOWN) * 1000
            self._diary.take_in(("down", *map(str, (shard, since, clocks[shard]))))
        raise RuntimeError("a process has ended early")

    async def _run(self, module: str, numbers: Sequence[int], most: int | None) -> bool:
        """Run a process; return whether it has come to its end, and was not killed."""
        arguments = [module, self._url, *map(str, numbers)]
        if await run_until_killed(arguments, most, self._diary, self._source):
            return True
        self._diary.kills += 1
        return False
