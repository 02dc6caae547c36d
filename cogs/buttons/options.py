"""The options form: every choice is a change of the table's setup, and shown at once."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from bot.tables import lobby
from bot.tables.command import must_be_lobby, must_manage
from bot.tables.entries import Clock, Entry, TableSetup
from bot.tables.errors import RefusedError
from bot.tables.state import TableState
from bot.tables.store import Phase
from cogs import sending
from cogs.address import Address
from cogs.arguments.people import asker
from cogs.buttons.handler import Handler
from cogs.clicked import chosen
from cogs.layouts.options import options_page
from cogs.services import Click

__all__ = ["HANDLERS"]


async def _open(click: Click, address: Address) -> None:
    table = await click.client.services.host.table(address.table)
    must_be_lobby(table.state)
    must_manage(table.state, asker(click), "change the options")
    await sending.private(click, options_page(table.state, click.client.services.manners))


async def _option(click: Click, address: Address) -> None:
    def change(setup: TableSetup) -> TableSetup:
        options = {**setup.options, address.words: json.loads(chosen(click))}
        return setup.model_copy(update={"options": options})

    await _change(click, address, change)


async def _clock(click: Click, address: Address) -> None:
    def change(setup: TableSetup) -> TableSetup:
        return setup.model_copy(update={"clock": Clock.model_validate_json(chosen(click))})

    await _change(click, address, change)


async def _ranked(click: Click, address: Address) -> None:
    def change(setup: TableSetup) -> TableSetup:
        return setup.model_copy(update={"ranked": chosen(click) == "true"})

    await _change(click, address, change)


async def _change(
    click: Click, address: Address, change: Callable[[TableSetup], TableSetup]
) -> None:
    """Change the setup that the table has when the change is made; the form says why not."""

    def command(table: TableState, now: int) -> Sequence[Entry]:
        try:
            setup = change(table.setup)
        except ValueError:
            raise RefusedError("This form is broken. Open the options again.") from None
        return lobby.configure(asker(click), setup)(table, now)

    table = await click.client.services.host.table(address.table)
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
}
