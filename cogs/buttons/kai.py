"""Learning from Kai: why it made its last move, and what it would do in a person's own place."""

import asyncio
import re
from collections.abc import Callable, Mapping
from typing import Final

from bot.tables.core.errors import NotYoursError, RefusedError
from bot.tables.core.sight import look
from cogs.answers import sending
from cogs.buttons.play import own_seat
from cogs.buttons.verb import Press, Verb
from cogs.layouts.address import NUMBER
from cogs.layouts.page import Page
from cogs.reports import teaching

__all__ = ["VERBS"]

_PLY: Final = re.compile(NUMBER)
_HINT: Final = re.compile(f"{NUMBER}:{NUMBER}")

_MOVED_ON: Final = (
    "The table has moved on since that hint was offered. Open your hand again with “My hand”."
)


async def _why(press: Press) -> None:
    """Explain the turn of Kai's that the button was shown for, to whoever asks."""
    state, host = press.state, press.services.host
    if not state.seats:
        raise RefusedError("The match has not started yet.")
    ply = int(press.words) if _PLY.fullmatch(press.words) else 0
    entries = await host.log(state.id)
    page = await _think(press, lambda: teaching.turn(state, entries, host.games, ply))
    await sending.private(press.click, page)


async def _hint(press: Press) -> None:
    """Say what Kai would do in a person's place, as things stand, and to nobody else."""
    asked, state = _HINT.fullmatch(press.words), press.state
    seat = own_seat(press.state, press.user)
    if asked is None or int(asked[1]) != seat:
        raise NotYoursError("These buttons belong to another player's hand.")
    if not state.setup.gives_hints:
        raise RefusedError("There are no hints at this table.")
    sight = look(state, seat)
    if int(asked[2]) != sight.revision or not sight.legal:
        raise RefusedError(_MOVED_ON)
    page = await _think(press, lambda: teaching.hint(state, seat))
    if press.state.since[seat] != sight.revision:
        raise RefusedError(_MOVED_ON)
    await sending.answer(press.click, page)


async def _think(press: Press, work: Callable[[], Page]) -> Page:
    """Let Kai think where it always does: off the event loop."""
    return await asyncio.get_running_loop().run_in_executor(press.services.executor, work)


VERBS: Final[Mapping[str, Verb]] = {
    "why": Verb(_why, costly=True, thinking=True, in_place=True),
    "hint": Verb(_hint, costly=True, thinking=True),
}
