"""Learning from Kai: why it made its move, what to do oneself, and what would have been better.

Hints and lessons are in the hand: a click on them changes it, and never brings another message.
"""

import asyncio
import re
from collections.abc import Callable, Mapping
from typing import Final

from bot.face.screen import with_lasting
from bot.game.contract import Seat
from bot.tables.core.errors import NotYoursError, RefusedError
from bot.tables.core.sight import look
from bot.tables.core.state import TableState
from cogs.answers import sending
from cogs.buttons.play import own_seat
from cogs.buttons.verb import Press, Verb
from cogs.layouts.address import NUMBER
from cogs.layouts.page import Page
from cogs.layouts.taught import Hint, hint_page
from cogs.reports import teaching

__all__ = ["VERBS"]

_PLY: Final = re.compile(f"{NUMBER}(:more(?::{NUMBER})?)?")
_HINT: Final = re.compile(f"{NUMBER}:{NUMBER}(?:=([a-z]{{1,8}}))?(:more)?")
_TURN: Final = re.compile(f"{NUMBER}:{NUMBER}(:more)?")

_MOVED_ON: Final = (
    "The table has moved on since that hint was offered. Open your hand again with “My hand”."
)


async def _why(press: Press) -> None:
    """Explain the turn of Kai's that the button was shown for, to whoever asks."""
    state, host = press.state, press.services.host
    if not state.seats:
        raise RefusedError("The match hasn't started yet.")
    asked = _PLY.fullmatch(press.words)
    ply = int(asked[1]) if asked else 0
    more = int(asked[3] or 0) if asked and asked[2] else None
    entries = await host.log(state.id)
    page = await _think(press, lambda: teaching.turn(state, entries, host.games, ply, more))
    await sending.private(press.click, page)


async def _hint(press: Press) -> None:
    """Let the person's own hand say and mark what Kai would do, as things stand."""
    seat, hint, lasting = await _asked_hint(press)
    focus = with_lasting(lasting, "")
    await press.services.surface.show_hand(press.click, press.table, seat, focus, hint=hint)


async def _reasons(press: Press) -> None:
    """Say why the hint is what it is, or by how much, in the place of the hand."""
    seat, hint, lasting = await _asked_hint(press)
    page = hint_page(press.state, seat, hint, lasting, more=press.words.endswith(":more"))
    press.services.surface.hands.put_aside(press.table.id, press.user)
    await sending.private(press.click, page)


async def _asked_hint(press: Press) -> tuple[Seat, Hint, str]:
    """Return a seat, its hint and its hand's lasting word; ``RefusedError`` where that is over."""
    asked, state = _HINT.fullmatch(press.words), press.state
    seat = own_seat(state, press.user)
    if asked is None or int(asked[1]) != seat:
        raise NotYoursError("These buttons belong to another player's hand.")
    _must_give_hints(state)
    sight = look(state, seat)
    if int(asked[2]) != sight.revision or not sight.legal:
        raise RefusedError(_MOVED_ON)
    hint = await press.services.surface.hints.ask(state, seat)
    if press.state.since[seat] != sight.revision:
        raise RefusedError(_MOVED_ON)
    return seat, hint, asked[3] or ""


async def _better(press: Press) -> None:
    """Say what would have been better in a turn of the person's, in the place of the hand."""
    asked, state, host = _TURN.fullmatch(press.words), press.state, press.services.host
    seat = own_seat(state, press.user)
    if asked is None or int(asked[1]) != seat:
        raise NotYoursError("These buttons belong to another player's hand.")
    _must_give_hints(state)
    own = teaching.Own(state.id, seat, int(asked[2]))
    entries = await host.log(state.id)
    more = asked[3] is not None
    page = await _think(press, lambda: teaching.better(state, own, entries, host.games, more=more))
    press.services.surface.hands.put_aside(press.table.id, press.user)
    await sending.private(press.click, page)


def _must_give_hints(table: TableState) -> None:
    if not table.setup.gives_hints:
        raise RefusedError("There are no hints at this table.")


async def _think(press: Press, work: Callable[[], Page]) -> Page:
    """Let Kai think where it always does: off the event loop."""
    return await asyncio.get_running_loop().run_in_executor(press.services.executor, work)


VERBS: Final[Mapping[str, Verb]] = {
    "why": Verb(_why, costly=True, thinking=True, in_place=True, tells_cards=True),
    "hint": Verb(_hint, costly=True, thinking=True, in_place=True),
    "reasons": Verb(_reasons, costly=True, thinking=True, in_place=True),
    "better": Verb(_better, costly=True, thinking=True, in_place=True),
}
