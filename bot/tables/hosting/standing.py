"""A table while nobody can play: that is noted, and the time is given back afterwards."""

import logging
from typing import TYPE_CHECKING

from bot.tables.core import outages
from bot.tables.core.errors import RefusedError
from bot.tables.hosting.reach import Reach

if TYPE_CHECKING:
    from bot.tables.hosting.table import Table

__all__ = ["give_back_after"]

logger = logging.getLogger(__name__)


async def give_back_after(table: "Table", reach: Reach, since: int | None) -> None:
    """Wait until people can play at a table, and give it back the time since then.

    ``since`` is None where only the log tells of an outage: the bot has started since. Once the
    outage counts, it is noted in the log.
    """
    guild = table.state.place.guild
    try:
        if since is not None and table.state.out_of_reach is None:
            counts = max(outages.BRIEF, outages.shortest_credited(table.state))
            if not await reach.back(guild, within=(since + counts - reach.now()) / 1000):
                await table.do(outages.note(since))
        await reach.back(guild)
        await _give_back(table, since)
    except RefusedError as error:
        logger.debug("table %s: its outage is left alone: %s", table.id, error)


async def _give_back(table: "Table", since: int | None) -> None:
    """Give back the time since then, or what the log says; a moment with the next move."""
    now, missed = table.clock.now(), table.clock.missed()
    length = max(missed, 0 if since is None else now - since)
    if table.state.out_of_reach is None and length < outages.BRIEF:
        table.clock.miss(length)
    else:
        await table.do(outages.give_back(now if since is None else since, missed))
