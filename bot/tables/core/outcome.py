"""What a command would come to: pure, so that it can be tried without a table being hosted."""

from bot.tables.core import match
from bot.tables.core.command import Command
from bot.tables.core.entries import Entry
from bot.tables.core.state import TableState, evolve

__all__ = ["outcome"]


def outcome(table: TableState, command: Command, now: int) -> tuple[list[Entry], TableState]:
    """Return what a command would log, with all that follows by itself, and where it leads.

    Raises what the command raises, and ``GameError`` for an action that is not legal.
    """
    entries: list[Entry] = []
    after, pending = table, command(table, now)
    while pending:
        for entry in pending:
            after = evolve(after, entry)
        entries.extend(pending)
        pending = match.follow_up(after, now)
    return entries, after
