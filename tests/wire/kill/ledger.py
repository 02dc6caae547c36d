"""Read a bot's database while it runs or after it was killed."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

from bot.games.registry import GAMES
from bot.tables.apply import evolve, open_state
from bot.tables.entries import Entry, read_entry
from bot.tables.state import TableState
from tests.db.balanced import balanced
from tests.wire.process import read_file

Fact: TypeAlias = str
"""An entry of the log as it must be in every run: without its time, and no outage among them."""

OUTAGES = ("out of reach", "slept")
"""The kinds of entries that say when nobody could play; not in every run alike."""


@dataclass
class Ledger:
    """The database of one match, a SQLite file."""

    file: Path
    _states: list[TableState] = field(default_factory=list)
    """The table after each entry: what is in a log does not change any more."""

    @cached_property
    def table(self) -> str:
        """The only table's id."""
        ((table,),) = self._read("SELECT id FROM tables")
        return str(table)

    @property
    def length(self) -> int:
        if not self.file.exists():
            return 0
        ((count,),) = self._read("SELECT count(*) FROM log WHERE kind NOT IN (?, ?)", *OUTAGES)
        return int(count)

    @property
    def facts(self) -> list[Fact]:
        rows = self._read("SELECT body FROM log WHERE kind NOT IN (?, ?) ORDER BY seq", *OUTAGES)
        return [_without_time(body) for (body,) in rows]

    @property
    def entries(self) -> list[Entry]:
        return self._entries(after=0)

    @property
    def state(self) -> TableState:
        for entry in self._entries(after=len(self._states)):
            before = self._states[-1:]
            state = evolve(before[0], entry) if before else open_state(self.table, entry, GAMES)
            self._states.append(state)
        return self._states[-1]

    def as_of(self, length: int) -> TableState:
        """Return the table as it stood when its log had this many entries."""
        assert self.state
        return self._states[length - 1]

    @property
    def message(self) -> int | None:
        """The table's bookmark, if it is stored."""
        return self.noted[0] if self.noted else None

    @property
    def noted(self) -> tuple[int, int] | None:
        """The table's message, and how many entries it shows; 0 where that is uncertain."""
        rows = self._read("SELECT message, shows FROM bookmarks")
        return (int(rows[0][0]), int(rows[0][1])) if rows else None

    @property
    def results(self) -> list[Any]:
        """All results of matches and chips, without tables' ids and times."""
        return [
            self._read("SELECT guild, game, ranked, counted FROM matches"),
            self._read("SELECT seat, user_id, name, kai, rank, total FROM results ORDER BY seat"),
            self._read("SELECT seat, round, points FROM round_points ORDER BY seat, round"),
            self._chips,
        ]

    @property
    def _chips(self) -> Sequence[tuple[Any, ...]]:
        """All postings, without the codes by which gifts are told apart; the books are in order."""
        balanced(self.file)
        return self._read(
            "SELECT CASE WHEN booking LIKE 'gift %' THEN 'gift' ELSE replace(booking, ?, 'T') END "
            "AS key, line, why, replace(account, ?, 'T') AS holder, chips "
            "FROM postings ORDER BY key, line, holder",
            *(self.table, self.table),
        )

    def _entries(self, after: int) -> list[Entry]:
        rows = self._read("SELECT body FROM log WHERE seq > ? ORDER BY seq", after)
        return [read_entry(body) for (body,) in rows]

    def _read(self, query: str, *values: str | int) -> Sequence[tuple[Any, ...]]:
        return read_file(self.file, query, *values)


def _without_time(body: str) -> Fact:
    entry = json.loads(body)
    del entry["at"]
    return json.dumps(entry, sort_keys=True)
