"""``/privacy``: what is stored about people, a copy of it, and its deletion."""

import asyncio
import gzip
import json
from collections.abc import Awaitable, Callable, Mapping
from io import BytesIO
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands
from pydantic import JsonValue

from bot.tables.core.errors import RefusedError
from cogs.answers import replies
from cogs.answers.answers import say
from cogs.answers.click import Click
from cogs.layouts.address import OUTDATED
from cogs.reports.privacy import privacy_text, question_text
from cogs.services import Services

__all__ = ["PrivacyPage", "data_file"]

LARGEST_PLAIN: Final = 8 * 1024 * 1024
"""Bytes of a file that is sent as it is; Discord takes ten million at most."""

_BEGUN: Final = "Your data are being deleted …"


class PrivacyPage(commands.Cog):
    """The page about a person's data, and its buttons; they are about the person who clicks."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._verbs: Mapping[str, Callable[[Click], Awaitable[None]]] = {
            "export": self._export,
            "delete": self._ask,
            "sure": self._delete,
        }

    @app_commands.command(extras={"group": "Rules and fairness"})
    async def privacy(self, click: Click) -> None:
        """See what is stored about you, get a copy of it, or have it deleted."""
        buttons = _buttons(
            _button("Export my data", "export"),
            _button("Delete my data", "delete", discord.ButtonStyle.danger),
        )
        text = privacy_text(self._services.housekeeping.keep)
        await say(click, text, view=buttons)

    async def press(self, click: Click, verb: str) -> None:
        """Do what a button says, one at a time for each person."""
        do = self._verbs.get(verb)
        if do is None:
            raise RefusedError(OUTDATED)
        lines, line = self._services.lines, (click.user.id, "privacy")
        self._services.answering.watch(click, thinking=verb == "export")
        if not await lines.enter(line):
            await replies.acknowledge(click)
            return
        try:
            await do(click)
        finally:
            lines.leave(line)

    async def _export(self, click: Click) -> None:
        services = self._services
        services.limits.take(click)
        with services.limits.reading(click):
            found = await services.privacy.export(click.user.id)
        loop = asyncio.get_running_loop()
        file = await loop.run_in_executor(services.executor, data_file, found)
        await say(click, "All that is stored about you.", file=file)

    async def _ask(self, click: Click) -> None:
        sure = _button("Delete everything", "sure", discord.ButtonStyle.danger)
        question = question_text(self._services.housekeeping.keep)
        await say(click, question, view=_buttons(sure))

    async def _delete(self, click: Click) -> None:
        services = self._services
        services.limits.take(click)
        with services.limits.reading(click):
            await replies.update(click, lambda: {"content": _BEGUN, "view": None})
            tables = await services.forgetting.forget(click.user.id)
        done = "1 table knows" if tables == 1 else f"{tables} tables know"
        text = (
            f"**Your data are deleted.** {done} you no more. "
            "What you do here from now on is stored anew."
        )
        await replies.amend(click, lambda: {"content": text})


def data_file(found: Mapping[str, JsonValue], largest: int = LARGEST_PLAIN) -> discord.File:
    """Return somebody's data as a JSON file, packed if it has more than ``largest`` bytes."""
    content = json.dumps(found, ensure_ascii=False, indent=1).encode()
    if len(content) <= largest:
        return discord.File(BytesIO(content), "my-data.json")
    return discord.File(BytesIO(gzip.compress(content)), "my-data.json.gz")


def _button(
    label: str, verb: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> discord.ui.Button[Any]:
    return discord.ui.Button(label=label, custom_id=f"privacy:{verb}", style=style)


def _buttons(*buttons: discord.ui.Button[Any]) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    for button in buttons:
        view.add_item(button)
    view.stop()  # The library is to keep nothing: clicks find their way by their custom ids.
    return view
