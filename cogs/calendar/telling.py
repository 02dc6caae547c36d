"""Sending the pings before league nights."""

import logging
from collections.abc import Iterator, Sequence
from typing import Final

import discord

from bot.tables.nights.telling import Call
from cogs.answers import sending
from cogs.jobs import Jobs
from cogs.layouts.night_pings import ping_page
from cogs.services import Services
from cogs.trouble import DISCORD_ERRORS

__all__ = ["MOST_MENTIONED", "Teller"]

logger = logging.getLogger(__name__)

MOST_MENTIONED: Final = 64
"""People mentioned in one message: Discord allows a hundred, and 2,000 characters."""


class Teller:
    """Sends the pings of one process, each at most once. Raises ``StoreUnavailableError``."""

    def __init__(self, client: discord.Client, services: Services) -> None:
        self._client = client
        self._services = services

    async def tell(self, jobs: Jobs) -> None:
        """Begin to send what is due; no server waits for another one's pings."""
        async for call in self._services.telling.due():
            jobs.start(self._tell(call), f"pinging for night {call.night.plan.id}")

    async def _tell(self, call: Call) -> None:
        """Send the pings of a night; a message that Discord does not take is not sent again."""
        plan = call.night.plan
        channel = self._client.get_partial_messageable(plan.channel, guild_id=plan.guild)
        for number, users in enumerate(_portions(call)):
            page = ping_page(call.night, users)
            try:
                await sending.post(channel, page, f"ping {plan.id} {number}")
            except DISCORD_ERRORS as error:
                logger.info("no ping for night %s: %s", plan.id, type(error).__name__)


def _portions(call: Call) -> Iterator[Sequence[int]]:
    for first in range(0, len(call.users), MOST_MENTIONED):
        yield call.users[first : first + MOST_MENTIONED]
