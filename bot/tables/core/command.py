"""Commands: what people and timers do at a table, as pure functions that return log entries."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bot.tables.core.entries import Entry, Person
from bot.tables.core.errors import ClosedTableError, NotYoursError, RefusedError
from bot.tables.core.state import TableState
from bot.tables.core.store import Phase

__all__ = ["Asker", "Command", "must_be_lobby", "must_be_playing", "must_manage"]

Command: TypeAlias = Callable[[TableState, int], Sequence[Entry]]
"""Takes a table and the time (ms since 1970), returns entries to log; raises ``RefusedError``."""


@dataclass(frozen=True, slots=True)
class Asker:
    """The person who gives a command, and whether they moderate the table's channel."""

    person: Person
    moderator: bool = False


def must_be_lobby(table: TableState) -> None:
    """Refuse unless the table is a lobby."""
    if table.phase is Phase.CLOSED:
        raise ClosedTableError
    if table.phase is Phase.PLAYING:
        raise RefusedError("The match has already started.")


def must_be_playing(table: TableState) -> None:
    """Refuse unless a match is going on."""
    phase = table.phase
    if phase is Phase.CLOSED:
        raise ClosedTableError
    if phase is Phase.LOBBY:
        raise RefusedError("The match has not started yet.")


def must_manage(table: TableState, asker: Asker, what: str) -> None:
    """Refuse unless the asker is the table's host or a moderator."""
    if asker.person.id != table.host.id and not asker.moderator:
        raise NotYoursError(f"Only the host of the table or a moderator can {what}.")
