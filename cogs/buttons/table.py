"""The other buttons of a table: the text twin, the rules, fairness, and leaving."""

import asyncio
from collections.abc import Mapping
from typing import Final

from bot.face.screen import Style
from bot.games.faces import face_of
from bot.tables.core import lobby, match
from bot.tables.core.command import must_seat_itself
from bot.tables.core.errors import RefusedError
from bot.tables.core.store import Phase
from cogs.answers import sending
from cogs.answers.click import chosen
from cogs.answers.replies import acknowledge
from cogs.buttons.play import own_seat
from cogs.buttons.verb import Press, Verb
from cogs.layouts.address import Address
from cogs.layouts.fairness import fairness_page
from cogs.layouts.hand import back_button
from cogs.layouts.page import Button, Page, Text
from cogs.layouts.room import pieces
from cogs.layouts.rules import rules_page
from cogs.layouts.table import table_text

__all__ = ["VERBS"]


async def _as_text(press: Press) -> None:
    """Tell what the public picture shows, and nothing else, to whoever asks."""
    state = press.state
    if not state.seats:
        raise RefusedError("The match hasn't started yet.")
    text = await asyncio.get_running_loop().run_in_executor(
        press.services.executor, table_text, state, face_of(state.game)
    )
    for piece in pieces(text):
        await sending.answer(press.click, Page((Text(piece),)))


async def _rules(press: Press) -> None:
    await _show_rules(press, None)


async def _topic(press: Press) -> None:
    await _show_rules(press, chosen(press.click))


async def _show_rules(press: Press, key: str | None) -> None:
    """Show a topic; the first time, the text is read from its file, off the event loop."""
    menu = str(Address(press.table.id, "topic"))
    page = await asyncio.get_running_loop().run_in_executor(
        press.services.executor, rules_page, menu, press.state.game, key
    )
    await sending.private(press.click, page)


async def _fairness(press: Press) -> None:
    """Tell whoever asks why nobody can cheat."""
    await sending.private(press.click, fairness_page(press.state))


async def _leave(press: Press) -> None:
    """Leave a lobby at once; from a match only after a question."""
    if press.state.phase is Phase.LOBBY:
        must_seat_itself(press.state)
        await press.table.do(lobby.leave(press.user))
        await acknowledge(press.click)
        return
    seat = own_seat(press.state, press.user)
    if press.state.seats[seat].held == "left":
        parts = (Text("You've already left. Kai is playing for you."), (back_button(press.state),))
        await sending.answer(press.click, Page(parts))
        return
    text = (
        "**Leave this match?** Kai will play for you. You keep your cards and score, and you "
        "can come back at any time."
    )
    sure = Button("Leave the match", str(Address(press.table.id, "quit")), Style.DANGER)
    await sending.answer(press.click, Page((Text(text), (sure,))))


async def _quit(press: Press) -> None:
    state = await press.table.do(match.leave(press.user))
    if state.closed:
        page = Page((Text("You've left. Nobody else was there, so the match is closed."),))
    else:
        page = Page((Text("You've left. Kai is playing for you."), (back_button(state),)))
    await sending.private(press.click, page)


VERBS: Final[Mapping[str, Verb]] = {
    "text": Verb(_as_text, costly=True, thinking=True, tells_table=True),
    "rules": Verb(_rules),
    "topic": Verb(_topic),
    "fair": Verb(_fairness),
    "leave": Verb(_leave),
    "quit": Verb(_quit),
}
