"""Let the week pass: for each day two processes on one database, killed again and again."""

import asyncio
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from db.maintenance.upgrade import upgrade

__all__ = ["FIRST_DAY", "Diary", "Plan", "pass_week"]

FIRST_DAY: Final = 100
SHARDS: Final = 2

_LINES: Final = 3
"""A process is killed after at most this many lines for each person."""

Line: TypeAlias = tuple[str, ...]


class Plan(NamedTuple):
    """How large the week is."""

    people: int = 200
    days: int = 7
    seed: int = 1
    kills: int = 3
    """How often each process is killed each day, if it lives for so long."""


@dataclass
class Diary:
    """What people were told, line by line, whatever has happened to the processes since."""

    lines: list[Line] = field(default_factory=list)
    kills: int = 0

    def told(self, kind: str) -> list[tuple[int, ...]]:
        """Return the numbers of all lines of a kind."""
        return [tuple(map(int, rest)) for first, *rest in self.lines if first == kind]


async def pass_week(file: Path, plan: Plan, tell: Callable[[str], None]) -> Diary:
    """Play all days on a new database; return what people were told."""
    url = f"sqlite+aiosqlite:///{file}"
    await upgrade(url)
    diary, source = Diary(), random.Random(plan.seed)  # noqa: S311 - nothing secret hangs on it
    for day in range(FIRST_DAY, FIRST_DAY + plan.days):
        days = [_day(url, day, shard, plan, diary, source) for shard in range(SHARDS)]
        await asyncio.gather(*days)
        tell(f"day {day}: {len(diary.lines):,} answers so far, {diary.kills} processes killed")
    # A day on which nobody plays: what was left on the last one is finished.
    nobody = plan._replace(people=0, kills=0)
    over = FIRST_DAY + plan.days
    await asyncio.gather(*(_day(url, over, s, nobody, diary, source) for s in range(SHARDS)))
    return diary


async def _day(  # noqa: PLR0913, PLR0917 - one process of one day
    url: str, day: int, shard: int, plan: Plan, diary: Diary, source: random.Random
) -> None:
    arguments = map(str, (url, day, shard, plan.people, plan.seed))
    command = [sys.executable, "-m", "bot.lab.week.worker", *arguments]
    for left in range(plan.kills, -1, -1):
        most = source.randint(1, _LINES * plan.people) if left else None
        if await _process(command, most, diary):
            return
        diary.kills += 1
    raise RuntimeError("a process has ended early")


async def _process(command: list[str], most: int | None, diary: Diary) -> bool:
    """Run a process, killed after so many lines; return whether it has come to its end."""
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    if process.stdout is None:
        raise RuntimeError("a process has no output")
    count = 0
    async for line in process.stdout:
        if not line.endswith(b"\n"):
            break  # The process was killed while it wrote: nobody has read this.
        words = tuple(line.decode().split())
        if words == ("done",):
            await process.wait()
            return True
        diary.lines.append(words)
        count += 1
        if count == most:
            process.kill()
    status = await process.wait()
    if status > 0:
        raise RuntimeError(f"a process has failed with status {status}")
    return False
