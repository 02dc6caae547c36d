"""``/settings``: what a server's admins may set, made from the settings' own model."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from discord import app_commands

from bot.tables.errors import RefusedError
from bot.tables.league import GuildSettings
from cogs.arguments.fields import titled, with_arguments
from cogs.arguments.people import guild_of
from cogs.services import Click

if TYPE_CHECKING:
    from cogs.client import CardNight

__all__ = ["setup"]


async def setup(bot: "CardNight") -> None:
    """Add the command."""
    bot.tree.add_command(_command())


def _command() -> app_commands.Command[Any, ..., None]:
    @app_commands.default_permissions(manage_guild=True)
    async def settings(click: Click, **given: bool | None) -> None:
        # Admins can let others see the command; only who manages the server may change it.
        if not click.permissions.manage_guild:
            raise RefusedError("Only who manages this server can see and change its settings.")
        league, guild = click.client.services.league, guild_of(click)
        changes = {name: value for name, value in given.items() if value is not None}
        if changes:
            await league.change_settings(guild, changes)
        current = await league.settings(guild)
        lines = ["**Changed.**" if changes else "**Settings of this server**", *_lines(current)]
        await click.response.send_message("\n".join(lines), ephemeral=True)

    return app_commands.Command(
        name="settings",
        description="Show this server's settings, and change those that you give.",
        callback=with_arguments(settings, titled(GuildSettings).values()),
        extras={"group": "Manage"},
    )


def _lines(settings: GuildSettings) -> Iterator[str]:
    for name, field in GuildSettings.model_fields.items():
        value = "on" if getattr(settings, name) else "off"
        yield f"- `{name}` **{value}**: {field.description}"
