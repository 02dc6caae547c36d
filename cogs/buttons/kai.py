"""Learning from Kai: why it made its last move, and what it would do in one's own place."""

import asyncio
import re
from collections.abc import Callable, Mapping
from typing import Final

from bot.tables.core.errors import NotYoursError, RefusedError
from bot.tables.core.sight import look
from bot.tables.hosting.table import Table
from cogs import sending
from cogs.address import NUMBER
from cogs.answers import in_time
from cogs.buttons.handler import Handler
from cogs.buttons.play import own_seat
from cogs.clicked import on_private
from cogs.layouts.page import Page
from cogs.reports import teaching
from cogs.services import Click

__all__ = ["HANDLERS"]

_PLY: Final = re.compile(NUMBER)
_HINT: Final = re.compile(f"{NUMBER}:{NUMBER}")

_MOVED_ON: Final = (
    "The table has moved on since that hint was offered. Open your hand again with “My hand”."
)


async def _why(click: Click, table: Table, words: str) -> None:
    """Explain the turn of Kai's that the button was shown for, to whoever asks."""
    state, host = table.state, click.client.services.host
    if not state.seats:
        raise RefusedError("The match has not started yet.")
    ply = int(words) if _PLY.fullmatch(words) else 0

    async def page() -> Page:
        entries = await host.log(table.id)
        return await _thought(click, lambda: teaching.turn(state, entries, host.games, ply))

    told = await in_time(click, page(), private=True, thinking=not on_private(click))
    await sending.private(click, told)


async def _hint(click: Click, table: Table, words: str) -> None:
    """Say what Kai would do in a person's place, as things stand, and to nobody else."""
    asked, state = _HINT.fullmatch(words), table.state
    seat = own_seat(state, click)
    if asked is None or int(asked[1]) != seat:
        raise NotYoursError("These buttons belong to another player's hand.")
    if not state.setup.gives_hints:
        raise RefusedError("There are no hints at this table.")
    sight = look(state, seat)
    if int(asked[2]) != sight.revision or not sight.legal:
        raise RefusedError(_MOVED_ON)
    thought = _thought(click, lambda: teaching.hint(state, seat))
    page = await in_time(click, thought, private=True, thinking=True)
    if table.state.since[seat] != sight.revision:
        raise RefusedError(_MOVED_ON)
    await sending.answer(click, page)


async def _thought(click: Click, work: Callable[[], Page]) -> Page:
    """Let Kai think where it always does: off the event loop."""
    return await asyncio.get_running_loop().run_in_executor(click.client.services.executor, work)


HANDLERS: Final[Mapping[str, Handler]] = {"why": _why, "hint": _hint}
