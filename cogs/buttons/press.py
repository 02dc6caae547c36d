"""One way for all clicks and forms: read the custom id, find what it does, answer any fault."""

from collections.abc import Mapping
from typing import Final

from bot.tables.core.errors import ClosedTableError, NoSuchTableError, RefusedError
from bot.tables.hosting.table import Table
from cogs.address import Address, read_address
from cogs.answers import answering, tell
from cogs.arguments.permissions import unseen
from cogs.buttons import chips, kai, lobby, options, play, review, rules, table
from cogs.buttons.handler import Handler
from cogs.clicked import custom_id
from cogs.replies import acknowledge
from cogs.services import Click

__all__ = ["COSTLY", "HANDLERS", "press"]

HANDLERS: Final[Mapping[str, Handler]] = {
    **chips.HANDLERS,
    **kai.HANDLERS,
    **lobby.HANDLERS,
    **options.HANDLERS,
    **play.HANDLERS,
    **review.HANDLERS,
    **rules.HANDLERS,
    **table.HANDLERS,
}

COSTLY: Final = frozenset({"again", "text", "why", "hint", *review.HANDLERS})
"""What counts as a costly command does: it opens a table, tells a whole one, or has Kai think."""


async def press(click: Click) -> None:
    """Do what a button, a menu or a form of ours says. Never raises."""
    async with answering(click):
        address = read_address(custom_id(click))
        handler = HANDLERS.get(address.verb)
        if handler is None:
            raise RefusedError("This button is from another time: it does not work any more.")
        async with answering(click, address.table):
            await _in_turn(click, address, handler)


async def _in_turn(click: Click, address: Address, handler: Handler) -> None:
    """Do one click of a person at a table at a time.

    A click that finds the line full is taken without any effect: those before it are being
    answered with the newest hand.
    """
    async with click.client.lines.turn((click.user.id, address.table)) as admitted:
        if not admitted:
            await acknowledge(click)
            return
        if address.verb in COSTLY:
            click.client.services.limits.take(click)
        found = await click.client.services.host.table(address.table)
        if found.state.place.guild != click.guild_id:
            raise NoSuchTableError
        try:
            await handler(click, found, address.words)
        except ClosedTableError:
            await _mend(click, found)
            raise
        barred = unseen(click, found.state.place)
        if barred and address.verb in lobby.HANDLERS and not found.state.closed:
            await tell(click, barred)


async def _mend(click: Click, table: Table) -> None:
    """Let a message that wrongly offers this button say that its table is closed."""
    if click.message is not None:
        await click.client.surface.mend(table.state, click.message)
