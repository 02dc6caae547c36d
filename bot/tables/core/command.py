"""Commands: what people and timers do at a table, as pure functions that return log entries."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bot.tables.core.entries import Entry, Person
from bot.tables.core.errors import NotHostError, RefusedError
from bot.tables.core.state import TableState

__all__ = ["Asker", "Command", "must_manage", "must_seat_itself"]

Command: TypeAlias = Callable[[TableState, int], Sequence[Entry]]
"""Takes a table and the time (ms since 1970), returns entries to log; raises ``RefusedError``."""


@dataclass(frozen=True, slots=True)
class Asker:
    """The person who gives a command, and whether they moderate the table's channel."""

    person: Person
    moderator: bool = False
    house: bool = False
    """Whether the bot asks in their name, because a league night seats its tables itself."""


def must_seat_itself(table: TableState) -> None:
    """Refuse in the lobby of a league night's table: nobody's click decides who plays there."""
    if table.at_night and not table.seats:
        raise RefusedError("The league night seats this table. It starts in a moment.")


def must_manage(table: TableState, asker: Asker, what: str) -> None:
    """Refuse unless the asker is the table's host or a moderator."""
    if asker.house:
        return
    must_seat_itself(table)
    if asker.person.id != table.host.id and not asker.moderator:
        raise NotHostError(f"Only the table's host or a moderator can {what}.")
