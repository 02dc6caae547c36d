"""Check that Discord grants the bot's gateway intents."""

from typing import Final

import discord

from bot.doctor.api import APPLICATION, Api
from bot.doctor.finding import FaultError, check

__all__ = ["check_intents"]

Flags = discord.ApplicationFlags

ALLOWING: Final = {
    "presences": Flags.gateway_presence.flag | Flags.gateway_presence_limited.flag,
    "members": Flags.gateway_guild_members.flag | Flags.gateway_guild_members_limited.flag,
    "message_content": (
        Flags.gateway_message_content.flag | Flags.gateway_message_content_limited.flag
    ),
}
"""For each privileged intent, the application flags; any of them grants it."""


@check("intents")
async def check_intents(api: Api, intents: discord.Intents) -> str:
    """Check that the application has every privileged intent that the bot asks for."""
    flags = int((await api.get(APPLICATION)).get("flags") or 0)
    asked = {name for name, wanted in intents if wanted}
    refused = [
        name for name, allowing in ALLOWING.items() if name in asked and not flags & allowing
    ]
    if refused:
        raise FaultError(
            f"The bot asks for {', '.join(refused)}: switch that on under Privileged Gateway "
            "Intents on the Bot page of your application."
        )
    privileged = ", ".join(sorted(asked & ALLOWING.keys())) or "none of them privileged"
    return f"The bot asks for {', '.join(sorted(asked - ALLOWING.keys()))}; {privileged}."
