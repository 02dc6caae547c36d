"""Write throughput: the group-committing writer, compared with one commit per move."""

import asyncio
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from bot.lab.bench.figure import Figure, ratio
from db.maintenance.speed import appends_per_second, plain_appends_per_second

__all__ = ["Commits", "figures_of_appends"]

T = TypeVar("T")

WRITERS: Final = (1, 32)


class Commits:
    """The reference for disk writes: plain aiosqlite, one row per commit, synchronous=FULL.

    The speed of a shared disk varies over time, so this is measured again for each figure, half of
    it before and half after.
    """

    def __init__(self, folder: Path, moves: int) -> None:
        self._folder = folder
        self._moves = moves
        self._files = 0

    def beside(self, measure: Callable[[], T]) -> tuple[T, float]:
        """Return the result of ``measure``, and the commits per second before and after it."""
        before = self._rate()
        measured = measure()
        after = self._rate()
        return measured, 2 / (1 / before + 1 / after)

    def _rate(self) -> float:
        self._files += 1
        file = self._folder / f"plain-{self._files}.db"
        return asyncio.run(plain_appends_per_second(file, self._moves))


def figures_of_appends(folder: Path, moves: int, anchor: Commits) -> Iterator[Figure]:
    """Let several writers append this many moves each."""
    for writers in WRITERS:
        rate, commits = anchor.beside(partial(_appends, folder, writers, moves))
        yield Figure(
            f"group commit, {writers} writer{'s' if writers > 1 else ''}",
            f"{rate:,.0f} appends/s",
            f"{commits:,.0f} commits/s, aiosqlite, one at a time",
            ratio(rate, commits),
        )


def _appends(folder: Path, writers: int, moves: int) -> float:
    url = f"sqlite+aiosqlite:///{folder / f'{writers}-writers.db'}"
    return asyncio.run(appends_per_second(url, writers, moves))
