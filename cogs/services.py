"""What the cogs need of the rest, wired by the composition root."""

from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass

from bot.game.contract import AnyGame
from bot.tables.core.quiet_hours import QuietHoursStore
from bot.tables.core.store import Bookmarks, Store
from bot.tables.daily.puzzles import DailyPuzzles
from bot.tables.daily.service import DailyDeals
from bot.tables.hosting.host import Host
from bot.tables.hosting.ports import Time
from bot.tables.league.aftermath import Aftermaths
from bot.tables.league.announcements import Announcements
from bot.tables.league.boards import Boards
from bot.tables.league.export import Exports
from bot.tables.league.fairplay import FairPlay
from bot.tables.league.histories import Histories
from bot.tables.league.ledger import Ledger
from bot.tables.league.people import People
from bot.tables.league.places import Places
from bot.tables.league.profiles import Profiles
from bot.tables.league.store import League
from bot.tables.league.weeks import Weeks
from bot.tables.nights.service import NightHost
from bot.tables.nights.telling import Telling
from bot.tables.privacy.forgetting import Forgetting
from bot.tables.privacy.names import Names
from bot.tables.privacy.pruning import Housekeeping
from bot.tables.privacy.store import Privacy
from bot.tables.puzzles.service import ServerPuzzles
from bot.tables.reviews.service import ReviewService
from cogs.answers.answering import Answering
from cogs.arguments.files import Fetch
from cogs.arguments.last_games import LastGames
from cogs.behaviour import Behaviour
from cogs.limits.heavy import Heavy
from cogs.limits.limits import Limits
from cogs.limits.lines import Lines
from cogs.reports.showcase import Showcase
from cogs.requests import AnswerWatch
from cogs.surface.reviews import Reviews
from cogs.surface.surface import Surface

__all__ = ["Services"]


@dataclass(frozen=True, slots=True)
class Services:
    """The parts that cogs call; each cog is given them when it is made."""

    games: Mapping[str, AnyGame]
    last_games: LastGames
    showcase: Showcase
    host: Host
    surface: Surface
    store: Store
    bookmarks: Bookmarks
    league: League
    boards: Boards
    histories: Histories
    aftermaths: Aftermaths
    people: People
    names: Names
    quiet_hours: QuietHoursStore
    places: Places
    weeks: Weeks
    announcements: Announcements
    daily: DailyDeals
    puzzles: DailyPuzzles
    server_puzzles: ServerPuzzles
    nights: NightHost
    telling: Telling
    fair_play: FairPlay
    exports: Exports
    profiles: Profiles
    ledger: Ledger
    privacy: Privacy
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
    """Where work is done that takes seconds."""
    behaviour: Behaviour
    limits: Limits
    lines: Lines
    fetch: Fetch
    """How attached files are fetched."""
