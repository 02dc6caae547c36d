"""Replays as they are asked for: one step at a time, in private."""

import asyncio
from typing import Final

from bot.tables.core.errors import RefusedError
from bot.tables.core.state import TableState
from bot.tables.core.steps import Wanted, find_step
from cogs.answers import sending
from cogs.answers.click import Click
from cogs.arguments.matches import record_gone
from cogs.layouts.page import Page
from cogs.layouts.replay import replay_page
from cogs.services import Services

__all__ = ["LONGEST", "check_replayable", "show_replay"]

LONGEST: Final = 5_000
"""Entries in the log of a match that can be replayed; the longest that Kai plays has 2,400.

Each step reads the log and plays it from the start. Measured in CPU time, a step in the middle of
ten rounds of Kapow! for four takes 14 ms, the last step of those 2,400 entries 106 ms, of 5,000
entries 250 ms, and all that in threads. A person has twelve steps a minute, so a cache would save
little; and it would hold names that somebody may have had deleted.
"""


async def show_replay(services: Services, click: Click, table: TableState, wanted: Wanted) -> None:
    """Answer with the first step wanted of a match, else the last one.

    Raises ``RefusedError`` for a match that cannot be replayed.
    """
    check_replayable(table)
    entries = await services.store.load(table.id)
    if not entries:
        raise record_gone(services)

    def draw() -> Page:
        return replay_page(table, find_step(table.id, entries, services.games, wanted))

    page = await asyncio.get_running_loop().run_in_executor(services.executor, draw)
    await sending.private(click, page)


def check_replayable(table: TableState) -> None:
    """Raise ``RefusedError`` for a match that is not finished, or too long."""
    if table.closed is None:
        raise RefusedError("You can replay a match once it's over.")
    if table.closed.because != "finished":
        raise RefusedError("You can replay only matches that were played to the end.")
    if table.seq > LONGEST:
        raise RefusedError("This match is too long to replay. `/record` has all of it.")
