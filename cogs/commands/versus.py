"""``/versus``: how two people of a server stand to each other."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.face.markdown import escape
from bot.face.names import told_apart
from bot.tables.core.entries import Person
from bot.tables.core.errors import RefusedError
from bot.tables.league.people import hidden_among
from cogs.answers import sending
from cogs.answers.click import Click
from cogs.arguments.people import guild_of, person, somebody
from cogs.layouts.versus import HeadToHead, versus_page
from cogs.reports.hidden import kept_hidden
from cogs.reports.rating import settled_rating
from cogs.services import Services

__all__ = ["Versus"]


class Versus(commands.Cog):
    """The head to head of two people."""

    def __init__(self, services: Services) -> None:
        self._services = services

    # A late answer is announced in private: only then is it known who keeps their results hidden.
    @app_commands.command(extras={"group": "Scores", "costly": True})
    @app_commands.rename(first="person")
    @app_commands.describe(
        first="Who to look at.", other="Someone to compare them with. Leave it out for yourself."
    )
    async def versus(
        self, click: Click, first: discord.User, other: discord.User | None = None
    ) -> None:
        """Show how two people have done against each other: you and someone, or two others."""
        guild, reader = guild_of(click), person(click)
        pair = _pair(reader, somebody(first), somebody(other) if other else None)
        if pair[0].id == pair[1].id:
            raise RefusedError(_same(pair[0], reader))
        for known in pair:
            await self._services.names.seen(click.guild_id, known)
        hidden = await hidden_among(self._services.people, (known.id for known in pair))
        for known in pair:
            if known.id in hidden - {reader.id}:
                raise kept_hidden(known)
        with self._services.limits.reading(click):
            found = await self._find(guild, pair)
        if not found.met:
            raise RefusedError(_not_met(pair, reader))
        page = versus_page(found, self._services.games)
        if hidden:
            await sending.answer(click, page)
        else:
            await sending.show(click, page)

    async def _find(self, guild: int, pair: tuple[Person, Person]) -> HeadToHead:
        services, users = self._services, (pair[0].id, pair[1].id)
        now, ratings = services.time.now(), {}
        met = await services.histories.met(guild, *users)
        for game in met:
            rated = await services.boards.ratings(guild, game, users)
            one, other = (settled_rating(rated[user], now) for user in users)
            ratings[game] = one, other
        latest = await services.histories.between(guild, *users, met)
        return HeadToHead(pair, met, ratings, latest)


def _pair(reader: Person, first: Person, other: Person | None) -> tuple[Person, Person]:
    return (reader, first) if other is None else (first, other)


def _same(known: Person, reader: Person) -> str:
    if known.id == reader.id:
        return "You can't play against yourself. Please choose someone else."
    return "That's the same person twice. Please choose two different people."


def _not_met(pair: tuple[Person, Person], reader: Person) -> str:
    shown = zip(pair, told_apart(known.name for known in pair), strict=True)
    names = " and ".join(escape(name) for known, name in shown if known.id != reader.id)
    who = f"You and {names}" if reader.id in {known.id for known in pair} else names
    return f"{who} haven't met in a ranked match here yet."
