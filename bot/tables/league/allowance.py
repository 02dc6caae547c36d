"""Chips from the bank: starting chips, and a daily allowance for those who ask for it."""

import secrets

from bot.tables.league.ledger import BANK, DAY, Booking, BookingReason, Ledger, Posting, account_of
from bot.tables.league.settings import GuildSettings
from bot.tables.league.store import League

__all__ = ["DAY", "collect", "due"]


async def collect(league: League, ledger: Ledger, guild: int, user: int, now: int) -> int:
    """Give a person the chips due to them; return how many.

    Raises ``StoreUnavailableError``.
    """
    settings = await league.settings(guild)
    given = due(settings, await ledger.last_given(guild, user), guild, user, now)
    if given is None or not await ledger.book(given):  # Nothing due, or another click was quicker.
        return 0
    return given.postings[-1].chips


def due(
    settings: GuildSettings, last: int | None, guild: int, user: int, now: int
) -> Booking | None:
    """Return the gift due to a person at ``now`` (ms since 1970), else None.

    ``last`` is the day of their last gift (days since 1970), None if there is none on record. The
    record outlives the deletion of their data for a while, so that nobody gets starting chips
    again and again.
    """
    if last is None and settings.starting_chips:
        return _gift(guild, user, now, "start", settings.starting_chips)
    if settings.daily_chips and (last is None or last < now // DAY):
        return _gift(guild, user, now, "allowance", settings.daily_chips)
    return None


def _gift(guild: int, user: int, now: int, why: BookingReason, chips: int) -> Booking:
    postings = (Posting(BANK, -chips), Posting(account_of(user), chips))
    key = f"gift {secrets.token_hex(8)}"  # Without the user's id, because bookings are kept.
    return Booking(guild, key, now, why, None, postings)
