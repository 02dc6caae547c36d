"""What can be asked of a table: pure functions from its state and the time to new entries."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bot.tables.core.entries import Entry, Person
from bot.tables.core.errors import NotYoursError
from bot.tables.core.state import TableState

__all__ = ["Asker", "Command", "must_manage"]

Command: TypeAlias = Callable[[TableState, int], Sequence[Entry]]
"""Given a table and the time in milliseconds, the entries to log; raises ``RefusedError``."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks, and whether they moderate the place where the table is."""

    person: Person
    moderator: bool = False


def must_manage(table: TableState, asker: Asker, what: str) -> None:
    """Refuse unless the asker is the table's host or a moderator."""
    if asker.person.id != table.host.id and not asker.moderator:
        raise NotYoursError(f"Only the host of the table or a moderator can {what}.")
