"""A small week, played once for all tests of the folder."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.lab.week.diary import Diary
from bot.lab.week.week import Plan, pass_week

SMALL = Plan(people=12, days=2, seed=5, kills=1, lines=500)


class Passed(NamedTuple):
    """A week that has passed."""

    file: Path
    diary: Diary

    def harmed(self, harm: str, **words: str) -> Path:
        """Return a copy of the database in which something has been done.

        ``:live`` is the id of a night's table, ``:slow`` that of a slow match.
        """
        copy = self.file.with_name("harmed.db")
        with closing(sqlite3.connect(self.file)) as whole, closing(sqlite3.connect(copy)) as harmed:
            whole.backup(harmed)
            tables = {"live": _first(harmed, '"live"'), "slow": _first(harmed, '"ranked":false')}
            harmed.execute(harm, tables | words)
            harmed.commit()
        return copy

    def told(self, change: Callable[[Sequence[str]], Sequence[str]]) -> Diary:
        """Return a diary in which lines say something else."""
        lines = [tuple(change(line)) for line in self.diary.lines]
        return Diary(lines, self.diary.kills, self.diary.clocks)


def _first(database: sqlite3.Connection, words: str) -> str:
    """Return the id of a table whose log begins with these words in it."""
    query = "SELECT table_id FROM log WHERE kind = 'opened' AND instr(body, ?) ORDER BY at LIMIT 1"
    [table] = database.execute(query, (words,)).fetchone()
    return str(table)


@pytest.fixture(scope="session")
def passed(tmp_path_factory: pytest.TempPathFactory) -> Passed:
    file = tmp_path_factory.mktemp("week") / "week.db"
    return Passed(file, asyncio.run(pass_week(file, SMALL, lambda _: None)))
