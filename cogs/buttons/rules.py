"""The rules, for whoever asks."""

import asyncio
from collections.abc import Mapping
from typing import Final

from bot.tables.hosting.table import Table
from cogs import sending
from cogs.buttons.handler import Handler
from cogs.clicked import chosen
from cogs.layouts.rules import rules_page
from cogs.services import Click

__all__ = ["HANDLERS"]


async def _rules(click: Click, table: Table, _words: str) -> None:
    await _show(click, table, None)


async def _topic(click: Click, table: Table, _words: str) -> None:
    await _show(click, table, chosen(click))


async def _show(click: Click, table: Table, key: str | None) -> None:
    """Show a topic; the first time, the text is read from its file, off the event loop."""
    game, executor = table.state.game, click.client.services.executor
    loop = asyncio.get_running_loop()
    page = await loop.run_in_executor(executor, rules_page, table.id, game, key)
    await sending.private(click, page)


HANDLERS: Final[Mapping[str, Handler]] = {"rules": _rules, "topic": _topic}
