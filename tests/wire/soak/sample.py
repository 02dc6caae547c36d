"""Samples of a bot's metrics and of the size of its database."""

from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from statistics import linear_regression
from typing import Final

from tests.operation.scrape import Scrape
from tests.wire.process import read_file


@dataclass(frozen=True, slots=True)
class Sample:
    """The figures of one moment; ``matches`` and ``clicks`` since the start."""

    matches: int
    """Matches that were played to their end."""
    clicks: int
    """Clicks, commands and forms that were answered."""
    memory: float
    """Resident memory in MiB; in the samples of a day the least since the one before."""
    tasks: int
    hands: int
    """Open hands, each with the token of a click."""
    of_hands: int
    """Tables of which anything is remembered for their hands."""
    views: int
    files: int
    """Open file descriptors."""
    tables: int
    """Tables in memory."""
    messages: int
    """Tables' messages that are being kept up to date."""
    database: float
    """Used pages of the database, in KiB."""
    on_disk: float
    """The database with its journal, in KiB."""

    @property
    def busy(self) -> bool:
        """Whether there is anything that belongs to a table."""
        return any((self.hands, self.of_hands, self.tables, self.messages))


def take(scrape: Scrape, database: Path) -> Sample:
    """Read the figures of a bot with a SQLite database."""
    used, on_disk = _sizes(database)

    def kept(what: str) -> int:
        return int(scrape.value("cards_kept", what=what))

    return Sample(
        matches=int(scrape.value("cards_tables_closed_total", because="finished")),
        clicks=int(scrape.value("cards_click_seconds_count")),
        memory=scrape.value("process_resident_memory_bytes") / 2**20,
        tasks=int(scrape.value("cards_tasks")),
        hands=int(scrape.value("cards_open_hands")),
        of_hands=kept("hands"),
        views=kept("views"),
        files=int(scrape.value("process_open_fds")),
        tables=kept("tables"),
        messages=kept("messages"),
        database=used / 1024,
        on_disk=on_disk / 1024,
    )


def slope(samples: Sequence[Sample], name: str) -> float:
    """Return by how much a figure grows with each match: a straight line by least squares."""
    matches = [sample.matches for sample in samples]
    figures = [float(getattr(sample, name)) for sample in samples]
    return linear_regression(matches, figures).slope


def heading() -> str:
    return " ".join(f"{field.name:>9}" for field in fields(Sample))


def line(sample: Sample) -> str:
    return " ".join(
        f"{value:>9.1f}" if isinstance(value, float) else f"{value:>9}" for value in astuple(sample)
    )


def _sizes(database: Path) -> tuple[int, int]:
    """Return the bytes in used pages, and those on the disk."""
    names = ("page_size", "page_count", "freelist_count")
    size, pages, free = (read_file(database, f"PRAGMA {name}")[0][0] for name in names)
    files = (database, database.with_name(f"{database.name}-wal"))
    return size * (pages - free), sum(file.stat().st_size for file in files if file.exists())


AT_REST: Final = ("tasks", "hands", "of_hands", "views", "tables", "messages")
"""What must be again, when all tables are closed, what it was when none had been opened."""

FILES: Final = 40
"""Descriptors that come with use and stay: five connections of the database's pool have three each,
and some ten to Discord, as many as were needed at once, are kept open for the next requests."""

MEMORY: Final = 1.0
"""MiB in 100 matches. A started table takes 13 KB: kept with every match, it would be 1.3 MiB."""

DATABASE: Final = 512.0
"""KiB for a match of ten rounds: a thousand entries of half a KiB."""

FEW: Final = 6
"""With fewer samples nothing can be said about what grows."""

JOURNAL: Final = 16 * 1024.0
"""KiB: SQLite writes its journal back when it has 4 MiB, unless a reader holds it up."""


def memory_growth(during: Sequence[Sample]) -> float:
    """Return the MiB per 100 matches of the second half; in the first, what's kept fills up."""
    return 100 * slope(during[len(during) // 2 :], "memory")


def leaks(before: Sample, during: Sequence[Sample], after: Sample) -> Iterator[str]:
    """Yield a sentence for each leak between samples at rest, the first after a few matches."""
    for name in AT_REST:
        first, last = getattr(before, name), getattr(after, name)
        if last > first:
            yield f"{name}: {first} at rest before, {last} after."
    if after.files > before.files + FILES:
        yield f"file descriptors: {before.files} before, {after.files} after."
    if len(during) < FEW:
        return
    growth = memory_growth(during)
    if growth > MEMORY:
        yield f"memory: {growth:.2f} MiB in 100 matches, more than {MEMORY}."
    stored = slope(during, "database")
    if stored > DATABASE:
        yield f"database: {stored:.0f} KiB a match, more than {DATABASE:.0f}."
    journal = max(sample.on_disk - sample.database for sample in during)
    if journal > JOURNAL:
        yield f"the database's journal: {journal:.0f} KiB."


AWAY: Final = " ERROR discord.shard: Attempting a reconnect"
"""Discord was away for a moment, as on a busy machine: discord.py calls that an error."""


def faults_in(log: str) -> Iterator[str]:
    """Yield the lines of a log that should not be there on a good day."""
    for line in log.splitlines():
        if AWAY in line:
            continue
        if " ERROR " in line or " CRITICAL " in line or line.startswith("Traceback"):
            yield f"in the log: {line}"
