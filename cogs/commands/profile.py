"""``/profile``: what a person has reached on a server."""

import asyncio
import re
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.face.league.profile import profile_picture
from bot.face.league.profile_text import profile_text
from bot.face.league.values import Profile
from bot.face.markdown import escape
from bot.face.names import called
from bot.tables.core.errors import RefusedError
from bot.tables.league.medians import ServerMedians
from bot.tables.league.people import Visibility
from cogs.answers import sending
from cogs.answers.answers import tell
from cogs.answers.click import Click
from cogs.answers.replies import announce_publicly
from cogs.arguments.people import guild_of, somebody
from cogs.layouts.address import too_old
from cogs.layouts.profile import profile_page
from cogs.limits.bounds import name
from cogs.reports.profile import About, Sources, profile_of
from cogs.services import Services

__all__ = ["Profiles"]

_WORDS: Final = re.compile(r"text:([0-9]{1,19})")
"""What the custom id of the button says: whose profile."""

_LARGEST_ID: Final = 2**63 - 1

HIDES: Final = "This person keeps their results private."
UNKNOWN: Final = "There's no profile of this person here."


class Profiles(commands.Cog):
    """What people have reached in ranked matches."""

    def __init__(self, services: Services) -> None:
        self._services = services
        medians = ServerMedians(services.profiles, services.time)
        self._sources = Sources(
            services.profiles,
            medians,
            services.people,
            services.daily.store,
            services.puzzles.answers,
            services.nights.nights,
            services.games,
        )

    # It is not declared to be public: a late answer is announced in private, until it is known
    # that others may see it.
    @app_commands.command(extras={"group": "Scores", "costly": True})
    @app_commands.describe(person="Whose profile. Leave it out for your own.")
    async def profile(self, click: Click, person: discord.User | None = None) -> None:
        """Show how a person does on this server: games, ratings, achievements and rivals."""
        whose = person or click.user
        if whose.bot:
            raise RefusedError("Bots don't have profiles, and neither does Kai.")
        visibility = await self._seen(click, whose.id)
        await self._services.names.seen(click.guild_id, somebody(whose))
        if visibility is not Visibility.HIDDEN:
            announce_publicly(click)
        known = name(whose.display_name)
        found = await self._gathered(click, whose.id, known, visibility)
        if found is None:
            raise RefusedError(_no_match(click, whose.id, known))
        loop = asyncio.get_running_loop()
        painted = await loop.run_in_executor(self._services.executor, profile_picture, found)
        page = profile_page(found, painted, whose.id)
        if visibility is Visibility.HIDDEN:
            await sending.answer(click, page)
        else:
            await sending.show(click, page)

    async def press(self, click: Click, words: str) -> None:
        """Tell a profile in words, to whoever clicks."""
        asked = _WORDS.fullmatch(words)
        if asked is None or int(asked[1]) > _LARGEST_ID:
            raise too_old("profile")
        self._services.answering.watch(click)
        self._services.limits.take(click)
        user = int(asked[1])
        visibility = await self._seen(click, user)
        member = click.guild.get_member(user) if click.guild else None
        known = name(member.display_name) if member else ""
        found = await self._gathered(click, user, known, visibility)
        if found is None:
            raise RefusedError(UNKNOWN)
        await tell(click, profile_text(found))

    async def _seen(self, click: Click, user: int) -> Visibility:
        """Return who may see a person's results; ``RefusedError`` if whoever asks may not."""
        guild_of(click)
        visibility = (await self._services.people.visibility([user]))[user]
        if visibility is Visibility.HIDDEN and user != click.user.id:
            raise RefusedError(HIDES)
        return visibility

    async def _gathered(
        self, click: Click, user: int, known: str, visibility: Visibility
    ) -> Profile | None:
        services, guild = self._services, guild_of(click)
        server = click.guild.name if click.guild else ""
        with services.limits.reading(click):
            settings = await services.league.settings(guild)
            about = About(
                *(guild, server, user, known, visibility),
                *(settings.season, services.time.now()),
            )
            return await profile_of(self._sources, about)


def _no_match(click: Click, user: int, known: str) -> str:
    """Say that there is nothing to show yet."""
    if user == click.user.id:
        return (
            "You haven't finished a ranked match here yet. "
            "Open one with `/play`: it counts once two people have played it."
        )
    return f"{escape(called(known))} hasn't finished a ranked match here yet."
