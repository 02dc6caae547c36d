"""What the cogs need of the rest, as types alone, wired by the composition root."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from concurrent.futures import Executor

    from bot.daily.service import DailyDeals
    from bot.game.contract import AnyGame
    from bot.games.faces import Drawer
    from bot.night.service import NightHost, PingPlanner
    from bot.privacy.forgetting import Forgetting
    from bot.privacy.housekeeping import Housekeeping
    from bot.puzzle.service import DailyPuzzles, ServerPuzzles
    from bot.review.service import ReviewService
    from bot.tables.clock import HouseRules, Time
    from bot.tables.host import Host
    from cogs.client import CardNight
    from cogs.core.answering import Answering, ClickQueue
    from cogs.core.arguments import Fetch
    from cogs.core.commands import LastGames, Names
    from cogs.core.drawing import Drawing
    from cogs.core.requests import AnswerWatch
    from cogs.core.work import Heavy, Limits
    from cogs.play.surface import Surface
    from cogs.review import Reviews
    from cogs.showcase import Showcase
    from db.storage import Storage


@dataclass(frozen=True, slots=True)
class Behaviour:
    """Times on Discord, in seconds unless they say otherwise."""

    live_seconds: tuple[int, ...] = (30, 60, 120, 300)
    """The live clocks offered, per turn."""
    slow_hours: tuple[int, ...] = (8, 24, 72)
    """The slow clocks offered, per turn."""
    edit_interval: float = 1.0
    """The shortest time between two edits of a table's message, or of a private hand."""
    fresh_after: float = 3000
    """The age at which a table's message is replaced: edits become scarce after an hour."""
    emojis_per_minute: int = 60
    """How many cards for buttons are uploaded, until all are there; 0: none, and none is shown."""
    token_life: float = 840
    """How long a private hand is refreshed unasked; its token dies at 900."""


@dataclass(frozen=True, slots=True)
class Services:
    """The parts that cogs call; each cog is given them when it is made."""

    games: Mapping[str, AnyGame]
    last_games: LastGames
    showcase: Showcase
    host: Host
    surface: Surface
    storage: Storage
    names: Names
    daily: DailyDeals
    puzzles: DailyPuzzles
    server_puzzles: ServerPuzzles
    nights: NightHost
    pings: PingPlanner
    forgetting: Forgetting
    housekeeping: Housekeeping
    reviewing: ReviewService
    reviews: Reviews
    answering: Answering
    answers: AnswerWatch
    time: Time
    executor: Executor
    """Where pictures are drawn and long texts are made."""
    heavy: Heavy
    behaviour: Behaviour
    limits: Limits
    click_queue: ClickQueue
    fetch: Fetch


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts that all messages of a process share."""

    client: CardNight
    games: Mapping[str, AnyGame]
    storage: Storage
    time: Time
    executor: Executor
    drawer: Drawer
    drawing: Drawing
    rules: HouseRules
    behaviour: Behaviour
    click_queue: ClickQueue
