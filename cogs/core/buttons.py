"""The registry of all buttons, menus and forms, and the one listener to clicks on them.

A :class:`Feature` yields its buttons, a line each, and ``cogs/all_cogs.py`` gathers them. A custom
id says all that a click needs, so a button works as long as its message exists. It is one of

- ``k1:<table>:<name>``, with ``:<words>`` where needed, for a control of a table;
- ``<page>:<words>`` for a control of a page that belongs to no table.

Ids of older versions are never given another meaning: their messages are still there.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final, TypeAlias, cast

import discord
from discord import app_commands
from discord.ext import commands

from bot.tables.command import ClosedTableError, NoSuchTableError, NotHostError, RefusedError
from bot.tables.loading import CONTEXT, current_log_context
from bot.tables.state import TableState
from bot.tables.table import Table
from cogs.core.answers import acknowledge, tell
from cogs.core.click import Address, Click, on_private, person, read_address, too_old
from cogs.core.commands import game_choices
from cogs.core.finished import finished_table
from cogs.services import Services

ANY: Final = ".*"


class Cost(Enum):
    """What a click counts against (:mod:`cogs.core.work`)."""

    FREE = auto()
    OWN = auto()
    """Against the person's limit alone: many people may do it at the same time."""
    COSTLY = auto()
    """Against the person's and the server's limit: it reads the database, draws or thinks."""


class Queue(Enum):
    """Which clicks on a page are handled one at a time."""

    NONE = auto()
    PERSON = auto()
    SERVER = auto()


@dataclass(frozen=True, slots=True)
class Press:
    """A click on a control of a table."""

    services: Services
    click: Click
    user: int
    table: Table
    found: re.Match[str]
    """The words of the custom id, matched by the button's pattern."""

    @property
    def words(self) -> str:
        """The words of the custom id after its name."""
        return self.found.string

    @property
    def state(self) -> TableState:
        """The table as it is now."""
        return self.table.state


Handler: TypeAlias = Callable[[Press], Awaitable[None]]
"""Raises ``RefusedError`` or ``GameError`` with the sentence for the person."""


@dataclass(frozen=True, slots=True)
class TableButton:
    """A control of a table: clicks of a person at a table are handled one at a time."""

    name: str
    do: Handler
    words: str = ANY
    cost: Cost = Cost.FREE
    broken: str = ""
    """What is said of words that don't match; without it, that the button is too old."""
    thinking: bool = False
    """Whether a late answer is a new private message, which says meanwhile that the bot thinks."""
    in_place: bool = False
    """Whether a private message that is clicked on becomes the answer: then there is no new one."""
    looks_back: bool = False
    """Whether it is about a finished match, whose log may have been deleted since."""
    tells_cards: bool = False
    """Whether it tells what was dealt: it waits until no other table plays the same deal."""
    tells_table: bool = False
    """Whether it tells what is on the table: until then, only those who play there may ask."""
    on_table: bool = False
    """Whether its effect shows on the table's message alone."""

    def read(self, words: str) -> re.Match[str]:
        """Read the words of a custom id; ``RefusedError`` if the pattern doesn't match."""
        found = re.fullmatch(self.words, words, re.DOTALL)
        if found is None:
            raise RefusedError(self.broken) if self.broken else too_old("k1")
        return found


@dataclass(frozen=True, slots=True)
class PageButton:
    """A control of a page that belongs to no table, or several whose words have one pattern."""

    page: str
    words: str
    do: Callable[[Click, re.Match[str]], Awaitable[None]]
    """Raises ``RefusedError`` with the sentence for the person."""
    cost: Cost = Cost.FREE
    queue: Queue = Queue.NONE
    thinking: bool = False
    """Whether a late answer is a new private message, which says meanwhile that the bot thinks."""
    may: Callable[[Click], None] | None = None
    """Raises ``RefusedError`` for a person who may not press it, before anything else."""

    def queue_of(self, click: Click) -> tuple[int, str] | None:
        """Return which queue a click waits in, if any."""
        if self.queue is Queue.NONE:
            return None
        whose = click.user.id if self.queue is Queue.PERSON else click.guild_id or 0
        return whose, self.page


class Feature(commands.Cog):
    """A feature of the bot: its slash commands, and the buttons of its messages."""

    def __init__(self, services: Services) -> None:
        self._services = services
        for command in self.get_app_commands():
            if isinstance(command, app_commands.Command) and command.get_parameter("game"):
                app_commands.choices(game=game_choices(services.games))(command)

    def buttons(self) -> Iterable[TableButton | PageButton]:
        """Yield what can be pressed; called once."""
        return ()

    def menus(self) -> Iterable[app_commands.ContextMenu]:
        """Yield what can be done with a person or a message, in Discord's menu on it."""
        return ()


class Registry:
    """All buttons, by what their custom ids begin with; ``ValueError`` if two have one name."""

    def __init__(self, buttons: Iterable[TableButton | PageButton]) -> None:
        self.tables: dict[str, TableButton] = {}
        self.pages: dict[str, list[PageButton]] = {}
        for button in buttons:
            self._add(button)

    def _add(self, button: TableButton | PageButton) -> None:
        if isinstance(button, PageButton):
            self.pages.setdefault(button.page, []).append(button)
        elif self.tables.setdefault(button.name, button) is not button:
            raise ValueError(f"two buttons of a table are called {button.name}")

    def at_table(self, name: str) -> TableButton:
        """Return a button of a table by its name; ``RefusedError`` if there is none."""
        try:
            return self.tables[name]
        except KeyError:
            raise too_old("k1") from None

    def on_page(self, page: str, words: str) -> tuple[PageButton, re.Match[str]]:
        """Return the button that a page's words belong to, and the words; else ``RefusedError``."""
        for button in self.pages.get(page, ()):
            found = re.fullmatch(button.words, words, re.DOTALL)
            if found is not None:
                return button, found
        raise too_old(page)


_PRESSED: Final = (discord.InteractionType.component, discord.InteractionType.modal_submit)


class Clicks(commands.Cog):
    """Listens to clicks on messages of any age; discord.py's views would end with a restart."""

    def __init__(self, services: Services, registry: Registry) -> None:
        self._services = services
        self.registry = registry

    @commands.Cog.listener()
    async def on_interaction(self, click: Click) -> None:
        """Do what a button, a menu or a form says, once. Never raises."""
        reach = self._services.host.reach
        if reach.failed and click.guild_id is not None:  # Soon: a move doesn't wait for that.
            asyncio.get_running_loop().call_soon(reach.heard_from, click.guild_id)
        if click.type not in _PRESSED or not self._services.answering.begin(click):
            return
        # A click is a task of its own: what is set here ends with it.
        CONTEXT.set({"guild": click.guild_id or 0})
        try:
            await self._press(click)
        except Exception as error:  # noqa: BLE001 - everything ends here, as a sentence
            await tell(click, error)
            table = current_log_context().get("table")
            if table is not None:
                self._services.surface.private.note(click, str(table))

    async def _press(self, click: Click) -> None:
        control = str(cast("dict[str, Any]", click.data or {}).get("custom_id", ""))
        page, _, words = control.partition(":")
        if page in self.registry.pages:
            await self._services.names.seen(click.guild_id, person(click))
            await self._on_page(click, page, words)
        else:
            await self._at_table(click, read_address(control))
            await self._services.names.seen(click.guild_id, person(click))  # A move doesn't wait.

    async def _on_page(self, click: Click, page: str, words: str) -> None:
        services = self._services
        button, found = self.registry.on_page(page, words)
        if button.may is not None:
            button.may(click)
        services.answering.watch(click, thinking=button.thinking)
        queue = button.queue_of(click)
        if queue is not None and not await services.click_queue.enter(queue):
            await acknowledge(click)
            return
        try:
            self._count(click, button.cost)
            await button.do(click, found)
        finally:
            if queue is not None:
                services.click_queue.leave(queue)

    async def _at_table(self, click: Click, address: Address) -> None:
        """Do a person's clicks at a table one by one; one that finds a full queue does nothing."""
        services, user = self._services, click.user.id
        button = self.registry.at_table(address.verb)
        CONTEXT.set({"guild": click.guild_id or 0, "table": address.table})
        thinking = button.thinking and not (button.in_place and on_private(click))
        services.answering.watch(click, thinking=thinking)
        queue = (user, address.table)
        if not await services.click_queue.enter(queue):
            await acknowledge(click)
            return
        found = None
        try:
            self._count(click, button.cost)
            found = await self._find(click, address.table, button)
            if found.state.place.guild != click.guild_id:
                raise NoSuchTableError
            if button.tells_cards or (button.tells_table and not _plays(found.state, user)):
                await services.nights.boards.must_be_over(found.state)
            await _do(button, Press(services, click, user, found, button.read(address.words)))
        finally:
            services.surface.private.note(click, address.table)
            services.click_queue.leave(queue)
            if found is not None:
                services.surface.hands.clicked(found, user)

    def _count(self, click: Click, cost: Cost) -> None:
        if cost is Cost.COSTLY:
            self._services.limits.take(click)
        elif cost is Cost.OWN:
            self._services.limits.take_own(click)

    async def _find(self, click: Click, table: str, button: TableButton) -> Table:
        try:
            return await self._services.host.table(table)
        except NoSuchTableError:
            if button.looks_back:
                await finished_table(self._services, click, table)
            raise


def _plays(table: TableState, user: int) -> bool:
    return user in {seat.user for seat in table.seats}


async def _do(button: TableButton, press: Press) -> None:
    try:
        try:
            await button.do(press)
        except NotHostError:
            if not await press.services.surface.presence.look_for_all(press.table):
                raise
            await button.do(press)  # The host has left the server, so there is another one.
    except ClosedTableError:
        # A message that wrongly offers this button is to say that its table is closed.
        if press.click.message is not None:
            await press.services.surface.refresh_closed(press.state, press.click.message)
        raise
    if button.on_table and not press.state.closed:
        barred = press.services.surface.unseen(press.state, press.click)
        if barred:
            await tell(press.click, barred)
