"""Soak test of pruning: old logs are deleted in time, results stay, pages are reused."""

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.wire.process import read_file
from tests.wire.soak.day import Day

KEEP_LOGS: Final = 40
"""Seconds for which the logs of finished matches are kept here."""

KEEP_ABANDONED: Final = 20
"""The same for tables that closed before their end."""

LATE: Final = KEEP_LOGS
"""Seconds within which what is due has gone: a round comes four times in the shorter time, and what
is deleted waits for its turn between the moves of ten busy tables."""

LOOK: Final = 5
"""Seconds between two looks."""

GROWTH: Final = 1.25
"""By how much the file may still grow once it holds what is kept for the time: tables come and go
unevenly, and of every match a few rows stay."""

CLOSED: Final = """
    SELECT tables.phase, tables.id IN (SELECT table_id FROM matches), max(at), count(*), max(seq)
    FROM tables JOIN log ON log.table_id = tables.id GROUP BY tables.id
"""


@dataclass(frozen=True, slots=True)
class _Kept:
    """What the database has at one moment."""

    overdue: int
    """Tables whose log should have gone."""
    torn: int
    """Unfinished tables whose log has gaps."""
    logs: int
    matches: int
    standings: int
    """Results of seats in finished matches."""
    pages: int
    """Of the file, used or free."""


async def prune(day: Day, matches: int, tell: Callable[[str], None]) -> Sequence[str]:
    """Start the bot again with short keeping times, play on, and return what is wrong."""
    if not matches:
        return []
    bot, day.played = day.evening.bot, 0
    await bot.crash()
    bot.settings = {
        **bot.settings,
        "CARDS_KEEP_LOGS_DAYS": str(KEEP_LOGS / 86_400),
        "CARDS_KEEP_ABANDONED_DAYS": str(KEEP_ABANDONED / 86_400),
    }
    at_first = _look(day.database)
    await bot.start()
    # Everything that was kept until now is too old: it must go first.
    await asyncio.sleep(LATE)
    seen = list[_Kept]()
    watching = asyncio.create_task(_watch(day.database, seen, tell))
    await day.play(matches)
    await asyncio.sleep(KEEP_LOGS + LATE)
    watching.cancel()
    with suppress(asyncio.CancelledError):
        await watching
    at_last = _look(day.database)
    tell(
        f"{at_last}\nWith logs kept for {KEEP_LOGS} s: those of {at_first.logs} tables at first, "
        f"of {at_last.logs} at last."
    )
    return [*_judge(at_first, seen, at_last, matches)]


async def _watch(database: Path, seen: list[_Kept], tell: Callable[[str], None]) -> None:
    while True:
        seen.append(await asyncio.to_thread(_look, database))
        tell(str(seen[-1]))
        await asyncio.sleep(LOOK)


def _judge(at_first: _Kept, seen: Sequence[_Kept], at_last: _Kept, played: int) -> Iterator[str]:
    if overdue := max(kept.overdue for kept in (*seen, at_last)):
        yield f"pruning: {overdue} logs were kept for too long."
    if torn := max(kept.torn for kept in (*seen, at_last)):
        yield f"pruning: {torn} tables under way lost entries."
    if at_last.logs:
        yield f"pruning: {at_last.logs} logs are still there."
    if at_last.matches != at_first.matches + played:
        yield f"pruning: {at_first.matches} + {played} matches, but {at_last.matches} results."
    if at_last.standings < at_first.standings + 2 * played:
        yield f"pruning: results of {at_last.standings} seats after {at_first.standings}."
    if at_last.pages > GROWTH * at_first.pages:
        yield f"pruning: the file grew from {at_first.pages} to {at_last.pages} pages."


def _look(database: Path) -> _Kept:
    now = time.time() * 1000
    tables = read_file(database, CLOSED)
    ((matches,),) = read_file(database, "SELECT count(*) FROM matches")
    ((seats,),) = read_file(database, "SELECT count(*) FROM results")
    ((pages,),) = read_file(database, "PRAGMA page_count")
    ages = [
        (now - at) / 1000 - (KEEP_LOGS if finished else KEEP_ABANDONED)
        for phase, finished, at, _, _ in tables
        if phase in ("closed", "pruned")
    ]
    return _Kept(
        overdue=sum(age > LATE for age in ages),
        torn=sum(
            count != last
            for phase, _, _, count, last in tables
            if phase not in ("closed", "pruned")
        ),
        logs=len(tables),
        matches=matches,
        standings=seats,
        pages=pages,
    )
