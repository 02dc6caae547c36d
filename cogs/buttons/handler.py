"""What a button does: given the click and the words of its custom id."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from cogs.address import Address
from cogs.services import Click

__all__ = ["Handler"]

Handler: TypeAlias = Callable[[Click, Address], Awaitable[None]]
"""Raises ``RefusedError`` or ``GameError`` with the sentence for the person."""
