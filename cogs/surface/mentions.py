"""Whether a server lets its players be mentioned."""

from bot.tables.core.store import StoreUnavailableError
from bot.tables.league.settings import GuildSettings
from bot.tables.league.store import League

__all__ = ["may_mention"]


async def may_mention(league: League, guild: int) -> bool:
    """Return a server's setting, the usual one where it cannot be read just now."""
    try:
        settings = await league.settings(guild)
    except StoreUnavailableError:
        settings = GuildSettings()
    return settings.mention
