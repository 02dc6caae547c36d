"""The buttons of a lobby that plays for chips: agree and put them in, or take them back."""

from collections.abc import Mapping
from typing import Final

from bot.tables.core import lobby
from bot.tables.hosting.table import Table
from bot.tables.league.allowance import collect
from cogs.answers import tell
from cogs.arguments.people import guild_of
from cogs.buttons.handler import Handler
from cogs.layouts.chips import chips
from cogs.services import Click

__all__ = ["HANDLERS"]


async def _put_in(click: Click, table: Table, words: str) -> None:
    """Put in the ante, out of what is due to a person as well: nobody has to fetch that first."""
    services, agree = click.client.services, lobby.agree(click.user.id, words)
    now = services.time.now()
    agree(table.state, now)  # Who may not put anything in is told so, and nothing else happens.
    await collect(services.league, services.ledger, guild_of(click), click.user.id, now)
    after = await table.do(agree)
    await _tell(click, f"You have put in {chips(after.setup.ante)}")


async def _take_back(click: Click, table: Table, _words: str) -> None:
    before = table.state.setup.ante
    await table.do(lobby.withdraw(click.user.id))
    await _tell(click, f"You have taken back {chips(before)}")


async def _tell(click: Click, what: str) -> None:
    left = await click.client.services.ledger.balance(guild_of(click), click.user.id)
    await tell(click, f"{what}, and have {chips(left)} now. /chips tells more.")


HANDLERS: Final[Mapping[str, Handler]] = {"ante": _put_in, "noante": _take_back}
