"""Room to work in: arrays that the policy writes to, so that nothing is allocated on the way."""

from typing import Final, NamedTuple

import numpy as np

from bot.games.kapow.kai.columns import Floats
from bot.games.kapow.kai.engine.guide import UNKNOWN
from bot.games.kapow.kai.learned.features import FIXED, VARYING
from bot.games.kapow.kai.learned.network import UNITS
from bot.games.kapow.kai.twin.actions import MOST
from bot.games.kapow.rules.state import SEATS
from bot.kai.compiled import Array, Doubles

__all__ = [
    "BEST",
    "BY_SEAT",
    "DRAWING",
    "FEWEST",
    "GAIN",
    "HIDDEN",
    "LOWEST_GUESS",
    "LOWEST_NOW",
    "MEAN_GUESS",
    "NOW",
    "PLAY_OF_OPEN",
    "UNSEEN",
    "Desk",
    "desk",
]

BY_SEAT: Final = 4
"""Columns kept for each seat."""

DRAWING: Final = 2
"""The entry for drawing a card, after those for as many face-down cards and for one fewer."""

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
LOWEST_NOW: Final = 6
"""The lowest value of another hand with no turns left."""
UNSEEN: Final = 7
"""The mean points of an unknown card."""
BEST: Final = 8
"""What the best choice is worth: of the plays, or of the swaps and the turn's end."""
PLAY_OF_OPEN: Final = 9
"""The best play of the open card, as an action; ``NOTHING`` if none has been looked for."""

_FACTS: Final = 10


class Desk(NamedTuple):
    """What a choice is judged by; it is filled in anew for each decision.

    [same or less] has one entry for choices that leave as many face-down cards as before, and one
    for choices that leave one fewer; where it says so, a third one for drawing a card.
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
    varying: Floats
    """[feature]: the network's features that differ between choices."""
    fixed: Floats
    """[same or less or drawing, feature]: those that do not."""
    sums: Floats
    """[same or less or drawing, unit]: the network's sums without the varying features."""
    lines: Doubles
    """[same or less or drawing]: what leads straight to the network's output, likewise."""
    chances: Floats
    """[card]: how likely an unknown card is."""
    gains: Floats
    """[card]: by how much a card in its best place improves a hand."""
    gifts: Floats
    """[card or UNKNOWN]: what the open card gains for others, more than an unknown one."""
    facts: Doubles
    """See the constants of this module."""
    known: Array
    """[BY_SEAT * seat + column]: the hands for which ``last_gains`` are known; -1 for none."""
    last_gains: Doubles
    """[seat]: what an unknown card gains in the last turn of such a hand."""
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
        varying=np.zeros(VARYING, dtype=np.float32),
        fixed=np.zeros((3, FIXED), dtype=np.float32),
        sums=np.zeros((3, UNITS), dtype=np.float32),
        lines=np.zeros(3),
        chances=np.zeros(UNKNOWN, dtype=np.float32),
        gains=np.zeros(UNKNOWN, dtype=np.float32),
        gifts=np.zeros(UNKNOWN + 1, dtype=np.float32),
        facts=np.zeros(_FACTS),
        known=np.full(BY_SEAT * SEATS[-1], -1, dtype=np.int64),
        last_gains=np.zeros(SEATS[-1]),
        points=np.zeros(SEATS[-1]),
        ahead=np.zeros(MOST),
    )
