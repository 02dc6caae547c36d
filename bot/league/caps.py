"""Who counts for whom: what keeps two people, or one with two accounts, from farming each other.

No formula stops two accounts that agree on who wins: the same hundred wins lift any rating, and
twenty of them fill a season. So it matters more who counts than how. Each rule is a small function
of a :class:`Duel`; ``docs/experiments/league-ratings.md`` says what they are worth.
"""

from enum import StrEnum
from typing import Final, NamedTuple

PER_WEEK: Final = 10
"""Rated matches of the same two people that count in a week.

Without this, a pair that plays all night long can move one rating as far as the other yields.
"""

ALONE_PER_MONTH: Final = 5
"""Matches in which two people met nobody else that count for points in a month.

Without this, twenty wins over a friend who doesn't mind are a perfect season.
"""

FEWEST_MET: Final = 3
"""Someone who has met fewer people in rated matches is new, and counts for nobody.

Without this, fresh accounts that lose on purpose lift a rating further than anything else.
"""

ENOUGH_PEOPLE: Final = FEWEST_MET + 1
"""With this many people who have played a game, everyone can meet enough of them."""

FEWEST_MATCHES: Final = 5
"""Someone with fewer rated matches moves no rating of people who have played that many.

Without this, three fresh accounts at one table know each other at once, and lose at 1500 each.
"""


class Why(StrEnum):
    """Why a person does not count for another one."""

    NEW = "new"
    OWN_NEW = "own new"
    """The one for whom they would count has met too few people."""
    WEEK = "week"
    """The two have met too often this week."""
    ALONE = "alone"
    """The two have met too often without anyone else this month."""
    UNPROVEN = "unproven"
    """They have played too few rated matches."""


class Limit(NamedTuple):
    """Why a person does not count, with its number."""

    why: Why
    number: int
    """Of matches; for people who are new, how many they have to meet."""


class Record(NamedTuple):
    """What a person has done by a match, at its game on its server."""

    met: int
    """Different people met in rated matches, with this one. Kai is nobody."""
    matches: int
    """Rated matches in the band of the match, without this one."""


class Duel(NamedTuple):
    """Two people who have met in a match, as one of them sees it."""

    own: Record
    other: Record
    this_week: int
    """Rated matches of the two this week, with this one."""
    alone_this_month: int
    """Those of this month without others; 0 if others were in this one."""
    people: int
    """With a line at the game; more than enough are told as enough."""


def needed(people: int) -> int:
    """Return how many people someone has to meet; all others, where there are only a few."""
    return min(FEWEST_MET, people - 1)


def has_met_enough(record: Record, people: int) -> bool:
    """Return whether a person is new no more."""
    return record.met >= needed(people)


def points_limit(duel: Duel) -> Limit | None:
    """Return why the other does not count for one's points of a season; None if they do."""
    if not has_met_enough(duel.other, duel.people):
        return Limit(Why.NEW, needed(duel.people))
    if duel.this_week > PER_WEEK:
        return Limit(Why.WEEK, duel.this_week)
    if duel.alone_this_month > ALONE_PER_MONTH:
        return Limit(Why.ALONE, duel.alone_this_month)
    return None


def rating_limit(duel: Duel) -> Limit | None:
    """Return why the other tells nothing about one's rating; None if they do.

    Someone who has played little learns from everyone; only those who have, too, learn from them.
    """
    for record, why in ((duel.own, Why.OWN_NEW), (duel.other, Why.NEW)):
        if not has_met_enough(record, duel.people):
            return Limit(why, needed(duel.people))
    if duel.this_week > PER_WEEK:
        return Limit(Why.WEEK, duel.this_week)
    if duel.other.matches < FEWEST_MATCHES <= duel.own.matches:
        return Limit(Why.UNPROVEN, duel.other.matches)
    return None
