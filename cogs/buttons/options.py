"""The options form: every choice is a change of the table's setup, and shown at once."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from pydantic import StrictBool, StrictInt, TypeAdapter

from bot.tables.core import lobby
from bot.tables.core.command import must_be_lobby, must_manage
from bot.tables.core.entries import Clock, Entry, TableSetup
from bot.tables.core.errors import RefusedError
from bot.tables.core.state import TableState
from bot.tables.core.store import Phase
from bot.tables.hosting.table import Table
from cogs import sending
from cogs.arguments.people import asker
from cogs.buttons.handler import Handler
from cogs.clicked import chosen
from cogs.layouts.options import options_page
from cogs.options import clocks
from cogs.services import Click

__all__ = ["HANDLERS"]

YES_OR_NO: Final[TypeAdapter[bool]] = TypeAdapter(StrictBool)
ANTE: Final[TypeAdapter[int]] = TypeAdapter(StrictInt)


async def _open(click: Click, table: Table, _words: str) -> None:
    must_be_lobby(table.state)
    must_manage(table.state, asker(click, table.state), "change the options")
    await sending.private(click, options_page(table.state, click.client.services.manners))


async def _option(click: Click, table: Table, words: str) -> None:
    def change(setup: TableSetup) -> TableSetup:
        options = {**setup.options, words: json.loads(chosen(click))}
        return setup.model_copy(update={"options": options})

    await _change(click, table, change)


async def _clock(click: Click, table: Table, _words: str) -> None:
    def change(setup: TableSetup) -> TableSetup:
        clock = Clock.model_validate_json(chosen(click))
        if clock not in (*clocks(click.client.services.manners), setup.clock):
            raise ValueError(clock)
        return setup.model_copy(update={"clock": clock})

    await _change(click, table, change)


async def _ranked(click: Click, table: Table, _words: str) -> None:
    def change(setup: TableSetup) -> TableSetup:
        return setup.model_copy(update={"ranked": YES_OR_NO.validate_json(chosen(click))})

    await _change(click, table, change)


async def _hints(click: Click, table: Table, _words: str) -> None:
    def change(setup: TableSetup) -> TableSetup:
        return setup.model_copy(update={"hints": YES_OR_NO.validate_json(chosen(click))})

    await _change(click, table, change)


async def _ante(click: Click, table: Table, _words: str) -> None:
    def change(setup: TableSetup) -> TableSetup:
        return setup.model_copy(update={"ante": ANTE.validate_json(chosen(click))})

    await _change(click, table, change)


async def _change(click: Click, table: Table, change: Callable[[TableSetup], TableSetup]) -> None:
    """Change the setup that the table has when the change is made; the form says why not."""

    def command(state: TableState, now: int) -> Sequence[Entry]:
        try:
            setup = change(state.setup)
        except ValueError:
            raise RefusedError("This form is broken. Open the options again.") from None
        entries = lobby.configure(asker(click, state), setup)(state, now)
        return entries if setup != state.setup else ()

    notice = ""
    try:
        await table.do(command)
    except RefusedError as error:
        if table.state.phase is not Phase.LOBBY:
            raise
        notice = f"**{error}**"
    await sending.private(click, options_page(table.state, click.client.services.manners, notice))


HANDLERS: Final[Mapping[str, Handler]] = {
    "options": _open,
    "option": _option,
    "clock": _clock,
    "ranked": _ranked,
    "hints": _hints,
    "setante": _ante,
}
