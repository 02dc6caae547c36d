"""Which rating of somebody is told, and when none is: the same in standings and profiles."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.league.book import Rated
from bot.league.counting import half_up
from bot.league.ratings import idle, is_provisional

__all__ = ["Told", "settled_rating", "told_rating"]

_DAY: Final = 86_400_000
_IDLE_DAYS: Final = 90
"""The rating of somebody who has not played for longer is not shown; it does not fall."""


class Told(NamedTuple):
    """A rating to show."""

    mean: int
    provisional: bool
    """Whether it is still unsure, after few matches or a long time without any."""


def told_rating(bands: Sequence[Rated], now: int) -> Told | None:
    """Return the rating at the tables that somebody plays at most, the first of ``bands``.

    None if there is none, or if it is too old. ``now`` is in milliseconds since 1970.
    """
    if not bands:
        return None
    days = max(0, now - bands[0].at) / _DAY
    rating = idle(bands[0].rating, days)
    return None if days > _IDLE_DAYS else Told(half_up(rating.mean), is_provisional(rating))


def settled_rating(bands: Sequence[Rated], now: int) -> int | None:
    """Return the mean of that rating; None also while it is provisional."""
    told = told_rating(bands, now)
    return None if told is None or told.provisional else told.mean
