"""A slow turn's rest through somebody's night: once a turn, for ten hours at most.

Times are milliseconds since 1970. The log says that a turn rests, and that it was woken; whose
night it is, and until when, is asked each time and never noted.
"""

from dataclasses import replace
from typing import Final

from bot.tables.core.entries import Clock, Rested, Woken
from bot.tables.core.nights import Nights
from bot.tables.core.state import Rest, TableState, human_users, stage_of

__all__ = ["LONGEST_REST", "may_rest", "night_in", "rest_ends", "rested", "resting", "woken"]

LONGEST_REST: Final = 36_000_000
"""Milliseconds. Nobody waits longer for somebody's morning, however long a night is."""

SHORTEST_MORNING: Final = 3_600_000
"""Milliseconds."""


def may_rest(table: TableState) -> bool:
    """Whether the current turn can rest: with a slow clock, once."""
    turn = stage_of(table).turn
    return table.setup.clock.kind == "slow" and (table.rest is None or table.rest.turn != turn)


def resting(table: TableState) -> Rest | None:
    """Return the rest of the current turn, if it is resting."""
    rest, stage = table.rest, table.stage
    if rest is None or stage is None or rest.over or rest.turn != stage.turn or table.closed:
        return None
    return rest


def rest_ends(table: TableState, nights: Nights) -> int | None:
    """Return when a resting turn will be woken, as far as is known; None if none rests.

    That is when nobody who has to act has their night any more, and after ten hours at most.
    """
    rest = resting(table)
    if rest is None:
        return None
    end = nights.some(human_users(table))
    return rest.since if end is None else min(end, rest.since + LONGEST_REST)


def night_in(table: TableState, nights: Nights, user: int) -> int | None:
    """Return until when a turn rests for one person; None if it does not, or no longer."""
    rest, end = resting(table), nights.ends.get(user)
    return None if rest is None or end is None else min(end, rest.since + LONGEST_REST)


def rested(table: TableState, entry: Rested) -> TableState:
    """Return the state after a turn began to rest."""
    return replace(table, rest=Rest(entry.turn, entry.at))


def woken(table: TableState, entry: Woken) -> TableState:
    """Return the state after a rest: the clock goes on, with enough time left to play.

    The table's message calls those who have to act again, so no reminder follows it.
    """
    if table.rest is None:
        return table
    whole = table.setup.clock.seconds * 1000
    clock_from = max(table.clock_from, entry.at - whole + _morning(table.setup.clock))
    rest = replace(table.rest, over=True)
    return replace(table, rest=rest, reminded=entry.turn, clock_from=clock_from)


def _morning(clock: Clock) -> int:
    """Return what is left of a turn's time after its rest: a quarter, but an hour if it has one."""
    whole = clock.seconds * 1000
    return min(whole, max(whole // 4, SHORTEST_MORNING))
