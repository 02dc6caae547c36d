"""All cogs of the bot."""

from collections.abc import Iterable

from discord.ext import commands

from cogs.buttons.clicks import Clicks
from cogs.commands.champions import Champions
from cogs.commands.chips import Chips
from cogs.commands.daily import Daily
from cogs.commands.fairplay import FairPlayReport
from cogs.commands.help import Help
from cogs.commands.learn import Learn
from cogs.commands.matches import Matches
from cogs.commands.night import LeagueNight
from cogs.commands.play import Play
from cogs.commands.privacy import PrivacyPage
from cogs.commands.profile import Profiles
from cogs.commands.puzzle import DailyPuzzle
from cogs.commands.quiet_hours import QuietHoursPage
from cogs.commands.record import Records
from cogs.commands.replay import ReplayCommand
from cogs.commands.review import ReviewCommand
from cogs.commands.rules import Rules
from cogs.commands.settings import Settings
from cogs.commands.standings import Standings
from cogs.commands.table import ManageTables
from cogs.commands.tables import Tables
from cogs.commands.versus import Versus
from cogs.layouts.daily_buttons import PAGE as DAILY
from cogs.layouts.daily_puzzle import PAGE as PUZZLE
from cogs.layouts.night import PAGE as NIGHT
from cogs.layouts.showcase import PAGE
from cogs.reaching import Reaching
from cogs.servers import Servers
from cogs.services import Services

__all__ = ["all_cogs"]


def all_cogs(bot: commands.AutoShardedBot, services: Services) -> Iterable[commands.Cog]:
    """Make the cogs: slash commands, the buttons of their messages, and listeners."""
    standings, privacy, settings = Standings(services), PrivacyPage(services), Settings(services)
    matches, champions, profiles = Matches(services), Champions(services), Profiles(services)
    help_, learn, daily = Help(bot, services), Learn(services), Daily(services)
    quiet_hours = QuietHoursPage(services)
    puzzle, night = DailyPuzzle(services), LeagueNight(services)
    fair_play = FairPlayReport(services)
    pages = {
        PAGE: help_.press,
        "standings": standings.press,
        "champions": champions.press,
        "matches": matches.press,
        "profile": profiles.press,
        "privacy": privacy.press,
        "fairplay": fair_play.press,
        "settings": settings.press,
        "learn": learn.press,
        DAILY: daily.press,
        NIGHT: night.press,
        PUZZLE: puzzle.press,
        "quiet": quiet_hours.press,
    }
    return (
        # The first listener to a click, so that nothing comes before it.
        Clicks(services, pages),
        Servers(bot, services),
        Reaching(bot, services),
        Play(bot, services),
        daily,
        puzzle,
        night,
        Tables(services),
        ManageTables(services),
        quiet_hours,
        standings,
        champions,
        Versus(services),
        matches,
        profiles,
        Chips(services),
        Records(services),
        ReplayCommand(services),
        ReviewCommand(services),
        Rules(services),
        help_,
        learn,
        settings,
        fair_play,
        privacy,
    )
