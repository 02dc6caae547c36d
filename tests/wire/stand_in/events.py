"""INTERACTION_CREATE as Discord writes it."""

from tests.wire.stand_in.interactions import Interaction
from tests.wire.stand_in.messages import walk
from tests.wire.stand_in.state import State
from tests.wire.stand_in.world import Json, Message, member_of

BUTTON = 2
GUILD_CONTEXT = 0


def component_data(on: Message, custom_id: str, values: list[str] | None = None) -> Json:
    """Return what a click on a component says; one that is not there counts as a button."""
    found = (part for part in walk(on.components) if part.get("custom_id") == custom_id)
    part = next(found, {"type": BUTTON, "id": 1})
    data = {"custom_id": custom_id, "component_type": part["type"], "id": part["id"]}
    return data if values is None else {**data, "values": values}


def event(state: State, interaction: Interaction) -> Json:
    channel, guild = interaction.channel, interaction.channel.guild
    message = {} if interaction.on is None else {"message": interaction.on.payload()}
    return {
        "id": str(interaction.id),
        "application_id": str(state.bot.id),
        "type": int(interaction.deed),
        "token": interaction.token,
        "version": 1,
        "data": interaction.data,
        "guild_id": str(guild.id),
        "guild": {"id": str(guild.id), "locale": "en-US", "features": []},
        "channel_id": str(channel.id),
        "channel": {**channel.payload(), "permissions": str(interaction.user.permissions)},
        "member": member_of(interaction.user, interaction.user.permissions),
        "locale": "en-US",
        "guild_locale": "en-US",
        "app_permissions": str(channel.permissions),
        "authorizing_integration_owners": {"0": str(guild.id)},
        "context": GUILD_CONTEXT,
        "attachment_size_limit": 10 * 2**20,
        "entitlements": [],
        **message,
    }
