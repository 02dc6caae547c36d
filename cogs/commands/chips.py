"""``/chips``: your league chips, and who has the most."""

from collections.abc import Iterator
from typing import Final

from discord import app_commands
from discord.ext import commands

from bot.tables.league.allowance import collect
from bot.tables.league.ledger import BookingReason, LedgerLine
from cogs.answers.answers import say
from cogs.answers.click import Click
from cogs.arguments.people import guild_of
from cogs.layouts.chips import chips
from cogs.services import Services

__all__ = ["Chips"]

_WHY: Final[dict[BookingReason, str]] = {
    "start": "starting chips",
    "allowance": "daily allowance",
    "ante": "put into the pot",
    "back": "back from the pot",
    "round": "a round's share of the pot",
    "match": "the winner's share of the pot",
}


class Chips(commands.Cog):
    """League chips."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @app_commands.command(extras={"group": "Scores", "costly": True})
    async def chips(self, click: Click) -> None:
        """See your league chips, collect today's, and see who has the most."""
        await say(click, "\n".join(await self._report(guild_of(click), click.user.id)))

    async def _report(self, guild: int, user: int) -> list[str]:
        league, ledger = self._services.league, self._services.ledger
        given = await collect(league, ledger, guild, user, self._services.time.now())
        balance = await ledger.balance(guild, user)
        daily = (await league.settings(guild)).daily_chips
        lines = await ledger.lines(guild, user)
        richest = enumerate(await ledger.richest(guild), start=1)
        return [
            f"### You have {chips(balance)}",
            *([f"{chips(given)} of them are new."] if given else []),
            *([f"-# Come back every day for another {chips(daily)}."] if daily else []),
            *_section("Your latest chips", (_line(line) for line in lines)),
            *_section("Most chips here", (f"{n}. <@{h.user}> {h.chips}" for n, h in richest)),
            "",
            "-# Chips are points in this server's league and nothing else.",
        ]


def _section(title: str, lines: Iterator[str]) -> Iterator[str]:
    """Yield a title and what stands below it, apart from what is above, if there is anything."""
    found = list(lines)
    if found:
        yield ""
        yield f"**{title}**"
        yield from found


def _line(line: LedgerLine) -> str:
    where = f" (table `{line.table}`)" if line.table else ""
    return f"- {line.chips:+} {_WHY[line.why]}{where}, <t:{line.at // 1000}:f>"
