"""The proof of a daily deal, once its day is over: the secret and a record."""

from typing import Final

from bot.daily.deal import Deal
from cogs.layouts import daily_words as words
from cogs.layouts.daily import COLOUR
from cogs.layouts.fairness import WITHOUT_ME
from cogs.layouts.page import Attached, Page, Text, Upload

__all__ = ["daily_proof_page"]


_LATE: Final = "\nI wasn't here the day before, so it was drawn on the day itself."


def daily_proof_page(deal: Deal, record: bytes) -> Page:
    """Return the secret of a day that is over, and a record of its deal."""
    return Page(
        (
            Text(
                f"## {words.title(deal.day)} · proof\n"
                f"The secret of this deal was\n`{deal.secret.hex()}`\n"
                f"Its fingerprint (SHA-256) has been public since <t:{deal.drawn_at // 1000}:f>:\n"
                f"`{deal.fingerprint}`"
                + (
                    "\nI wasn't here the day before, so it was drawn then."
                    if deal.drawn_late
                    else ""
                )
            ),
            Text(
                "`/verify` checks every card with this record, and so can anyone else. "
                f"{WITHOUT_ME}"
            ),
            Attached(Upload(f"daily-{deal.day}.record", record)),
        ),
        colour=COLOUR,
    )
