"""The chance to win a match, from the points of a round, the totals and the rounds left."""

from typing import Final

import numpy as np

from bot.games.kapow.kai.columns import Floats
from bot.games.kapow.kai.games import Bools
from bot.games.kapow.rules.view import View

__all__ = ["chances_to_win"]

_SPREAD: Final = 13.0
"""The standard deviation of the difference of two players' points in a round."""

_SPREAD_LEFT: Final = 10.0
"""The same for a round that is under way."""

_LOGISTIC: Final = 1.702
"""With this factor, the logistic curve approximates the normal distribution."""


def chances_to_win(view: View, points: Floats, over: Bools) -> Floats:
    """Return [game, seat] the chance to have the lowest final total; ties share it (K6.6).

    ``points`` [game, seat] are those of this round, exact if it is ``over`` [game]. In the
    remaining rounds, all players are assumed to be equally good, and pairs to be independent.
    """
    rounds = max(view.options.rounds - view.round, 0)
    totals = np.array(view.totals, dtype=np.float32) + points
    spread = np.sqrt(rounds * _SPREAD**2 + np.where(over, 0, _SPREAD_LEFT**2))
    # Points are whole numbers and ties share: a lead of half a point is as good as certain.
    spread = np.maximum(spread, 0.1)[:, None, None]
    lead = (totals[:, None, :] - totals[:, :, None]) / spread
    ahead = 1 / (1 + np.exp(-_LOGISTIC * np.clip(lead, -20, 20)))
    seats = np.arange(view.seats)
    ahead[:, seats, seats] = 1
    lowest = ahead.prod(axis=2)
    found: Floats = lowest / lowest.sum(axis=1, keepdims=True)
    return found
