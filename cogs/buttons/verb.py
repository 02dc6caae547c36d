"""What a button, a menu or a form of a table does."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from bot.tables.core.state import TableState
from bot.tables.hosting.table import Table
from cogs.answers.click import Click
from cogs.services import Services

__all__ = ["Handler", "Press", "Verb"]


@dataclass(frozen=True, slots=True)
class Press:
    """A click on a control of a table."""

    services: Services
    click: Click
    user: int
    """The id of the person who clicked."""
    table: Table
    words: str
    """The words of the custom id after its verb."""

    @property
    def state(self) -> TableState:
        """The table as it is now."""
        return self.table.state


Handler: TypeAlias = Callable[[Press], Awaitable[None]]
"""Raises ``RefusedError`` or ``GameError`` with the sentence for the person."""


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb of a custom id: what it does, and how it is treated."""

    do: Handler
    costly: bool = False
    """Whether it counts as a costly command: it opens a table, tells a whole one, or thinks."""
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
