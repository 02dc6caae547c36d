"""How well a player chose, from 0 to 1: by what their choices lost on average.

A chess site tells accuracy as 103.17 e^(-0.0435 x) - 3.17 percent, where a move loses x percent of
the chance to win (https://lichess.org/page/accuracy). This is such a curve with a number that can
be said in a sentence: accuracy halves with each point lost per choice.
"""

from collections.abc import Iterable
from typing import Final

from bot.game.contract import Seat
from bot.review.values import CENT, RoundReview

__all__ = ["accuracy"]

HALF: Final = 1.0
"""Points lost per choice that halve it."""

HALF_BY_CHANCE: Final = 5.0
"""The same in percent of the chance to win the match."""


def accuracy(rounds: Iterable[RoundReview], seat: Seat) -> float | None:
    """Return a seat's accuracy in some rounds, 1 if it lost nothing; None without a choice.

    Only choices in which something could be lost are counted.
    """
    played = [*rounds]
    choices = sum(each.choices[seat] for each in played)
    if not choices:
        return None
    lost = sum(each.losses[seat] for each in played) / CENT / choices
    half = HALF if all(each.gained is None for each in played) else HALF_BY_CHANCE
    return float(2.0 ** (-lost / half))
