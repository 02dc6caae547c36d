"""What it takes to show tables."""

from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass

import discord

from bot.game.contract import AnyGame
from bot.tables.core.quiet_hours import QuietHoursStore
from bot.tables.core.rules import HouseRules
from bot.tables.core.store import Bookmarks, Store
from bot.tables.hosting.ports import Time
from bot.tables.league.aftermath import Aftermaths
from bot.tables.league.store import League
from cogs.behaviour import Behaviour
from cogs.limits.lines import Lines

__all__ = ["Parts"]


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts that all messages of a process share."""

    client: discord.Client
    games: Mapping[str, AnyGame]
    store: Store
    bookmarks: Bookmarks
    league: League
    aftermaths: Aftermaths
    quiet_hours: QuietHoursStore
    time: Time
    executor: Executor
    """Where pictures are drawn."""
    rules: HouseRules
    behaviour: Behaviour
    lines: Lines
    """Whose clicks are being handled just now."""
