"""Ratings of players: how they follow from results, and what they say about the next match.

A rating is a fold over results: the same results in the same order give the same ratings. The
update is the pairwise Bradley-Terry update of Weng and Lin ("A Bayesian Approximation Method for
Online Ranking", 2011, algorithm 1, all pairs), with a weight for each pair, which may be another
one in each direction.

**Anchors** are the ratings of Kai's levels, which stay as they were measured. The means are
declared with Kai's players, by game and level (``ratings`` of ``bot.kai.kai.Kai``), as far as the
arena has measured them. A level that is not declared has no anchor: its seat tells nothing about
the others.
"""

import math
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

BETA: Final = 400 / math.log(10) / math.sqrt(2)
"""By how much one performance varies: 400 points more are then odds of ten to one."""

START_MEAN: Final = 1500.0
START_DEVIATION: Final = 2 * BETA

FLOOR: Final = 45.0
"""An update lowers no deviation below this, so that a rating can always follow someone's skill.

A win against an equal who is just as settled then moves 5.6 points.
"""

PROVISIONAL_ABOVE: Final = 1.5 * BETA
"""A rating with a larger deviation is provisional.

Ten two-seat matches between new players of equal strength end it; a few more where the odds are
uneven. Larger tables take as many: the weight of a match does not grow with its seats.
"""

IDLE_VARIANCE: Final = 71.0
"""By how much the variance grows in a day without a match, in points squared.

After a year away, a deviation of 90 is provisional again: that of someone who has played some
85 matches. After forty matches it takes nine to eleven months, at the floor fifteen.
"""

ANCHOR_DEVIATION: Final = 45.0
"""How certain the arena's figures are: one standard error of the least certain is 40 points.

Hard and expert at Kapow! are less certain than that; they are from 40 and 30 matches.
"""


class Rating(NamedTuple):
    """What is known of someone's strength, in points."""

    mean: float = START_MEAN
    deviation: float = START_DEVIATION


class Entrant(NamedTuple):
    """A seat of a finished match."""

    rating: Rating
    """Before the match."""
    rank: int
    """The best is the lowest; equal ranks are a tie."""
    share: float = 1.0
    """Which part of the seat's turns this player took, 0 to 1."""
    fixed: bool = False
    """The rating does not change: Kai's at a level, or that of a former player."""


def _fully(_about: int, _other: int) -> float:
    return 1.0


def rate(
    entrants: Sequence[Entrant], weight: Callable[[int, int], float] = _fully
) -> tuple[Rating, ...]:
    """Return the ratings after a match, in the order of the entrants.

    Each pair counts as a match of two, with the weight ``share * share * weight(i, j)`` over the
    number of the others. So a match of eight moves nobody more than a match of two. ``weight`` says
    how much ``j`` tells about ``i``, from 0 for nothing to 1. It is asked at most once for each
    direction, and not about fixed entrants. Where both directions weigh the same, what one wins
    the other loses; where they do not, one learns what the other does not.

    Raises ``ValueError`` for a share or a weight outside of 0 to 1.
    """
    shifts, learned = [0.0] * len(entrants), [0.0] * len(entrants)
    for j, second in enumerate(entrants):
        for i in range(j):
            first = entrants[i]
            pair = _part(first.share) * _part(second.share) / (len(entrants) - 1)
            about_first = 0.0 if first.fixed or not pair else pair * _part(weight(i, j))
            about_second = 0.0 if second.fixed or not pair else pair * _part(weight(j, i))
            if not about_first and not about_second:
                continue
            spread = _spread(first.rating, second.rating)
            odds = _logistic((first.rating.mean - second.rating.mean) / spread)
            surprise = (_score(first.rank, second.rank) - odds) / spread
            news = odds * (1 - odds) / spread**3
            shifts[i] += about_first * surprise
            shifts[j] -= about_second * surprise
            learned[i] += about_first * news
            learned[j] += about_second * news
    return tuple(map(_moved, entrants, shifts, learned))


def idle(rating: Rating, days: float) -> Rating:
    """Return a rating after days without a match: the mean stays, the deviation grows.

    It grows up to that of a new player. Raises ``ValueError`` for less than no days.
    """
    if days < 0:
        raise ValueError(f"{days} days are less than none")
    grown = math.sqrt(rating.deviation**2 + IDLE_VARIANCE * days)
    return rating._replace(deviation=max(rating.deviation, min(grown, START_DEVIATION)))


def is_provisional(rating: Rating) -> bool:
    """Return whether too little is known: fewer than some ten matches, or none for a year."""
    return rating.deviation > PROVISIONAL_ABOVE


def matches_to_settle(rating: Rating) -> int:
    """Return after how many more matches of two equals a rating is no longer provisional."""
    matches = 0
    while is_provisional(rating):
        rating, _ = rate([Entrant(rating, 1), Entrant(rating, 1)])
        matches += 1
    return matches


def chance(first: Rating, second: Rating) -> float:
    """Return the probability that the first does better than the second, 0 to 1.

    The less is known of the two, the nearer it is to a half.
    """
    return _logistic((first.mean - second.mean) / _spread(first, second))


def anchor(mean: int) -> Rating:
    """Return the rating of a level with this mean; its entrants are ``fixed``."""
    return Rating(float(mean), ANCHOR_DEVIATION)


def _moved(entrant: Entrant, shift: float, learned: float) -> Rating:
    mean, deviation = entrant.rating
    if entrant.fixed or not learned:
        return entrant.rating
    kept = math.sqrt(max(0.0, 1 - deviation**3 * learned))
    return Rating(mean + deviation**2 * shift, min(deviation, max(FLOOR, deviation * kept)))


def _part(value: float) -> float:
    if not 0 <= value <= 1:
        raise ValueError(f"a share or weight of {value} is not within 0 and 1")
    return value


def _spread(first: Rating, second: Rating) -> float:
    return math.sqrt(first.deviation**2 + second.deviation**2 + 2 * BETA**2)


def _score(rank: int, other: int) -> float:
    return 0.5 if rank == other else float(rank < other)


def _logistic(value: float) -> float:
    """Return 1 / (1 + e^-value), for values of any size."""
    return (1 + math.tanh(value / 2)) / 2
