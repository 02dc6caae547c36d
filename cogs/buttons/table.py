"""The other buttons of a table: the text twin, and leaving."""

import asyncio
from collections.abc import Mapping
from typing import Final

from bot.face.screen import Style
from bot.games.faces import face_of
from bot.tables.core import lobby, match
from bot.tables.core.errors import RefusedError
from bot.tables.core.sight import look
from bot.tables.core.store import Phase
from bot.tables.hosting.table import Table
from cogs import sending
from cogs.address import Address
from cogs.answers import in_time
from cogs.buttons.handler import Handler
from cogs.buttons.play import own_seat
from cogs.layouts.hand import back_button
from cogs.layouts.page import Button, Page, Text, pieces
from cogs.replies import acknowledge
from cogs.services import Click

__all__ = ["HANDLERS"]


async def _as_text(click: Click, table: Table, _words: str) -> None:
    """Tell what the public picture shows, and nothing else, to whoever asks."""
    state, executor = table.state, click.client.services.executor
    if not state.seats:
        raise RefusedError("The match has not started yet.")
    telling = asyncio.get_running_loop().run_in_executor(
        executor, face_of(state.game).text, look(state).scene
    )
    text = await in_time(click, telling, private=True, thinking=True)
    for piece in pieces(text):
        await sending.answer(click, Page((Text(piece),)))


async def _leave(click: Click, table: Table, _words: str) -> None:
    """Leave a lobby at once; from a match only after a question."""
    if table.state.phase is Phase.LOBBY:
        await in_time(click, table.do(lobby.leave(click.user.id)))
        await acknowledge(click)
        return
    seat = own_seat(table.state, click)
    if table.state.seats[seat].held == "left":
        parts = (Text("You have already left: Kai plays your seat."), (back_button(table.state),))
        await sending.answer(click, Page(parts))
        return
    text = (
        "**Leave this match?** Kai will play on for you. Cards and score stay yours, and you may "
        "come back at any moment."
    )
    sure = Button("Leave the match", str(Address(table.id, "quit")), Style.DANGER)
    await sending.answer(click, Page((Text(text), (sure,))))


async def _quit(click: Click, table: Table, _words: str) -> None:
    state = await in_time(click, table.do(match.leave(click.user.id)), private=True)
    if state.closed:
        page = Page((Text("You have left. Nobody else was there, so the match is closed."),))
    else:
        parts = (Text("You have left: Kai plays your seat."), (back_button(state),))
        page = Page(parts)
    await sending.private(click, page)


HANDLERS: Final[Mapping[str, Handler]] = {"text": _as_text, "leave": _leave, "quit": _quit}
