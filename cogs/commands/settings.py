"""``/settings``: what a server's admins may set, made from the settings' own model."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from discord import app_commands

from bot.tables.core.errors import RefusedError
from bot.tables.league.store import GuildSettings
from cogs.answers import in_time, say
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
    async def settings(click: Click, **given: int | None) -> None:
        # Admins can let others see the command; only who manages the server may change it.
        if not click.permissions.manage_guild:
            raise RefusedError("Only who manages this server can see and change its settings.")
        changes = {name: value for name, value in given.items() if value is not None}
        current = await in_time(click, _change(click, changes), private=True)
        lines = ["**Changed.**" if changes else "**Settings of this server**", *_lines(current)]
        await say(click, "\n".join(lines))

    return app_commands.Command(
        name="settings",
        description="Show this server's settings, and change those that you give.",
        callback=with_arguments(settings, titled(GuildSettings).values()),
        extras={"group": "Manage"},
    )


async def _change(click: Click, changes: Mapping[str, int]) -> GuildSettings:
    """Change the settings, if any are to be, and return all."""
    league, guild = click.client.services.league, guild_of(click)
    if changes:
        try:
            await league.change_settings(guild, changes)
        except ValueError as error:
            raise RefusedError(f"{error}.") from None
    return await league.settings(guild)


def _lines(settings: GuildSettings) -> Iterator[str]:
    for name, field in GuildSettings.model_fields.items():
        yield f"- `{name}` **{_value(getattr(settings, name))}**: {field.description}"


def _value(value: bool | int) -> str:  # noqa: FBT001 - a setting's value, of whatever kind
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)
