"""Let the week pass: for each day four processes on one database, killed again and again."""

import asyncio
import random
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from bot.daily.days import span_of
from db.maintenance.upgrade import upgrade
from lab.week.diary import Diary, run_until_killed
from lab.week.plan import FIRST_DAY, SHARDS

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
    guests: int | None = None
    """How many people play the dailies, if not all."""


async def pass_week(file: Path, plan: Plan, tell: Callable[[str], None]) -> Diary:
    """Play all days on a new database; return what people were told."""
    url = f"sqlite+aiosqlite:///{file}"
    await upgrade(url)
    diary, source = Diary(), random.Random(plan.seed)  # noqa: S311 - nothing secret hangs on it
    for day in range(FIRST_DAY, FIRST_DAY + plan.days):
        await _pass_day(url, day, plan, diary, source)
        tell(f"day {day}: {len(diary.lines):,} answers so far, {diary.kills} processes killed")
    # A day on which nobody plays the deal: what was left on the last one is finished.
    await _pass_day(url, FIRST_DAY + plan.days, plan._replace(kills=0, guests=0), diary, source)
    return diary


async def _pass_day(url: str, day: int, plan: Plan, diary: Diary, source: random.Random) -> None:
    """Let a day pass in four processes."""
    guests = plan.people if plan.guests is None else plan.guests

    async def dailies(shard: int) -> None:
        for left in range(plan.kills, -1, -1):
            most = source.randint(1, _LINES * guests) if left else None
            words = ("lab.week.dailies", url, day, shard, guests, plan.seed)
            if await run_until_killed(words, most, diary, source):
                return
        raise RuntimeError("a process has ended early")

    async def evenings(shard: int) -> None:
        clocks = diary.clocks
        clocks[shard] = max(clocks.get(shard, 0), span_of(day).begins)
        for left in range(plan.kills, -1, -1):
            most = source.randint(1, plan.lines) if left else None
            numbers = (day, shard, plan.people, plan.days, plan.seed, clocks[shard])
            if await run_until_killed(("lab.week.evenings", url, *numbers), most, diary, source):
                return
            since = clocks[shard]
            clocks[shard] += source.randint(1, _DOWN) * 1000
            diary.take_in(("down", *map(str, (shard, since, clocks[shard]))))
        raise RuntimeError("a process has ended early")

    shards = range(SHARDS)
    await asyncio.gather(*map(dailies, shards), *map(evenings, shards))
