"""Judge samples for leaks, by bounds that are explained here."""

from collections.abc import Iterator, Sequence
from typing import Final

from tests.wire.soak.sample import Sample, slope

__all__ = ["FEW", "faults_in", "leaks", "memory_growth"]

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
    """Return the MiB in 100 matches by which memory grows in the second half.

    In the first, what is kept to be quick (sprites, lines of letters, Kai's prospects) fills up.
    """
    return 100 * slope(during[len(during) // 2 :], "memory")


def leaks(before: Sample, during: Sequence[Sample], after: Sample) -> Iterator[str]:
    """Yield a sentence for everything that leaks.

    ``before`` and ``after`` are samples at rest: without a table, the first after a few matches.
    """
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


def faults_in(log: str) -> Iterator[str]:
    """Yield the lines of a log that should not be there on a good day."""
    for line in log.splitlines():
        if " ERROR " in line or " CRITICAL " in line or line.startswith("Traceback"):
            yield f"in the log: {line}"
