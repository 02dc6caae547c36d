"""One way for all clicks and forms: read the custom id, find what it does, answer any fault."""

from collections.abc import Mapping
from typing import Final

from bot.tables.errors import ClosedTableError, RefusedError
from cogs.address import Address, read_address
from cogs.answers import answering
from cogs.buttons import lobby, options, play, rules, table
from cogs.buttons.handler import Handler
from cogs.clicked import custom_id
from cogs.services import Click

__all__ = ["press"]

HANDLERS: Final[Mapping[str, Handler]] = {
    **lobby.HANDLERS,
    **options.HANDLERS,
    **play.HANDLERS,
    **rules.HANDLERS,
    **table.HANDLERS,
}


async def press(click: Click) -> None:
    """Do what a button, a menu or a form of ours says. Never raises."""
    async with answering(click):
        address = read_address(custom_id(click))
        handler = HANDLERS.get(address.verb)
        if handler is None:
            raise RefusedError("This button is from another time: it does not work any more.")
        async with answering(click, address.table):
            try:
                await handler(click, address)
            except ClosedTableError:
                await _mend(click, address)
                raise


async def _mend(click: Click, address: Address) -> None:
    """Let a message that wrongly offers this button say that its table is closed."""
    if click.message is not None:
        table = await click.client.services.host.table(address.table)
        await click.client.surface.mend(table.state, click.message.id)
