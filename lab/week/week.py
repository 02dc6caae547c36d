"""Let the week pass: for each day two processes on one database, killed again and again.

What people were told meanwhile is in the diary.
"""

import asyncio
import os
import random
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import IO, Final, NamedTuple, TypeAlias

from bot.daily.days import span_of
from db.maintenance.upgrade import upgrade
from db.storage import open_storage
from lab.week.life import live
from lab.week.plan import FIRST_DAY, GUILDS, HOUR, SHARDS, Part

Line: TypeAlias = tuple[str, ...]

_LATEST: Final = 0.03
"""Seconds for which a process lives on after its last line, at most."""

_DOWN: Final = 600
"""Seconds by its own clock until a killed process is started again, at most."""

_OVERTIME: Final = HOUR
"""How long the day after the week is: what is still open is closed then."""

_PROCESSES: Final = get_context("forkserver")
_PROCESSES.set_forkserver_preload(["lab.week.life"])
"""A process begins with all that it needs: to import that takes seconds, and there are many."""


@dataclass
class Diary:
    """What people were told, line by line."""

    lines: list[Line] = field(default_factory=list)
    kills: int = 0
    clocks: dict[int, int] = field(default_factory=dict)
    """The time that each shard's clock has come to; nothing has happened later."""

    def words(self, kind: str) -> list[Line]:
        """Return the words of all lines of a kind."""
        return [tuple(rest) for first, *rest in self.lines if first == kind]

    def told(self, kind: str) -> list[tuple[int, ...]]:
        """Return the numbers of all lines of a kind."""
        return [tuple(map(int, rest)) for rest in self.words(kind)]

    def take_in(self, line: Line) -> None:
        """Note a line; where a clock stands is of interest for its last line only."""
        if line[0] == "clock":
            shard, at = map(int, line[1:])
            self.clocks[shard] = at
        else:
            self.lines.append(line)


def _run(output: Connection, url: str, part: Part, now: int, until: int) -> None:
    os.dup2(output.fileno(), sys.stdout.fileno())
    live(url, part, now, until)


def _opened(receiver: Connection) -> IO[bytes]:
    return open(receiver.fileno(), "rb", closefd=False)


async def run_until_killed(
    words: tuple[str, Part, int, int], most: int | None, diary: Diary, source: random.Random
) -> bool:
    """Let a process live; return whether it has come to its end.

    It is killed a little after it has written ``most`` lines.
    """
    receiver, sender = _PROCESSES.Pipe(duplex=False)
    process = _PROCESSES.Process(target=_run, args=(sender, *words))
    process.start()
    sender.close()
    count, done = 0, False
    with receiver, _opened(receiver) as lines:
        # Half a line was written by a process that was killed: nobody has read this.
        while (line := await asyncio.to_thread(lines.readline)).endswith(b"\n"):
            told = tuple(line.decode().split())
            if done := told == ("done",):
                break
            diary.take_in(told)
            count += 1
            if count == most:
                await asyncio.sleep(source.uniform(0, _LATEST))
                process.kill()
    await asyncio.to_thread(process.join)
    if done:
        return True
    if process.exitcode != -signal.SIGKILL:
        raise RuntimeError(f"a process has failed with status {process.exitcode}")
    diary.kills += 1
    return False


class Plan(NamedTuple):
    """How large the week is."""

    people: int = 200
    days: int = 7
    seed: int = 1
    kills: int = 6
    """How often each process is killed each day, if it lives for so long."""
    lines: int = 1500
    """It is killed after at most this many lines."""


async def pass_week(file: Path, plan: Plan, tell: Callable[[str], None]) -> Diary:
    """Play all days on a new database; return what people were told."""
    url = f"sqlite+aiosqlite:///{file}"
    await upgrade(url)
    async with open_storage(url) as storage:
        for guild in GUILDS:  # The matches of nights are short here, and should count.
            await storage.league.change_settings(guild, {"count_short": True})
    diary, source = Diary(), random.Random(plan.seed)  # noqa: S311 - nothing secret hangs on it
    for day in range(FIRST_DAY, FIRST_DAY + plan.days):
        await _pass_day(url, day, plan, diary, source)
        tell(f"day {day}: {len(diary.lines):,} answers so far, {diary.kills} processes killed")
    # The week is over: what was left on the last day is finished.
    await _pass_day(url, FIRST_DAY + plan.days, plan._replace(kills=0), diary, source)
    return diary


async def _pass_day(url: str, day: int, plan: Plan, diary: Diary, source: random.Random) -> None:
    """Let a day pass in a process of each shard."""
    clocks, is_over = diary.clocks, day == FIRST_DAY + plan.days
    until = span_of(day).begins + _OVERTIME if is_over else span_of(day).ends

    async def pass_in(shard: int) -> None:
        clocks[shard] = max(clocks.get(shard, 0), span_of(day).begins)
        part = Part(shard, plan.people, plan.days, plan.seed)
        for left in range(plan.kills, -1, -1):
            most = source.randint(1, plan.lines) if left else None
            words = url, part, clocks[shard], until
            if await run_until_killed(words, most, diary, source):
                return
            since = clocks[shard]
            clocks[shard] += source.randint(1, _DOWN) * 1000
            diary.take_in(("down", *map(str, (shard, since, clocks[shard]))))
        raise RuntimeError("a process has ended early")

    await asyncio.gather(*map(pass_in, range(SHARDS)))
