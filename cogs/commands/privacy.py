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

from bot.face.screen import Style
from bot.tables.league.people import Visibility
from cogs.answers import replies, sending
from cogs.answers.answers import say
from cogs.answers.click import Click, chosen
from cogs.layouts.address import too_old
from cogs.layouts.page import Button, Choice, Menu, Page, Text
from cogs.reports.privacy import (
    LET_PUZZLES,
    NO_PUZZLES,
    VISIBILITY_WORDS,
    agreed_text,
    privacy_text,
    question_text,
    withdrawn_text,
)
from cogs.services import Services

__all__ = ["PrivacyPage", "data_file"]

PAGE: Final = "privacy"
"""What the custom ids of its controls begin with."""

LARGEST_PLAIN: Final = 8 * 1024 * 1024
"""Bytes of a file that is sent as it is; Discord takes ten million at most."""

IDS: Final = frozenset({"channel", "guild", "id", "user"})
"""The names of what has Discord's ids, in the data about a person."""

MOST_EXACT: Final = 2**53 - 1
"""The largest whole number that every reader of JSON reads exactly."""

_BEGUN: Final = "Deleting your data …"


class PrivacyPage(commands.Cog):
    """The page about a person's data, and its controls; they are about the person who clicks."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._verbs: Mapping[str, Callable[[Click], Awaitable[None]]] = {
            "export": self._export,
            "delete": self._ask,
            "sure": self._delete,
            "see": self._choose,
            "let": self._let_puzzles,
            "stop": self._stop_puzzles,
        }

    @app_commands.command(extras={"group": "Rules and fairness"})
    async def privacy(self, click: Click) -> None:
        """See what's stored about you, get a copy of it, or delete it."""
        user, services = click.user.id, self._services
        visibility = await services.people.visibility([user])
        agreed = await services.server_puzzles.store.agreed(user)
        parts = (
            Text(privacy_text(services.housekeeping.keep)),
            _menu(visibility[user]),
            (Button(NO_PUZZLES, f"{PAGE}:stop") if agreed else Button(LET_PUZZLES, f"{PAGE}:let"),),
            (
                Button("Export my data", f"{PAGE}:export"),
                Button("Delete my data", f"{PAGE}:delete", Style.DANGER),
            ),
        )
        await sending.answer(click, Page(parts))

    async def press(self, click: Click, verb: str) -> None:
        """Do what a button or the menu says, one at a time for each person."""
        do = self._verbs.get(verb)
        if do is None:
            raise too_old(PAGE)
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
        await say(click, "Everything that's stored about you.", file=file)

    async def _ask(self, click: Click) -> None:
        question = question_text(self._services.housekeeping.keep)
        await say(click, question, view=_sure())

    async def _choose(self, click: Click) -> None:
        """Store who may see the person's results."""
        try:
            visibility = Visibility(chosen(click))
        except ValueError:
            raise too_old(PAGE) from None
        self._services.limits.take_own(click)
        await self._services.people.choose(click.user.id, visibility)
        label, what = VISIBILITY_WORDS[visibility]
        await say(click, f"**Who can see your results**: {label}. {what}")

    async def _let_puzzles(self, click: Click) -> None:
        services, user = self._services, click.user.id
        services.limits.take_own(click)
        await services.server_puzzles.store.agree(user, services.time.now())
        visibility = await services.people.visibility([user])
        await say(click, agreed_text(visibility[user]))

    async def _stop_puzzles(self, click: Click) -> None:
        self._services.limits.take(click)
        await self._services.server_puzzles.store.withdraw(click.user.id)
        await say(click, withdrawn_text())

    async def _delete(self, click: Click) -> None:
        services = self._services
        services.limits.take(click)
        with services.limits.reading(click):
            await replies.update(click, lambda: {"content": _BEGUN, "view": None})
            tables = await services.forgetting.forget(click.user.id)
        done = "1 table" if tables == 1 else f"{tables} tables"
        text = (
            f"**Your data is deleted.** It's gone from {done}. What you do here from now on "
            "is stored again."
        )
        await replies.amend(click, lambda: {"content": text})


def data_file(found: Mapping[str, JsonValue], largest: int = LARGEST_PLAIN) -> discord.File:
    """Return somebody's data as a JSON file, packed if it has more than ``largest`` bytes."""
    content = json.dumps(_exact(found), ensure_ascii=False, indent=1).encode()
    if len(content) <= largest:
        return discord.File(BytesIO(content), "my-data.json")
    return discord.File(BytesIO(gzip.compress(content)), "my-data.json.gz")


def _exact(value: Any, key: str = "") -> JsonValue:  # noqa: ANN401 - any JSON value
    """Return a value whose ids are texts, as in Discord's own JSON.

    Many programs read each number as a float, which would make another id of it. So would they of
    any other number as large.
    """
    match value:
        case Mapping():
            return {name: _exact(each, name) for name, each in value.items()}
        case list() | tuple():
            return [_exact(each, key) for each in value]
        case int() if not isinstance(value, bool) and (key in IDS or abs(value) > MOST_EXACT):
            return str(value)
    found: JsonValue = value
    return found


def _menu(now: Visibility) -> Menu:
    """Return the menu of who may see the person's results, with what holds ``now`` chosen."""
    choices = tuple(
        Choice(f"My results: {label}", each.value, what, chosen=each is now)
        for each, (label, what) in VISIBILITY_WORDS.items()
    )
    return Menu(f"{PAGE}:see", "Who can see my results", choices)


def _sure() -> discord.ui.View:
    """Return the button that deletes everything."""
    view = discord.ui.View(timeout=None)
    danger = discord.ButtonStyle.danger
    view.add_item(
        discord.ui.Button(label="Delete everything", custom_id=f"{PAGE}:sure", style=danger)
    )
    view.stop()  # The library is to keep nothing: clicks find their way by their custom ids.
    return view
