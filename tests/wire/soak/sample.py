"""Samples of a bot's metrics and of the size of its database."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from statistics import linear_regression

from tests.operation.scrape import Scrape

__all__ = ["Sample", "heading", "line", "slope", "take"]


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
    """Return the names of a table's columns."""
    return " ".join(f"{field.name:>9}" for field in fields(Sample))


def line(sample: Sample) -> str:
    """Return a sample as a line of the table."""
    return " ".join(
        f"{value:>9.1f}" if isinstance(value, float) else f"{value:>9}" for value in astuple(sample)
    )


def _sizes(database: Path) -> tuple[int, int]:
    """Return the bytes in used pages, and those on the disk."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        size, pages, free = (
            connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("page_size", "page_count", "freelist_count")
        )
    files = (database, database.with_name(f"{database.name}-wal"))
    return size * (pages - free), sum(file.stat().st_size for file in files if file.exists())
