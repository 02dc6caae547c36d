"""What the Discord side needs of the rest, wired by the composition root."""

from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from bot.game.contract import AnyGame
from bot.tables.core.store import Bookmarks, Store
from bot.tables.hosting.deferrals import StoredDeferrals
from bot.tables.hosting.host import Host
from bot.tables.hosting.ports import Time
from bot.tables.league.ledger import Ledger
from bot.tables.league.store import League
from bot.tables.privacy.forgetting import Forgetting
from bot.tables.privacy.pruning import Housekeeping
from bot.tables.privacy.store import Privacy
from bot.tables.reviews.service import ReviewService
from cogs.heavy import Heavy
from cogs.limits import Limits

if TYPE_CHECKING:
    import discord

    from cogs.client import CardNight

__all__ = ["Click", "Manners", "Services"]

Click: TypeAlias = "discord.Interaction[CardNight]"
"""An interaction of our client: a command, a button, a menu or a form."""


@dataclass(frozen=True, slots=True)
class Manners:
    """How the bot behaves on Discord. Times are in seconds."""

    live_seconds: tuple[int, ...] = (30, 60, 120, 300)
    """The live clocks offered, per turn."""
    slow_hours: tuple[int, ...] = (8, 24, 72)
    """The slow clocks offered, per turn."""
    edit_interval: float = 1.0
    """At least this long between two edits of a table's message, or of a private hand."""
    fresh_after: float = 3000
    """A table's message this old is followed by a fresh one: edits become scarce after an hour."""
    token_life: float = 840
    """How long a private hand is refreshed unasked; its token dies at 900."""


@dataclass(frozen=True, slots=True)
class Services:
    """The parts that cogs call."""

    games: Mapping[str, AnyGame]
    host: Host
    store: Store
    bookmarks: Bookmarks
    deferrals: StoredDeferrals
    league: League
    ledger: Ledger
    privacy: Privacy
    forgetting: Forgetting
    housekeeping: Housekeeping
    reviewing: ReviewService
    time: Time
    executor: Executor
    """Where pictures are drawn and long texts are made."""
    heavy: Heavy
    """Where what takes seconds is done."""
    manners: Manners
    limits: Limits
