"""The chance to win a match of Kapow! from the points of a round: totals and rounds left count."""

from typing import Final

import numpy as np

from bot.games.kapow.kai.columns import Floats
from bot.games.kapow.kai.games import Bools
from bot.games.kapow.rules.view import View

__all__ = ["chances_to_win"]

_SPREAD: Final = 13.0
"""How far two players' points of a round lie apart: a standard deviation."""

_SPREAD_LEFT: Final = 10.0
"""The same of a round that is being played, once its first turns have been."""

_LOGISTIC: Final = 1.702
"""The logistic curve that is stretched by this is nearly that of the normal distribution."""


def chances_to_win(view: View, points: Floats, over: Bools) -> Floats:
    """Return [game, seat] the chance to have the lowest total in the end, shared by equals (K6.6).

    ``points`` [game, seat] are those of this round, certain where it is ``over`` [game]. The other
    rounds are taken to be as good for all; each two players as independent of the others.
    """
    rounds = max(view.options.rounds - view.round, 0)
    totals = np.array(view.totals, dtype=np.float32) + points
    spread = np.sqrt(rounds * _SPREAD**2 + np.where(over, 0, _SPREAD_LEFT**2))
    # Points are whole, and equals share: half a point is as good as certain.
    spread = np.maximum(spread, 0.1)[:, None, None]
    lead = (totals[:, None, :] - totals[:, :, None]) / spread
    ahead = 1 / (1 + np.exp(-_LOGISTIC * np.clip(lead, -20, 20)))
    seats = np.arange(view.seats)
    ahead[:, seats, seats] = 1
    lowest = ahead.prod(axis=2)
    found: Floats = lowest / lowest.sum(axis=1, keepdims=True)
    return found
