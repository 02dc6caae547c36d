"""``/matches``: the finished matches of a server or a person, newest first."""

import re
from typing import Final, NamedTuple

import discord
from discord import app_commands
from discord.ext import commands

from bot.face.markdown import escape
from bot.face.names import called
from bot.tables.core.entries import Person
from bot.tables.core.errors import RefusedError
from bot.tables.league.histories import Cursor, Past, Way
from bot.tables.league.people import hidden_among
from bot.tables.nights.boards import UNTOLD
from cogs.answers import sending
from cogs.answers.answers import say
from cogs.answers.click import Click, chosen
from cogs.arguments.games import game_choices, named_game
from cogs.arguments.matches import NO_SUCH_MATCH, record_gone
from cogs.arguments.people import guild_of, somebody
from cogs.layouts.address import too_old
from cogs.layouts.matches import NEWER, OLDER, SHOW, Listed, match_page, matches_page
from cogs.layouts.page import Page
from cogs.reports.hidden import kept_hidden, without_hidden
from cogs.services import Services

__all__ = ["Matches"]

_WORDS: Final = re.compile(
    f"({NEWER}|{OLDER}):([0-9]{{1,19}}):([a-z0-9_]{{0,32}}):([0-9]{{1,15}}):([0-9a-f]{{10}})"
)
"""What the custom id of a button says: the way, whose matches, of which game, and behind which."""

_LARGEST_ID: Final = 2**63 - 1

_SOMEBODY: Final = Person(id=0, name="This person")
"""Stands for somebody whose name is not known: a button knows the id alone."""


class _Asked(NamedTuple):
    about: Person | None
    game: str | None
    way: Way | None = None


class Matches(commands.Cog):
    """Looking back on what was played."""

    def __init__(self, services: Services) -> None:
        self._services = services
        app_commands.choices(game=game_choices(services.games))(self.matches)

    @app_commands.command(extras={"group": "Scores", "costly": True})
    @app_commands.rename(chosen_person="person")
    @app_commands.describe(
        chosen_person="Whose matches. Leave it out for everyone's.",
        game="Which game. Leave it out for all games.",
    )
    async def matches(
        self,
        click: Click,
        chosen_person: discord.User | None = None,
        game: str | None = None,
    ) -> None:
        """Look through finished matches, newest first, and open any of them."""
        about = somebody(chosen_person) if chosen_person is not None else None
        asked = _Asked(about, self._game(game))
        if about is not None:
            await self._services.names.seen(click.guild_id, about)
        past = await self._past(click, asked)
        if past.matches:
            await sending.answer(click, self._page(click, asked, past))
        else:
            untold = await self._services.nights.boards.untold(guild_of(click))
            await say(click, UNTOLD if untold else self._nothing(click, asked))

    async def press(self, click: Click, words: str) -> None:
        """Turn to another page of a list, or show the match that was chosen from it."""
        self._services.answering.watch(click)
        self._services.limits.take(click)
        if words == SHOW:
            await self._show(click, chosen(click))
            return
        asked = self._read(words)
        past = await self._past(click, asked)
        if not past.matches:
            raise RefusedError("There are no matches here.")
        await sending.private(click, self._page(click, asked, past))

    async def _show(self, click: Click, table: str) -> None:
        services, guild = self._services, guild_of(click)
        with services.limits.reading(click):
            match = await services.histories.match(guild, table)
            done = await services.histories.done(guild, table)
        if match is None:
            raise RefusedError(NO_SUCH_MATCH)
        (shown,) = await without_hidden(services.people, [match], click.user.id)
        gone = str(record_gone(services))
        await sending.answer(click, match_page(shown, services.games, gone, done))

    async def _past(self, click: Click, asked: _Asked) -> Past:
        """Return the page asked for, without those whom the reader may not see."""
        services, guild, about = self._services, guild_of(click), asked.about
        user = about.id if about else None
        if about and about.id != click.user.id and await hidden_among(services.people, [user]):
            raise kept_hidden(about)
        with services.limits.reading(click):
            past = await services.histories.page(guild, user=user, game=asked.game, way=asked.way)
        shown = await without_hidden(services.people, past.matches, click.user.id)
        return Past(shown, past.newer, past.older)

    def _page(self, click: Click, asked: _Asked, past: Past) -> Page:
        user = asked.about.id if asked.about else None
        seats = (seat for match in past.matches for seat in match.seats)
        name = next((seat.name for seat in seats if user is not None and seat.user == user), "")
        listed = Listed(past, click.user.id, user, name, asked.game)
        return matches_page(listed, self._services.games)

    def _nothing(self, click: Click, asked: _Asked) -> str:
        game = f" of {self._services.games[asked.game].title}" if asked.game else ""
        if asked.about is None:
            return f"No match{game} has been finished on this server yet."
        own = asked.about.id == click.user.id
        who = "You haven't" if own else f"{escape(called(asked.about.name))} hasn't"
        return f"{who} finished a match{game} here yet."

    def _game(self, name: str | None) -> str | None:
        return named_game(self._services.games, name).name if name else None

    def _read(self, words: str) -> _Asked:
        """Read a button's custom id; ``RefusedError`` for one that no page has."""
        found = _WORDS.fullmatch(words)
        if found is None or int(found[2]) > _LARGEST_ID:
            raise too_old("matches")
        way = Way(Cursor(int(found[4]), found[5]), older=found[1] == OLDER)
        about = _SOMEBODY.model_copy(update={"id": int(found[2])}) if int(found[2]) else None
        return _Asked(about, self._game(found[3]), way)
