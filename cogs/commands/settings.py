"""``/settings``: a private panel of what a server's admins may set."""

from collections.abc import Sequence
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.game.contract import AnyGame
from bot.tables.core.errors import RefusedError
from bot.tables.league.settings import GuildSettings
from cogs.answers import sending
from cogs.answers.click import Click, chosen
from cogs.answers.replies import acknowledge, ask
from cogs.arguments.people import guild_of
from cogs.arguments.permissions import must_manage
from cogs.buttons.settings import CHANGES, game_of
from cogs.causes import standing
from cogs.commands.opening import settings_here
from cogs.layouts.address import too_old
from cogs.layouts.page import Page
from cogs.layouts.settings import (
    LIMITS,
    NUMBERS,
    SettingsScene,
    bounds,
    settings_page,
    title_of,
    usual_options_page,
    value_words,
)
from cogs.lost_channels import lost_text
from cogs.services import Services

__all__ = ["Settings"]

_BROKEN: Final = (ValueError, KeyError)
"""What reading a custom id or a value raises that no panel offers."""


class Settings(commands.Cog):
    """A server's settings: each click changes one, and shows all as they are then."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @app_commands.command(extras={"group": "Manage"})
    @app_commands.default_permissions(manage_guild=True)
    async def settings(self, click: Click) -> None:
        """See and change this server's settings."""
        must_manage(click, "see and change its settings")
        scene, guild = await self._scene(click), guild_of(click)
        await sending.answer(click, settings_page(scene, lost_text(scene.settings, here=True)))
        if scene.settings.lost:
            await self._services.league.change_settings(guild, {"lost": ()})

    async def press(self, click: Click, words: str) -> None:
        """Do what a control of the panel says, one at a time for each server.

        So no click overwrites what another one has just changed.
        """
        must_manage(click, "see and change its settings")
        lines, line = self._services.lines, (guild_of(click), "settings")
        self._services.answering.watch(click)
        if not await lines.enter(line):
            await acknowledge(click)
            return
        try:
            await self._do(click, *words.split(":"))
        except _BROKEN:
            raise too_old("settings") from None
        finally:
            lines.leave(line)

    async def _do(self, click: Click, verb: str, *words: str) -> None:
        scene = await self._scene(click)
        if verb == "ask":
            (name,) = words
            await ask(click, _form(scene, name))
            return
        if verb in CHANGES:
            page = await self._change(click, scene, verb, words)
        else:
            page = _looked_at(click, scene, verb)
        await sending.private(click, page)

    async def _change(
        self, click: Click, scene: SettingsScene, verb: str, words: Sequence[str]
    ) -> Page:
        """Change a setting and return the page with it; the page says why not."""
        game: AnyGame | None = None
        try:
            name, value, game = CHANGES[verb](click, words, scene)
        except RefusedError as error:
            notice = str(error)
            game = game_of(scene, words[0]) if verb == "option" else None
        else:
            changed = await self._services.league.change_settings(guild_of(click), {name: value})
            scene = self._seen(click, changed)
            notice = f"**Changed.** {title_of(name)}: {value_words(scene, name)}."
        return _page(scene, game, notice)

    async def _scene(self, click: Click) -> SettingsScene:
        return self._seen(click, await settings_here(self._services, click))

    def _seen(self, click: Click, settings: GuildSettings) -> SettingsScene:
        wanted, server = {*settings.channels, settings.recap}, click.guild
        there = {channel for channel in wanted if server and server.get_channel(channel)}
        recap = server.get_channel(settings.recap) if server else None
        why = standing(recap) if recap is not None else None
        services = self._services
        barred = why.text if why is not None else ""
        return SettingsScene(settings, services.games, services.host.rules, there, barred)


def _looked_at(click: Click, scene: SettingsScene, verb: str) -> Page:
    """Return the page that a control leads to; ``KeyError`` if it is none of ours."""
    if verb == "game":
        return usual_options_page(scene, game_of(scene, chosen(click)))
    usual = scene.games.get(scene.settings.default_game, next(iter(scene.games.values())))
    return _page(scene, {"show": None, "usual": usual}[verb], "")


def _page(scene: SettingsScene, game: AnyGame | None, notice: str) -> Page:
    if game is None:
        return settings_page(scene, notice)
    return usual_options_page(scene, game, notice)


def _form(scene: SettingsScene, name: str) -> discord.ui.Modal:
    """Return the form that asks for a number."""
    low, high = bounds(scene.rules, NUMBERS[NUMBERS.index(name)])
    form = discord.ui.Modal(title=title_of(name), custom_id=f"settings:number:{name}", timeout=None)
    now = min(getattr(scene.settings, name), high)
    number = discord.ui.TextInput[discord.ui.Modal](
        custom_id="number", default=str(now), max_length=len(str(high))
    )
    form.add_item(
        discord.ui.Label(
            text=f"A whole number from {low} to {high}",
            description="0: the bot's own limit." if name in LIMITS else None,
            component=number,
        )
    )
    form.stop()  # The library is to keep nothing: the answer finds its way by its custom id.
    return form
