"""Streaks: how many days in a row somebody has played, with a free day in each week.

A day that was *lost*, because the bot was away, is missed by nobody.
"""

from collections.abc import Collection

from bot.daily.day import week_of

__all__ = ["longest_streak", "streak"]


def streak(played: Collection[int], today: int, lost: Collection[int] = ()) -> int:
    """Return on how many days a person has played without a break until today.

    A missed day breaks the streak, except the first one in a week from Monday to Sunday. Today is
    not missed before it is over.
    """
    last = today if today in played else today - 1
    return _back_from(last, frozenset(played), lost)


def longest_streak(played: Collection[int], lost: Collection[int] = ()) -> int:
    """Return the longest streak of all."""
    days = frozenset(played)
    # A streak that goes on the next day is longer then.
    last = (day for day in days if day + 1 not in days)
    return max((_back_from(day, days, lost) for day in last), default=0)


def _back_from(last: int, played: frozenset[int], lost: Collection[int]) -> int:
    first = min(played, default=last + 1)
    free: set[int] = set()
    length = 0
    for day in range(last, first - 1, -1):
        if day in played:
            length += 1
        elif day in lost:
            continue
        elif week_of(day) in free:
            break
        else:
            free.add(week_of(day))
    return length
