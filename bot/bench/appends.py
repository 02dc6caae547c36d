"""Moves onto the disk alone: the group-committing writer beside one commit for each move."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bot.bench.figure import Figure, ratio
from db.speed import appends_per_second, plain_appends_per_second

__all__ = ["figures_of_appends", "plain_commits"]

WRITERS: Final = (1, 32)


def plain_commits(folder: Path, moves: int) -> float:
    """Return how many single rows a bare aiosqlite commits in a second, synchronous = FULL."""
    return asyncio.run(plain_appends_per_second(folder / "plain.db", moves))


def figures_of_appends(folder: Path, moves: int, commits: float) -> Iterator[Figure]:
    """Let writers append at once; ``commits`` is :func:`plain_commits` of the same run."""
    for writers in WRITERS:
        url = f"sqlite+aiosqlite:///{folder / f'{writers}-writers.db'}"
        rate = asyncio.run(appends_per_second(url, writers, moves))
        yield Figure(
            f"group commit, {writers} writer{'s' if writers > 1 else ''}",
            f"{rate:,.0f} appends/s",
            f"{commits:,.0f} commits/s, aiosqlite, one at a time",
            ratio(rate, commits),
        )
