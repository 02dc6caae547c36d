"""Apply a command to a table's state. Pure: nothing is saved, and no table need be hosted."""

from collections.abc import Sequence

from bot.tables.core import entries as log
from bot.tables.core.command import Command
from bot.tables.core.entries import Entry
from bot.tables.core.state import TableState, evolve
from bot.tables.core.store import Effects
from bot.tables.league.results import match_result
from bot.tables.league.stakes import bookings

__all__ = ["apply_command", "effects"]


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
        pending = _follow_up(after, now)
    return entries, after


def effects(before: TableState, after: TableState) -> Effects:
    """Return the effects to write together with the entries that led from one state to another."""
    listing = after.listing if after.listing is not before.listing else None
    result = match_result(after) if after.closed else None
    booked = bookings(before, after) if before.setup.ante else ()
    return Effects(listing, result, booked)


def _follow_up(table: TableState, now: int) -> Sequence[Entry]:
    """Return the entries that follow by themselves: the match's end, or a pause if all are away."""
    if not table.seats or table.closed:
        return ()
    if not table.to_act:
        return [log.Closed(at=now, because="finished")]
    return _without_people(table, now)


def _without_people(table: TableState, now: int) -> Sequence[Entry]:
    """Return the entries that follow if no person plays any more; none if somebody does."""
    may_return = False
    for seat in table.seats:
        if seat.occupant.person is None:
            continue
        if seat.held is None:
            return ()  # Nearly always the first one.
        may_return |= seat.held == "away"
    if not may_return:
        return [log.Closed(at=now, because="abandoned")]
    return () if table.paused else [log.Paused(at=now)]
