"""The rules, for whoever asks."""

import asyncio
from collections.abc import Mapping
from typing import Final

from cogs import sending
from cogs.address import Address
from cogs.buttons.handler import Handler
from cogs.clicked import chosen
from cogs.layouts.rules import rules_page
from cogs.services import Click

__all__ = ["HANDLERS"]


async def _rules(click: Click, address: Address) -> None:
    await _show(click, address, None)


async def _topic(click: Click, address: Address) -> None:
    await _show(click, address, chosen(click))


async def _show(click: Click, address: Address, key: str | None) -> None:
    """Show a topic; the first time, the text is read from its file, off the event loop."""
    services = click.client.services
    game = (await services.host.table(address.table)).state.game
    loop = asyncio.get_running_loop()
    page = await loop.run_in_executor(services.executor, rules_page, address.table, game, key)
    await sending.private(click, page)


HANDLERS: Final[Mapping[str, Handler]] = {"rules": _rules, "topic": _topic}
