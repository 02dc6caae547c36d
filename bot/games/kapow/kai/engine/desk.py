"""Room to work in: a record that the policy writes to, so that nothing is allocated on the way."""

from typing import Annotated, Final

from bot.games.kapow.kai.columns import Floats
from bot.games.kapow.kai.engine.guide import UNKNOWN
from bot.games.kapow.kai.learned.features import FIXED, VARYING
from bot.games.kapow.kai.learned.network import UNITS
from bot.games.kapow.kai.twin.actions import MOST
from bot.games.kapow.rules.state import SEATS
from bot.kai.compiled import Array, Doubles
from bot.kai.records import Record

__all__ = ["BY_SEAT", "DRAWING", "Desk"]

BY_SEAT: Final = 4
"""Columns kept for each seat."""

DRAWING: Final = 2
"""The entry for drawing a card, after those for as many face-down cards and for one fewer."""

_SEATS: Final = SEATS[-1]


class Desk(Record):
    """What a choice is judged by; it is filled in anew for each decision.

    [same or less] has one entry for choices that leave as many face-down cards as before, and one
    for choices that leave one fewer; where it says so, a third one for drawing a card.
    """

    legal: Annotated[Array, MOST]
    """The legal actions."""
    ahead: Annotated[Doubles, MOST]
    """[legal action]: how far ahead the seat would be."""
    best: float
    """What the best choice is worth: of the plays, or of the swaps and the turn's end."""
    play_of_open: int
    """The best play of the open card, as an action; ``NOTHING`` if none has been looked for."""
    columns: Annotated[Array, BY_SEAT * _SEATS]
    """[BY_SEAT * seat + column]: all hands, as indexes of the tables."""
    hidden: Annotated[Array, _SEATS]
    """[seat]: face-down cards."""
    own_hidden: int
    """Face-down cards of the hand, before the choice."""
    fewest: int
    """The fewest face-down cards of another hand."""
    left: Annotated[Array, 2]
    """[same or less]: half turns left for the hand."""
    worth: Annotated[Doubles, 2]
    """[same or less]: the value of the hand before the choice."""
    now: float
    """The same with no turns left."""
    field: Annotated[Doubles, 2]
    """[same or less]: the value of the other hands, on average."""
    mean_guess: float
    """The points with which other seats would end if the seat went out now, on average."""
    lowest_guess: float
    """The lowest of these."""
    lowest_now: float
    """The lowest value of another hand with no turns left."""
    chances: Annotated[Floats, UNKNOWN]
    """[card]: how likely an unknown card is."""
    unseen: float
    """The mean points of an unknown card."""
    gains: Annotated[Floats, UNKNOWN]
    """[card]: by how much a card in its best place improves a hand."""
    next_gain: float
    """What an unknown card gains for the seat that follows, on average."""
    gifts: Annotated[Floats, UNKNOWN + 1]
    """[card or UNKNOWN]: what the open card gains for others, more than an unknown one."""
    known: Annotated[Array, BY_SEAT * _SEATS]
    """[BY_SEAT * seat + column]: the hands for which ``last_gains`` are known, by their indexes
    plus 1; 0 for none."""
    last_gains: Annotated[Doubles, _SEATS]
    """[seat]: what an unknown card gains in the last turn of such a hand."""
    varying: Annotated[Floats, VARYING]
    """[feature]: the network's features that differ between choices."""
    fixed: Annotated[Floats, 3, FIXED]
    """[same or less or drawing, feature]: those that do not."""
    sums: Annotated[Floats, 3, UNITS]
    """[same or less or drawing, unit]: the network's sums without the varying features."""
    lines: Annotated[Doubles, 3]
    """[same or less or drawing]: what leads straight to the network's output, likewise."""
    points: Annotated[Doubles, _SEATS]
    """[seat]: what a playout ends with."""
