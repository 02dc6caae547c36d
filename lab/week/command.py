"""``python -m lab week``: a week of the bot, killed and recounted."""

import asyncio
import os
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from traceback import extract_tb

from bot.daily.days import Score, streak
from db.schema import matches
from db.storage import Storage, open_storage
from lab.week import evening_rows
from lab.week.daily_recount import Kept, faults, read, shares, streaks
from lab.week.evening_rows import Evenings
from lab.week.week import Diary, Plan, pass_week
from tests.db.recount.comparing import check
from tests.db.rows import named_rows


def daily_week(people: int, days: int, seed: int, out: Path) -> int:
    """Play a week in a folder, once; return the exit status.

    It is 1 if what is stored is not what a recount says, 2 if there is a database already.
    """
    if (out / "week.db").exists():
        print(f"There is a week in {out} already: choose another folder.", file=sys.stderr)
        return 2
    out.mkdir(parents=True, exist_ok=True)
    start = time.perf_counter()
    wrong = asyncio.run(_week(Plan(people, days, seed), out))
    busy = sum(os.times()[:4])
    print(f"Done in {time.perf_counter() - start:.0f} s, with {busy:.0f} s of processor time.")
    return 1 if wrong else 0


async def _week(plan: Plan, folder: Path) -> Sequence[str]:
    """Play a week in a folder, tell of it, and recount it; return what differs."""
    file = folder / "week.db"
    diary = await pass_week(file, plan, print)
    lines = (" ".join(line) + "\n" for line in diary.lines)
    (folder / "diary.txt").write_text("".join(lines), "utf-8")
    return await recounted(file, diary, print)


async def recounted(file: Path, diary: Diary, tell: Callable[[str], None]) -> Sequence[str]:
    """Recount a week that was played, and tell of it; return what differs."""
    async with open_storage(f"sqlite+aiosqlite:///{file}") as storage:
        kept = await read(storage)
        evenings = await evening_rows.read(storage)
        wrong = [*faults(kept, diary), *evening_rows.faults(evenings, diary)]
        for day in sorted({row["day"] for row in kept.rounds}):
            wrong += [line async for line in _differences(storage, kept, day)]
        wrong += [line async for line in _league(storage, tell)]
    for line in (*_summary(kept, diary), *_evenings(evenings, diary)):
        tell(line)
    tell("equal" if not wrong else f"{len(wrong)} differences:")
    for line in wrong:
        tell(f"  {line}")
    return wrong


async def _league(storage: Storage, tell: Callable[[str], None]) -> AsyncIterator[str]:
    """Yield where the league of a server is not what the export of its matches leads to."""
    played = [row for row in await named_rows(storage, matches) if row.counted]
    for guild in sorted({row.guild for row in played}):
        try:
            await check(storage, guild)
        except AssertionError as error:
            where = extract_tb(error.__traceback__)[-1].name
            yield f"the league of {guild} is not that of its export, by {where}"
    tell(f"{len(played)} matches count in leagues")


def _summary(kept: Kept, diary: Diary) -> Iterator[str]:
    counting = [row for row in kept.rounds if not row["practice"]]
    by_kai = sum(bool(row["by_kai"]) for row in counting)
    beaten = sum(row["points"] < row["kai_points"] for row in counting if not row["by_kai"])
    yield (
        f"{len(counting):,} rounds that count, {by_kai} of them finished by Kai; "
        f"{len(kept.rounds) - len(counting)} for practice; {beaten:,} won against Kai"
    )
    forgotten, moves = len(diary.told("forgotten")), len(diary.told("moved"))
    yield f"{moves:,} moves and {len(kept.answers):,} answers; {forgotten} people had data deleted"


def _evenings(kept: Evenings, diary: Diary) -> Iterator[str]:
    entries = Counter(entry["kind"] for log in kept.logs.values() for entry in log.entries)
    events = Counter(event["kind"] for night in kept.nights.values() for event in night.events)
    users = {user for night in kept.nights.values() for user in night.users}
    yield (
        f"{len(kept.nights)} nights of {len(users)} people: {events['round seated']} rounds at "
        f"{events['table finished'] + events['table given up']} tables, "
        f"{events['table given up']} of them given up; {len(diary.words('in'))} times in, "
        f"{len(diary.words('out'))} times out, {len(diary.words('refused'))} times refused"
    )
    slow = sum(log.setup["clock"]["kind"] == "slow" for log in kept.logs.values())
    yield (
        f"{len(diary.words('acted')):,} actions acknowledged, {entries['timed out']} turns ran out "
        f"of time; {slow} slow matches, {entries['rested']} turns rested in somebody's night"
    )
    yield f"{len(diary.words('standings'))} standings told; {diary.kills} processes killed"


async def _differences(storage: Storage, kept: Kept, day: int) -> AsyncIterator[str]:
    """Yield where the bot's own figures of a day differ from the recount."""
    fields = await storage.dailies.fields(day, 0)
    rows = [row for row in kept.rounds if row["day"] == day and not row["practice"]]
    for user, (worse, others) in shares(kept, day).items():
        [row] = [row for row in rows if row["user_id"] == user]
        better = fields.everywhere.better_than(Score(row["points"], row["kai_points"]))
        if better is not None and better != Fraction(worse, others):
            yield f"day {day}: {user} is better than {worse} of {others}, not {better}"
    for user, length in streaks(kept, day).items():
        played = [on for on, _ in await storage.dailies.results(user) if on <= day]
        if streak(played, day) != length:
            yield f"day {day}: the streak of {user} is {length}, not {streak(played, day)}"
    answers = [row for row in kept.answers if row["day"] == day]
    for puzzle in {row["puzzle"] for row in answers}:
        expected = Counter(row["choice"] for row in answers if row["puzzle"] == puzzle)
        if dict(await storage.answers.counts(day, puzzle, 0)) != expected:
            yield f"day {day}: the answers are counted otherwise"
