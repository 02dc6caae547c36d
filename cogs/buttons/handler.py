"""What a button does: given the click, its table, and the words after its verb."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from bot.tables.hosting.table import Table
from cogs.services import Click

__all__ = ["Handler"]

Handler: TypeAlias = Callable[[Click, Table, str], Awaitable[None]]
"""Raises ``RefusedError`` or ``GameError`` with the sentence for the person."""
