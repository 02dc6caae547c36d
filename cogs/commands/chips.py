"""``/chips``: one's own league chips, and who has the most."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from discord import app_commands

from bot.tables.league.allowance import collect
from bot.tables.league.ledger import BookingReason, LedgerLine
from cogs.answers import in_time, say
from cogs.arguments.people import guild_of
from cogs.layouts.chips import chips
from cogs.limits import costly
from cogs.reports.lines import fitted_lines
from cogs.services import Click

if TYPE_CHECKING:
    from cogs.client import CardNight

__all__ = ["setup"]

_WHY: Final[dict[BookingReason, str]] = {
    "start": "to begin with",
    "allowance": "the day's allowance",
    "ante": "put into the pot",
    "back": "back from the pot",
    "round": "a round's share of the pot",
    "match": "the winner's part of the pot",
}


async def setup(bot: "CardNight") -> None:
    """Add the command."""
    bot.tree.add_command(_command())


def _command() -> app_commands.Command[Any, ..., None]:
    @app_commands.command(name="chips", extras={"group": "Scores"})
    @costly
    async def show(click: Click) -> None:
        """See your league chips, fetch the day's allowance, and see who has the most."""
        lines = await in_time(click, _report(click), private=True)
        await say(click, fitted_lines(lines))

    return show


async def _report(click: Click) -> list[str]:
    services, guild, user = click.client.services, guild_of(click), click.user.id
    given = await collect(services.league, services.ledger, guild, user, services.time.now())
    balance = await services.ledger.balance(guild, user)
    daily = (await services.league.settings(guild)).daily_chips
    lines = await services.ledger.lines(guild, user)
    richest = enumerate(await services.ledger.richest(guild), start=1)
    return [
        f"### You have {chips(balance)}",
        *([f"{chips(given)} of them are new."] if given else []),
        *([f"-# {chips(daily)} are yours on every day that you come by."] if daily else []),
        *_section("Your last bookings", (_line(line) for line in lines)),
        *_section("Most chips here", (f"{n}. <@{h.user}> {h.chips}" for n, h in richest)),
        "",
        "-# They are points of this server's league, and good for nothing else.",
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
