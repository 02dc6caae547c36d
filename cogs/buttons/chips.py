"""The buttons of a lobby that plays for chips: agree and put them in, or take them back."""

from collections.abc import Mapping
from typing import Final

from bot.tables.core import lobby
from bot.tables.league.allowance import collect
from cogs.answers.answers import tell
from cogs.arguments.people import guild_of
from cogs.buttons.verb import Press, Verb
from cogs.layouts.chips import chips

__all__ = ["VERBS"]


async def _put_in(press: Press) -> None:
    """Put in the ante, also out of the allowance that is due: nobody has to collect that first."""
    services, agree = press.services, lobby.agree(press.user, press.words)
    now = services.time.now()
    agree(press.state, now)  # Who may not put anything in is told so, and nothing else happens.
    await collect(services.league, services.ledger, guild_of(press.click), press.user, now)
    after = await press.table.do(agree)
    await _tell(press, f"You've put in {chips(after.setup.ante)}")


async def _take_back(press: Press) -> None:
    before = press.state.setup.ante
    await press.table.do(lobby.withdraw(press.user))
    await _tell(press, f"You've taken back {chips(before)}")


async def _tell(press: Press, what: str) -> None:
    left = await press.services.ledger.balance(guild_of(press.click), press.user)
    await tell(press.click, f"{what}. You have {chips(left)} now: see `/chips`.")


VERBS: Final[Mapping[str, Verb]] = {"ante": Verb(_put_in), "noante": Verb(_take_back)}
