"""The private page of a person's quiet hours."""

from typing import Final

from bot.tables.core.quiet_hours import LONGEST_NIGHT, QuietHours
from cogs.layouts.page import Button, Page, Text, fitted

__all__ = ["quiet_hours_page"]

COLOUR: Final = 0x3B4A7A

_WHAT: Final = (
    "If your time would run out in your night, your turn rests until the morning. That's for "
    f"matches with a slow clock: once a turn, for up to {LONGEST_NIGHT} hours. I don't remind you "
    "in your night.\n"
    "-# Only you see this page. The table just says that the turn is resting."
)

_NONE: Final = (
    "You have no quiet hours. To choose your night, use `/quiet-hours` with your time zone."
)


def quiet_hours_page(chosen: QuietHours | None, now: int, notice: str = "") -> Page:
    """Return the page, under a notice if there is any. ``now`` is in milliseconds since 1970."""
    parts = (
        Text("## Quiet hours"),
        Text(notice),
        Text(_NONE if chosen is None else _words(chosen, now)),
        Text(_WHAT),
        () if chosen is None else (Button("Switch off", "quiet:off"),),
    )
    return Page(fitted(parts), colour=COLOUR)


def _words(chosen: QuietHours, now: int) -> str:
    """Say which night it is, and what time it is there: so a wrong zone is noticed."""
    there = chosen.there(now)
    time = f" It's {there.hour}:{there:%M} there now." if there else ""
    return f"**{chosen.begins}:00 to {chosen.ends}:00**, {chosen.zone}.{time}"
