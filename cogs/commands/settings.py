"""``/settings``: what a server's admins may set, made from the settings' own model."""

from collections.abc import Iterator, Mapping
from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.tables.core.errors import RefusedError
from bot.tables.league.store import GuildSettings
from cogs.answers.answers import say
from cogs.answers.click import Click
from cogs.arguments.fields import titled, with_arguments
from cogs.arguments.people import guild_of
from cogs.services import Services

__all__ = ["Settings"]


class Settings(commands.Cog):
    """A server's settings."""

    def __init__(self, bot: commands.AutoShardedBot, services: Services) -> None:
        self._bot = bot
        self._league = services.league

    async def cog_load(self) -> None:
        """Add the command, whose options are the settings."""
        self._bot.tree.add_command(self._command())

    async def cog_unload(self) -> None:
        """Remove it."""
        self._bot.tree.remove_command("settings")

    def _command(self) -> app_commands.Command[Any, ..., None]:
        @app_commands.default_permissions(manage_guild=True)
        async def settings(click: Click, **given: int | None) -> None:
            # Admins can let others see the command; only who manages the server may change it.
            if not click.permissions.manage_guild:
                raise RefusedError("Only who manages this server can see and change its settings.")
            changes = {name: value for name, value in given.items() if value is not None}
            current = await self._change(guild_of(click), changes)
            lines = ["**Changed.**" if changes else "**Settings of this server**"]
            await say(click, "\n".join([*lines, *_lines(current)]))

        return app_commands.Command(
            name="settings",
            description="Show this server's settings, and change those that you give.",
            callback=with_arguments(settings, titled(GuildSettings).values()),
            extras={"group": "Manage"},
        )

    async def _change(self, guild: int, changes: Mapping[str, int]) -> GuildSettings:
        """Change the settings, if any are to be, and return all."""
        if changes:
            try:
                await self._league.change_settings(guild, changes)
            except ValueError as error:
                raise RefusedError(f"{error}.") from None
        return await self._league.settings(guild)


def _lines(settings: GuildSettings) -> Iterator[str]:
    for name, field in GuildSettings.model_fields.items():
        yield f"- `{name}` **{_value(getattr(settings, name))}**: {field.description}"


def _value(value: bool | int) -> str:  # noqa: FBT001 - a setting's value, of whatever kind
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)
