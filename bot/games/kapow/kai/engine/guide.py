"""What the quick policy knows: the values of columns, and the network that judges hands."""

from functools import cache
from typing import Annotated, Final

import numpy as np
from numpy.typing import NDArray

from bot.games.kapow.kai.columns import GONE, Floats, Tables, tables_for
from bot.games.kapow.kai.kinds import COMPLETE
from bot.games.kapow.kai.learned.features import HAND_FEATURES, column_features
from bot.games.kapow.kai.learned.network import UNITS, Network
from bot.games.kapow.kai.learned.values import Promises, learned, promises
from bot.games.kapow.rules.cards import DECK, Card
from bot.kai.records import Record

__all__ = [
    "LAST_TURN",
    "MOST_HALF_TURNS",
    "UNKNOWN",
    "Guide",
    "full_deck",
    "guide",
    "guide_of",
    "look_up",
]

UNKNOWN: Final = len(Card)
"""An open card that nobody has seen yet, where cards are counted from 0."""

_TURNS: Final = 14
MOST_HALF_TURNS: Final = 2 * _TURNS
"""The tables reach so far; rounds of good players are not longer."""
LAST_TURN: Final = _TURNS + 1
"""Stands for the turns left after a last turn, in which all cards are turned up first (K6.3)."""

_COLUMNS: Final = GONE + 1


class Guide(Record):
    """All that the policy looks up: tables, and a network evaluated for every column."""

    worth: Annotated[Floats, _COLUMNS, MOST_HALF_TURNS + 1]
    """[column, half turns]: the value of a column with so many half turns left."""
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
def guide() -> Guide:
    """Return the guide of Kai. Takes seconds at first: never call it in the event loop."""
    return guide_of(learned(), promises())


def full_deck() -> Tables:
    """Return the tables for a full deck."""
    return tables_for(tuple(DECK.count(card) / len(DECK) for card in Card), _TURNS)


def guide_of(network: Network, lines: Promises) -> Guide:
    """Return the guide for a full deck with this network."""
    found, tables = Guide(), full_deck()
    found.worth[:] = tables.worth.T
    found.taken[:LAST_TURN], found.taken[LAST_TURN] = tables.taken, tables.final
    found.complete[:GONE] = COMPLETE.ravel()
    found.slope[:] = lines.slope[: MOST_HALF_TURNS + 1]
    found.start[:] = lines.start[: MOST_HALF_TURNS + 1]
    look_up(found, network, column_features(tables))
    return found


def look_up(guide: Guide, network: Network, columns: Floats) -> None:
    """Evaluate a network for ``columns`` [column, feature], and let the guide have it."""
    traits = network.embedded(network.mixtures(columns))
    guide.own[:], guide.theirs[:] = traits @ network.own, traits @ network.theirs
    guide.hands[:], guide.units_start[:] = network.hands, network.units_start
    guide.units[:], guide.line[:], guide.line_start[:] = network.units, network.line, network.start
