"""Commands: what people and timers do at a table, as pure functions that return log entries.

A table that refuses one raises an error here; its ``str`` is the sentence that the person sees.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bot.tables.entries import Entry, Person
from bot.tables.state import TableState


class RefusedError(Exception):
    """The command was refused, and nothing has changed."""


class NoSuchTableError(RefusedError):
    """There is no such table, or it has been deleted."""

    def __init__(self) -> None:
        super().__init__("This table is gone. Open a new one with `/play`.")


class ClosedTableError(RefusedError):
    """The table has been closed."""

    def __init__(self) -> None:
        super().__init__("This table is closed. Open a new one with `/play`.")


class DamagedTableError(RefusedError):
    """The table's log is damaged."""

    def __init__(self) -> None:
        super().__init__(
            "This table's log is damaged. The people who run the bot have been told. "
            "Open a new table with `/play`."
        )


class NotYoursError(RefusedError):
    """The person does not sit there, or is not the host."""


class NotHostError(NotYoursError):
    """Only the host or a moderator may do this; perhaps the host has left the server."""


class OutdatedError(RefusedError):
    """The table has changed since the click's button was shown."""

    def __init__(self) -> None:
        super().__init__("The table has moved on. Here's your hand.")


class RestartingError(RefusedError):
    """The bot is shutting down; this process or another one will host the table soon."""

    def __init__(self) -> None:
        super().__init__("I'm restarting. Please try again in a moment.")


Command: TypeAlias = Callable[[TableState, int], Sequence[Entry]]
"""Takes a table and the time (ms since 1970), returns entries to log; raises ``RefusedError``."""


@dataclass(frozen=True, slots=True)
class Asker:
    """The person who gives a command, and whether they moderate the table's channel."""

    person: Person
    moderator: bool = False
    house: bool = False
    """Whether the bot asks in their name, at a league night's table."""


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
        raise NotHostError(f"Only the host or a moderator can {what}.")
