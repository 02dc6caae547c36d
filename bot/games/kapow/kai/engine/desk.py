"""Room to work in: arrays that the policy writes to, so that nothing is allocated on the way."""

from typing import Final, NamedTuple

import numpy as np

from bot.games.kapow.kai.columns import Floats
from bot.games.kapow.kai.engine.guide import UNITS, UNKNOWN
from bot.games.kapow.kai.twin.actions import MOST
from bot.games.kapow.rules.state import SEATS
from bot.kai.compiled import Array, Doubles

__all__ = [
    "BY_SEAT",
    "FEWEST",
    "GAIN",
    "HIDDEN",
    "LOWEST_GUESS",
    "MEAN_GUESS",
    "NOW",
    "Desk",
    "desk",
]

BY_SEAT: Final = 4
"""Columns kept for each seat."""

# Numbers in ``Desk.facts``.
HIDDEN: Final = 0
"""Face-down cards of the hand, before the choice."""
FEWEST: Final = 1
"""The fewest face-down cards of another hand."""
GAIN: Final = 2
"""What an unknown card gains for the seat that follows, on average."""
NOW: Final = 3
"""The value of the hand with no turns left, before the choice."""
MEAN_GUESS: Final = 4
"""The points with which other seats would end if the seat went out now, on average."""
LOWEST_GUESS: Final = 5
"""The lowest of these."""

_FACTS: Final = 6


class Desk(NamedTuple):
    """What a choice is judged by; it is filled in anew for each decision.

    [same or less] has one entry for choices that leave as many face-down cards as before, and one
    for choices that leave one fewer.
    """

    legal: Array
    """The legal actions."""
    columns: Array
    """[BY_SEAT * seat + column]: all hands, as indexes of the tables."""
    hidden: Array
    """[seat]: face-down cards."""
    left: Array
    """[same or less]: half turns left for the hand."""
    worth: Doubles
    """[same or less]: the value of the hand before the choice."""
    field: Doubles
    """[same or less]: the value of the other hands, on average."""
    sums: Floats
    """[same or less, unit]: the network's sums without what the choice changes."""
    behind: Floats
    """[same or less, unit]: what a point that the hand is behind adds to them."""
    gift: Floats
    """[unit]: what a point adds that the open card gains for others."""
    lines: Doubles
    """[same or less]: what leads straight to the network's output."""
    gains: Doubles
    """[card]: by how much a card in its best place improves a hand."""
    gifts: Doubles
    """[card or UNKNOWN]: what the open card gains for others, more than an unknown one."""
    facts: Doubles
    """See the constants of this module."""
    points: Doubles
    """[seat]"""
    ahead: Doubles
    """[legal action]: how far ahead the seat would be."""


def desk() -> Desk:
    """Return an empty desk."""
    return Desk(
        legal=np.zeros(MOST, dtype=np.int64),
        columns=np.zeros(BY_SEAT * SEATS[-1], dtype=np.int64),
        hidden=np.zeros(SEATS[-1], dtype=np.int64),
        left=np.zeros(2, dtype=np.int64),
        worth=np.zeros(2),
        field=np.zeros(2),
        sums=np.zeros((2, UNITS), dtype=np.float32),
        behind=np.zeros((2, UNITS), dtype=np.float32),
        gift=np.zeros(UNITS, dtype=np.float32),
        lines=np.zeros(2),
        gains=np.zeros(UNKNOWN),
        gifts=np.zeros(UNKNOWN + 1),
        facts=np.zeros(_FACTS),
        points=np.zeros(SEATS[-1]),
        ahead=np.zeros(MOST),
    )
