"""``python -m lab week``: a week of the bot, killed and recounted."""

import asyncio
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from pathlib import Path
from traceback import extract_tb

from db.schema import matches
from db.storage import Storage, open_storage
from lab.week import evening_rows
from lab.week.daily_recount import Kept, faults, read
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
    print(f"Done in {time.perf_counter() - start:.0f} s.")
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
        wrong += [line async for line in _league(storage, tell)]
    for line in _summary(kept, evenings, diary):
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


def _summary(kept: Kept, evenings: Evenings, diary: Diary) -> Iterator[str]:
    """Yield how often what happened, so that nothing is taken for proved that did not occur."""
    counting = [row for row in kept.rounds if not row["practice"]]
    by_kai = sum(bool(row["by_kai"]) for row in counting)
    yield f"{len(counting):,} rounds that count, {by_kai} of them finished by Kai"
    yield _counts("people were told", (line[0] for line in diary.lines))
    nights, logs = evenings.nights.values(), evenings.logs.values()
    yield _counts(
        f"{len(nights)} nights", (event["kind"] for night in nights for event in night.events)
    )
    yield _counts(f"{len(logs)} tables", (entry["kind"] for log in logs for entry in log.entries))
    yield f"{diary.kills} processes killed"


def _counts(what: str, kinds: Iterable[str]) -> str:
    found = sorted(Counter(kinds).items())
    return f"{what}: " + ", ".join(f"{count:,} {kind}" for kind, count in found)
