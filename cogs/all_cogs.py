"""All cogs of the bot, and the groups of their slash commands."""

from collections.abc import Iterable, Iterator
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs import review
from cogs.best import Best
from cogs.champions import Champions
from cogs.chips import Chips
from cogs.core.buttons import Clicks, Feature, PageButton, Registry, TableButton
from cogs.core.reaching import Reaching
from cogs.daily import Daily
from cogs.fairplay import FairPlayReport
from cogs.help import Help
from cogs.learn import Learn
from cogs.matches import Matches
from cogs.night import LeagueNight
from cogs.play import agreement, fairness, finish, hand, lobby, more, opening, options, teaching
from cogs.play.managing import ManageTables
from cogs.play.opening import Play
from cogs.play.tables import Tables
from cogs.privacy import PrivacyPage
from cogs.profile import ProfileCommand
from cogs.puzzle import DailyPuzzle
from cogs.quiet_hours import QuietHoursPage
from cogs.record import Records
from cogs.replay import ReplayCommand
from cogs.review import ReviewCommand
from cogs.rules import Rules
from cogs.servers import Servers
from cogs.services import Services
from cogs.settings import Settings
from cogs.standings import Standings
from cogs.versus import Versus

_AT_TABLES: Final = (
    *(finish, agreement, fairness, hand, lobby, more),
    *(opening, options, review, teaching),
)


def groups() -> Iterable[app_commands.Group]:
    """Make the groups of slash commands; Discord hides only whole ones, so moderators have one."""
    for name, description in {
        "table": "Find tables, and manage yours.",
        "daily": "The deal of the day.",
        "league": "Standings, profiles and more.",
        "match": "Replay, review and check finished matches.",
        "me": "Your data, quiet hours and pings.",
    }.items():
        yield app_commands.Group(name=name, description=description)
    manage = app_commands.Group(
        name="manage",
        description="For moderators: league nights and fair play.",
        default_permissions=discord.Permissions(manage_messages=True),
    )
    app_commands.Group(name="night", description="Plan a night, or end one.", parent=manage)
    yield manage


def all_cogs(bot: commands.AutoShardedBot, services: Services) -> Iterable[commands.Cog]:
    """Make the cogs: slash commands, the buttons of their messages, and listeners."""
    features = (
        Servers(bot, services),
        Reaching(bot, services),
        Play(services),
        Daily(services),
        DailyPuzzle(services),
        LeagueNight(services),
        Tables(services),
        ManageTables(services),
        QuietHoursPage(services),
        Standings(services),
        Best(services),
        Champions(services),
        Versus(services),
        Matches(services),
        ProfileCommand(services),
        Chips(services),
        Records(services),
        ReplayCommand(services),
        ReviewCommand(services),
        Rules(services),
        Help(bot, services),
        Learn(services),
        Settings(services),
        FairPlayReport(services),
        PrivacyPage(services),
    )
    registry = Registry(_buttons(features))
    # The first listener to a click, so that nothing comes before it.
    return (Clicks(services, registry), *features)


def _buttons(features: Iterable[commands.Cog]) -> Iterator[TableButton | PageButton]:
    for module in _AT_TABLES:
        yield from module.BUTTONS
    for feature in features:
        if isinstance(feature, Feature):
            yield from feature.buttons()
