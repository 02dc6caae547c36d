"""Streaks: how many days in a row somebody has played, with a free day in each week.

A day that was *lost*, because the bot was away, is missed by nobody.
"""

from collections.abc import Collection, Iterator

from bot.daily.day import week_of

__all__ = ["longest_streak", "streak"]


def streak(played: Collection[int], today: int, lost: Collection[int] = ()) -> int:
    """Return on how many days a person has played without a break until today.

    A missed day breaks the streak, except the first one in a week from Monday to Sunday. After a
    second one it begins again, with the next day that is played. Today is not missed before it is
    over.
    """
    last = today if today in played else today - 1
    return [0, *_lengths(played, last, lost)][-1]


def longest_streak(played: Collection[int], lost: Collection[int] = ()) -> int:
    """Return the longest streak of all."""
    return max(_lengths(played, max(played, default=0), lost), default=0)


def _lengths(played: Collection[int], last: int, lost: Collection[int]) -> Iterator[int]:
    """Yield how long the streak is after each day from the first one played on."""
    days = frozenset(played)
    length, free = 0, None
    for day in range(min(days, default=last + 1), last + 1):
        if day in days:
            length += 1
        elif day not in lost:
            length, free = (0 if week_of(day) == free else length), week_of(day)
        yield length
