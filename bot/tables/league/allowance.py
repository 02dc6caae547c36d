"""Where chips come from: some to start with, and some every day that somebody comes by."""

import secrets

from bot.tables.league.ledger import BANK, DAY, Booking, Ledger, Posting, Why, account_of
from bot.tables.league.store import GuildSettings, League

__all__ = ["DAY", "collect", "due"]


async def collect(league: League, ledger: Ledger, guild: int, user: int, now: int) -> int:
    """Give a person what is due to them, and return how many chips that were.

    Raises ``StoreUnavailableError``.
    """
    settings = await league.settings(guild)
    given = due(settings, await ledger.last_given(guild, user), guild, user, now)
    if given is None or not await ledger.book(given):  # Another click was quicker.
        return 0
    return given.postings[-1].chips


def due(
    settings: GuildSettings, last: int | None, guild: int, user: int, now: int
) -> Booking | None:
    """Return what is due to a person who was given chips ``last``, in days since 1970.

    None: nobody remembers any; whoever has their data deleted is not given those to begin with
    again, for as long as that is remembered.
    """
    if last is None and settings.starting_chips:
        return _gift(guild, user, now, "start", settings.starting_chips)
    if settings.daily_chips and (last is None or last < now // DAY):
        return _gift(guild, user, now, "allowance", settings.daily_chips)
    return None


def _gift(guild: int, user: int, now: int, why: Why, chips: int) -> Booking:
    postings = (Posting(BANK, -chips), Posting(account_of(user), chips))
    key = f"gift {secrets.token_hex(8)}"  # It outlives its person, so it names nobody.
    return Booking(guild, key, now, why, None, postings)
