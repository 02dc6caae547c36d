"""Days through outages of the bot: none ends in one, and a lost day breaks no streak."""

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import Final

from bot.daily.day import DAY, day_at, span_of
from bot.league.periods import Span

__all__ = ["GAP", "LOST", "REST", "ends_at", "lost_days", "outages"]

GAP: Final = 180_000
"""Milliseconds: where less is missing between two notes that people can play, nothing is."""

REST: Final = 600_000
"""Milliseconds that people have at least to finish a round of a day whose end was in an outage."""

LOST: Final = 600_000
"""A day with an outage that lasts so long, in milliseconds, counts for no streak unless played."""


def outages(presence: Sequence[Span], now: int) -> Sequence[Span]:
    """Return when nobody could play: what is between the times in which people could.

    The last outage may still go on.
    """
    found = [Span(before.ends, after.begins) for before, after in pairwise(presence)]
    if presence and now - presence[-1].ends > GAP:
        found.append(Span(presence[-1].ends, now))
    return found


def ends_at(day: int, outages: Collection[Span]) -> int:
    """Return when a day ends: later than at midnight if that was in an outage which began on it.

    People then have what was left of the day, but ten minutes at least, and a day at most.
    """
    begins, ends = span_of(day)
    for outage in outages:
        if begins <= outage.begins < ends <= outage.ends:
            return min(outage.ends + max(ends - outage.begins, REST), ends + DAY)
    return ends


def lost_days(outages: Collection[Span]) -> frozenset[int]:
    """Return the days on which people may not have been able to play."""
    return frozenset(day for outage in outages for day in _lost_in(outage))


def _lost_in(outage: Span) -> Iterator[int]:
    if outage.ends - outage.begins >= LOST:
        yield from range(day_at(outage.begins), day_at(outage.ends) + 1)
