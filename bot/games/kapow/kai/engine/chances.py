"""The chance to win a match, from the points of a round, the totals and the rounds left."""

from math import exp, sqrt
from typing import Final, NamedTuple

from bot.kai.compiled import Doubles, compiled

__all__ = ["Match", "chance_to_win"]

_SPREAD: Final = 13.0
"""The standard deviation of the difference of two players' points in a round."""

_SPREAD_LEFT: Final = 10.0
"""The same for a round that is under way."""

_LOGISTIC: Final = 1.702
"""With this factor, the logistic curve approximates the normal distribution."""

_NEXT_TO_NONE: Final = 0.1
"""Points are whole numbers and ties share: a lead of half a point is as good as certain."""

_FARTHEST: Final = 20.0


class Match(NamedTuple):
    """What counts beside the round."""

    totals: Doubles
    """[seat]: the points of the rounds before."""
    rounds: int
    """How many rounds follow."""


@compiled
def chance_to_win(points: Doubles, seats: int, seat: int, match: Match, over: bool) -> float:  # noqa: FBT001 - Numba has no keyword-only ones
    """Return the chance of ``seat`` to have the lowest final total; ties share it (K6.6).

    ``points`` [seat] are those of this round, exact if it is ``over``. In the rounds that follow,
    all are assumed to be equally good, and pairs to be independent.
    """
    square = match.rounds * _SPREAD**2 + (0.0 if over else _SPREAD_LEFT**2)
    spread = max(sqrt(square), _NEXT_TO_NONE)
    whole, own = 0.0, 0.0
    for one in range(seats):
        lowest = 1.0
        total = match.totals[one] + points[one]
        for other in range(seats):
            if other != one:
                lead = (match.totals[other] + points[other] - total) / spread
                lead = min(max(lead, -_FARTHEST), _FARTHEST)
                lowest *= 1.0 / (1.0 + exp(-_LOGISTIC * lead))
        whole += lowest
        if one == seat:
            own = lowest
    return own / whole
