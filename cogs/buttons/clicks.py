"""One way for all clicks and forms: read the custom id, find what it does, answer any fault."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final, TypeAlias, cast

import discord
from discord.ext import commands

from bot.tables.core.errors import ClosedTableError, NoSuchTableError, NotHostError
from bot.tables.core.state import TableState
from bot.tables.hosting.log_context import CONTEXT
from bot.tables.hosting.table import Table
from cogs.answers.answers import explain, tell
from cogs.answers.click import Click, on_private
from cogs.answers.replies import acknowledge
from cogs.arguments.matches import finished_table
from cogs.arguments.people import person
from cogs.buttons import (
    agreement,
    chips,
    kai,
    lobby,
    options,
    play,
    rating,
    record,
    replay,
    review,
    table,
)
from cogs.buttons.verb import Press, Verb
from cogs.layouts.address import Address, read_address, too_old
from cogs.services import Services

__all__ = ["VERBS", "Clicks", "PagePress"]

VERBS: Final[Mapping[str, Verb]] = {
    **agreement.VERBS,
    **chips.VERBS,
    **kai.VERBS,
    **lobby.VERBS,
    **options.VERBS,
    **play.VERBS,
    **rating.VERBS,
    **record.VERBS,
    **replay.VERBS,
    **review.VERBS,
    **table.VERBS,
}

_PRESSED: Final = (discord.InteractionType.component, discord.InteractionType.modal_submit)

PagePress: TypeAlias = Callable[[Click, str], Awaitable[None]]
"""Handles a click on a page that belongs to no table, given the words after the page's name."""


class Clicks(commands.Cog):
    """Listens to clicks and forms, of messages of any age.

    discord.py's views and items are not used for that: they live in memory, and a restart ends
    them. ``pages``: what handles custom ids that begin with a page's name.
    """

    def __init__(self, services: Services, pages: Mapping[str, PagePress]) -> None:
        self._services = services
        self.pages = pages

    @commands.Cog.listener()
    async def on_interaction(self, click: Click) -> None:
        """Do what a button, a menu or a form says, once. Never raises."""
        if click.type not in _PRESSED or not self._services.answering.begin(click):
            return
        # A click is a task of its own: what is set here ends with it.
        CONTEXT.set({"guild": click.guild_id or 0})
        try:
            await self._press(click)
        except Exception as error:  # noqa: BLE001 - everything ends here, as a sentence
            await explain(click, error)

    async def _press(self, click: Click) -> None:
        """Find what is to be done, and do it."""
        data = cast("Mapping[str, object]", click.data or {})
        control = str(data.get("custom_id", ""))
        page, _, words = control.partition(":")
        if page in self.pages:
            await self._services.names.seen(click.guild_id, person(click))
            await self.pages[page](click, words)
            return
        address = read_address(control)
        verb = VERBS.get(address.verb)
        if verb is None:
            raise too_old(page)
        CONTEXT.set({"guild": click.guild_id or 0, "table": address.table})
        thinking = verb.thinking and not (verb.in_place and on_private(click))
        self._services.answering.watch(click, thinking=thinking)
        await self._in_turn(click, address, verb)
        await self._services.names.seen(click.guild_id, person(click))  # A move doesn't wait.

    async def _in_turn(self, click: Click, address: Address, verb: Verb) -> None:
        """Do one click of a person at a table at a time.

        A click that finds the line full is taken without any effect: those before it are being
        answered with the newest hand.
        """
        services, user = self._services, click.user.id
        line = (user, address.table)
        if not await services.lines.enter(line):
            await acknowledge(click)
            return
        found = None
        try:
            if verb.costly:
                services.limits.take(click)
            found = await self._find(click, address, verb)
            if found.state.place.guild != click.guild_id:
                raise NoSuchTableError
            if verb.tells_cards or (verb.tells_table and not _plays(found.state, user)):
                await services.nights.boards.must_be_over(found.state)
            await _do(verb, Press(services, click, user, found, address.words))
        finally:
            services.lines.leave(line)
            if found is not None:
                services.surface.hands.clicked(found, user)

    async def _find(self, click: Click, address: Address, verb: Verb) -> Table:
        """Return the table; where its match has a result but no log any more, say that."""
        try:
            return await self._services.host.table(address.table)
        except NoSuchTableError:
            if verb.looks_back:
                await finished_table(self._services, click, address.table)
            raise


def _plays(table: TableState, user: int) -> bool:
    return user in {seat.user for seat in table.seats}


async def _do(verb: Verb, press: Press) -> None:
    try:
        try:
            await verb.do(press)
        except NotHostError:
            if not await press.services.surface.presence.look_for_all(press.table):
                raise
            await verb.do(press)  # The host has left the server, so there is another one.
    except ClosedTableError:
        # A message that wrongly offers this button is to say that its table is closed.
        if press.click.message is not None:
            await press.services.surface.mend(press.state, press.click.message)
        raise
    if verb.on_table and not press.state.closed:
        barred = press.services.surface.unseen(press.state, press.click)
        if barred:
            await tell(press.click, barred)
