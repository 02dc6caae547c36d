"""Apply a command to a table's state. Pure: nothing is saved, and no table need be hosted."""

from bot.tables.core import match
from bot.tables.core.command import Command
from bot.tables.core.entries import Entry
from bot.tables.core.state import TableState, evolve

__all__ = ["apply_command"]


def apply_command(table: TableState, command: Command, now: int) -> tuple[list[Entry], TableState]:
    """Return a command's entries, including those that follow by themselves, and the new state.

    Raises what the command raises, and ``GameError`` for an illegal action.
    """
    entries: list[Entry] = []
    after, pending = table, command(table, now)
    while pending:
        for entry in pending:
            after = evolve(after, entry)
        entries.extend(pending)
        pending = match.follow_up(after, now)
    return entries, after
