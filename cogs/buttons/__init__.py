"""Everything that can be clicked."""

from typing import Any, Final

import discord

__all__ = ["DYNAMIC_ITEMS"]

DYNAMIC_ITEMS: Final[tuple[type[discord.ui.DynamicItem[Any]], ...]] = ()
"""Registered once, when the bot starts; they serve the buttons of all messages, old ones too."""
