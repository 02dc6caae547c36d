"""What the quick policy knows: values of columns and the network; and where it works a turn out."""

from functools import cache
from typing import Annotated, Final

import numpy as np
from numpy.typing import NDArray

from bot.games.kapow.kai.columns import COMPLETE, GONE, Floats, Tables, tables_for
from bot.games.kapow.kai.network import (
    FIXED,
    HAND_FEATURES,
    UNITS,
    VARYING,
    Network,
    Promises,
    column_features,
    learned,
    promises,
)
from bot.games.kapow.kai.twin.moves import MOST
from bot.games.kapow.rules.cards import DECK, Card
from bot.games.kapow.rules.options import SEATS
from bot.kai.compiled import Array, Doubles, Record

UNKNOWN: Final = len(Card)
"""An open card that nobody has seen yet, where cards are counted from 0."""

_TURNS: Final = 14
MOST_HALF_TURNS: Final = 2 * _TURNS
"""The tables reach so far; rounds of good players are not longer."""
LAST_TURN: Final = _TURNS + 1
"""Stands for the turns left after a last turn, in which all cards are turned up first (K6.3)."""

_COLUMNS: Final = GONE + 1


class PolicyTables(Record):
    """All that the policy looks up: tables, and a network evaluated for every column."""

    worth: Annotated[Floats, _COLUMNS, MOST_HALF_TURNS + 1]
    """[column, half turns]: the value of a column with that many half turns left."""
    taken: Annotated[Floats, _TURNS + 2, _COLUMNS, UNKNOWN]
    """[turns or LAST_TURN, column, card]: its value after a card is put in the best place."""
    complete: Annotated[NDArray[np.uint8], _COLUMNS]
    """[column]: 1 if it can be complete (K4.1); of some kinds only a part is."""
    slope: Annotated[Floats, MOST_HALF_TURNS + 1]
    """[half turns]: expected points are slope times worth, plus start."""
    start: Annotated[Floats, MOST_HALF_TURNS + 1]
    """[half turns]"""
    own: Annotated[Floats, _COLUMNS, UNITS]
    """[column, unit]: what a column of the seat adds in the network; see ``learned``."""
    theirs: Annotated[Floats, _COLUMNS, UNITS]
    """[column, unit]: what a column of another seat adds."""
    hands: Annotated[Floats, HAND_FEATURES, UNITS]
    """[feature, unit]: what the features of both hands add."""
    units_start: Annotated[Floats, UNITS]
    """[unit]"""
    units: Annotated[Floats, UNITS]
    """[unit]: the output's weights."""
    line: Annotated[Floats, HAND_FEATURES]
    """[feature]: weights that lead straight to the output."""
    line_start: Annotated[Floats, 1]
    """[1]: what the output begins with."""


@cache
def guide() -> PolicyTables:
    """Return the guide of Kai. Takes seconds at first: never call it in the event loop."""
    return policy_tables_of(learned(), promises())


def full_deck() -> Tables:
    """Return the tables for a full deck."""
    return tables_for(tuple(DECK.count(card) / len(DECK) for card in Card), _TURNS)


def policy_tables_of(network: Network, lines: Promises) -> PolicyTables:
    """Return the guide for a full deck with this network."""
    found, tables = PolicyTables(), full_deck()
    found.worth[:] = tables.worth.T
    found.taken[:LAST_TURN], found.taken[LAST_TURN] = tables.taken, tables.final
    found.complete[:GONE] = COMPLETE.ravel()
    found.slope[:] = lines.slope[: MOST_HALF_TURNS + 1]
    found.start[:] = lines.start[: MOST_HALF_TURNS + 1]
    look_up(found, network, column_features(tables))
    return found


def look_up(guide: PolicyTables, network: Network, columns: Floats) -> None:
    """Evaluate a network for ``columns`` [column, feature], and let the guide have it."""
    traits = network.embedded(network.mixtures(columns))
    guide.own[:], guide.theirs[:] = traits @ network.own, traits @ network.theirs
    guide.hands[:], guide.units_start[:] = network.hands, network.units_start
    guide.units[:], guide.line[:], guide.line_start[:] = network.units, network.line, network.start


BY_SEAT: Final = 4
"""Columns kept for each seat."""

DRAWING: Final = 2
"""The entry for drawing a card, after those for as many face-down cards and for one fewer."""

_SEATS: Final = SEATS[-1]


class Scratch(Record):
    """What a choice is judged by; it is filled in again for each decision.

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
