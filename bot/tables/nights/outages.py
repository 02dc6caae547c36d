"""Time in which nobody could play, at a night: it is noted, and counts for nobody.

While a night goes on, it is stored every minute that people can play. What is missing was an
outage, whatever has caused it: the gateway, a server, Discord, a crash, a machine that slept. All
of it follows from what is stored, so nothing is lost by a kill. Times are milliseconds.
"""

from typing import Final

from bot.night.events import Because, Missed, RoundSeated
from bot.tables.nights.store import StoredNight

__all__ = ["NOTED", "cut_short", "ends", "last_seen", "late", "missed_since", "outage"]

NOTED: Final = 60_000
"""From one note that people can play to the next, at least."""


def outage(stored: StoredNight, now: int) -> Missed | None:
    """Return the time up to now in which nobody could play; None if it was no outage.

    A moment is none: two looks or two notes may well be as far apart.
    """
    gap = now - last_seen(stored)
    usual = max(NOTED, round(stored.pace.looks * 1000))
    return Missed(milliseconds=gap) if gap > 2 * usual else None


def last_seen(stored: StoredNight) -> int:
    """Return when people could play for certain, as far as is known; from the night's hour on."""
    pairs = zip(stored.events, stored.times, strict=True)
    told = (at for event, at in pairs if isinstance(event, Missed))
    return max(stored.plan.starts_at, stored.seen_at or 0, *told)


def missed_since(stored: StoredNight, since: int) -> int:
    """Return how much of the time since then nobody could play."""
    pairs = zip(stored.events, stored.times, strict=True)
    return sum(
        min(event.milliseconds, at - since)
        for event, at in pairs
        if isinstance(event, Missed) and at > since
    )


def ends(stored: StoredNight, since: int, length: int) -> int:
    """Return when so many milliseconds will be over since then, in which people can play."""
    return since + length + missed_since(stored, since)


def late(stored: StoredNight) -> int:
    """Return how late the night began because nobody could play at its hour; 0 before it has."""
    pairs = zip(stored.events, stored.times, strict=True)
    seated = next((at for event, at in pairs if isinstance(event, RoundSeated)), 0)
    starts_at = stored.plan.starts_at
    return max(0, missed_since(stored, starts_at) - missed_since(stored, seated)) if seated else 0


def cut_short(stored: StoredNight) -> Because:
    """Say why the night must not go on after an outage; empty if it may.

    People can't be expected to have waited: it would begin without them, or Kai would play.
    """
    if not stored.night.rounds:
        too_late = missed_since(stored, stored.plan.starts_at) > stored.pace.latest
        return "late" if too_late else ""
    pairs = zip(stored.events, stored.times, strict=True)
    lengths = (
        event.milliseconds
        for event, at in pairs
        if isinstance(event, Missed) and at > stored.seated_at
    )
    return "outage" if max(lengths, default=0) > stored.pace.longest_round else ""
