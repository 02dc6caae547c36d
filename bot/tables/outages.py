"""Time in which nobody could play: noticed, noted while it lasts, and given back afterwards.

Times are milliseconds since 1970, and lengths are milliseconds.
"""

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bot.tables import entries as log
from bot.tables.clock import a_quarter, deadline
from bot.tables.command import Command, RefusedError
from bot.tables.reach import Reach
from bot.tables.state import Missed, TableState

if TYPE_CHECKING:
    from bot.tables.table import Table

logger = logging.getLogger(__name__)

BRIEF: Final = 5_000
"""A shorter outage is neither noted nor told; the next move gives its time back."""

FAIR_REST: Final = 30_000
"""Left of a turn at least when all can play again, if it has that."""

SHORT: Final = 60_000
"""Less is not given back to a lobby or a pause, which last for hours."""

LONG: Final = 3_600_000
"""Less is not given back to a turn without a clock, which may take days."""


def shortest_credited(table: TableState) -> int:
    """Return how much time may be missed at a table without being given back."""
    stage = table.stage
    if table.paused:
        return SHORT
    if stage is None:
        return 0 if table.called else SHORT
    return 0 if stage.paused or deadline(table) is not None else LONG


def must_credit_time(table: TableState, missed: int) -> bool:
    """Whether missed time must be given back."""
    return table.closed is None and missed > shortest_credited(table)


def note(since: int) -> Command:
    """Note that nobody can play since that time; nothing if that is known."""

    def command(table: TableState, now: int) -> Sequence[log.Entry]:
        if table.closed or table.out_of_reach is not None:
            return []
        return [log.OutOfReach(at=now, since=min(since, now))]

    return command


def give_back(since: int, missed: int = 0) -> Command:
    """Give back the time since then, or since what was noted; ``missed`` at least."""

    def command(table: TableState, now: int) -> Sequence[log.Entry]:
        if table.closed:  # The last move arrived, although the outage was noted.
            return []
        began = since if table.out_of_reach is None else table.out_of_reach
        length = max(now - began, missed)
        if table.out_of_reach is None and not must_credit_time(table, length):
            return []
        return [log.Slept(at=now, milliseconds=length, fair=True)]

    return command


def missing(table: TableState, entry: log.OutOfReach | log.Slept) -> TableState:
    """Return the state while nobody can play, or once everyone can again.

    Then what ran has stood still, and turns have a fair rest. What began in between begins now.
    """
    if isinstance(entry, log.OutOfReach):
        return replace(table, out_of_reach=entry.since)

    def moved(at: int) -> int:
        return min(at + entry.milliseconds, entry.at) if entry.fair else at + entry.milliseconds

    paused, clock_from = table.paused, moved(table.clock_from)
    if paused:  # The pause's end adds the rest of its length to the clock.
        paused = paused.model_copy(update={"at": moved(paused.at)})
    reminded_at = moved(table.reminded_at)
    after = replace(table, clock_from=clock_from, reminded_at=reminded_at, paused=paused)
    if not entry.fair:
        return after
    rest = table.rest and replace(table.rest, since=moved(table.rest.since))
    wishes = tuple(wish._replace(since=moved(wish.since)) for wish in table.wishes)
    return _fairly(replace(after, rest=rest, wishes=wishes), entry)


def _fairly(table: TableState, entry: log.Slept) -> TableState:
    whole, clock_from = table.setup.clock.seconds * 1000, table.clock_from
    if deadline(table) is not None:
        clock_from = max(clock_from, entry.at - whole + a_quarter(whole, FAIR_REST))
    guests = tuple(
        replace(guest, called_at=min(guest.called_at + entry.milliseconds, entry.at))
        if guest.called_at is not None
        else guest
        for guest in table.guests
    )
    return replace(
        table,
        clock_from=clock_from,
        guests=guests,
        out_of_reach=None,
        missed=Missed(
            table.stage.turn if table.stage else 0,
            entry.milliseconds,
            entry.milliseconds + (table.missed.total if table.missed else 0),
        ),
    )


async def give_back_after(table: "Table", reach: Reach, since: int | None) -> None:
    """Wait until people can play at a table, and give it back the time since then.

    ``since`` is None where only the log tells of an outage: the bot has started since.
    """
    guild = table.state.place.guild
    try:
        if since is not None and table.state.out_of_reach is None:
            counts = max(BRIEF, shortest_credited(table.state))
            if not await reach.back(guild, within=(since + counts - reach.now()) / 1000):
                await table.do(note(since))
        await reach.back(guild)
        await _give_back(table, since)
    except RefusedError as error:
        logger.debug("table %s: its outage is left alone: %s", table.id, error)


async def _give_back(table: "Table", since: int | None) -> None:
    now, missed = table.clock.now(), table.clock.missed()
    length = max(missed, 0 if since is None else now - since)
    if table.state.out_of_reach is None and length < BRIEF:
        table.clock.miss(length)
    else:
        await table.do(give_back(now if since is None else since, missed))
