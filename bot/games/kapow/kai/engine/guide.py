"""What the quick policy knows: the values of columns, and the network that judges hands."""

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.games.kapow.kai.columns import Floats, tables_for
from bot.games.kapow.kai.kinds import COMPLETE
from bot.games.kapow.kai.learned.features import column_features
from bot.games.kapow.kai.learned.network import Network
from bot.games.kapow.kai.learned.values import learned
from bot.games.kapow.kai.promises import Promises, promises
from bot.games.kapow.rules.cards import DECK, Card

__all__ = ["MOST_HALF_TURNS", "UNKNOWN", "Guide", "Net", "guide", "guide_of", "looked_up"]

UNKNOWN: Final = len(Card)
"""An open card that nobody has seen yet, where cards are counted from 0."""

_TURNS: Final = 14
MOST_HALF_TURNS: Final = 2 * _TURNS
"""The tables reach so far; rounds of good players are not longer."""


class Net(NamedTuple):
    """A network whose column layers have been evaluated for every column; see ``learned``."""

    own: Floats
    """[column, unit]: what a column of the seat adds."""
    theirs: Floats
    """[column, unit]: what a column of another seat adds."""
    hands: Floats
    """[feature, unit]: what the features of both hands add."""
    start: Floats
    """[unit]"""
    units: Floats
    """[unit]: the output's weights."""
    line: Floats
    """[feature]: weights that lead straight to the output."""
    bias: Floats
    """[1]"""


class Guide(NamedTuple):
    """All that the policy looks up."""

    net: Net
    """Says by how much a seat is ahead after its turn."""
    worth: Floats
    """[column, half turns]: the value of a column with so many half turns left."""
    taken: Floats
    """[turns, column, card]: its value after a card is put in the best place."""
    final: Floats
    """[column, card]: the same in the last turn (K6.3)."""
    complete: NDArray[np.bool_]
    """[column]: whether it can be complete (K4.1); of some kinds only a part is."""
    slope: Floats
    """[half turns]: expected points are slope times worth, plus start."""
    start: Floats
    """[half turns]"""


@cache
def guide() -> Guide:
    """Return the guide of Kai. Takes seconds at first: never call it in the event loop."""
    return guide_of(learned(), promises())


def guide_of(network: Network, lines: Promises) -> Guide:
    """Return the guide for a full deck with this network."""
    found = tables_for(tuple(DECK.count(card) / len(DECK) for card in Card), _TURNS)
    return Guide(
        looked_up(network, column_features(found)),
        worth=np.ascontiguousarray(found.worth.T),
        taken=np.ascontiguousarray(found.taken),
        final=np.ascontiguousarray(found.final),
        complete=np.append(COMPLETE.ravel(), [False]),
        slope=np.array(lines.slope[: MOST_HALF_TURNS + 1], dtype=np.float32),
        start=np.array(lines.start[: MOST_HALF_TURNS + 1], dtype=np.float32),
    )


def looked_up(network: Network, columns: Floats) -> Net:
    """Return a network whose column layers are evaluated for ``columns`` [column, feature]."""
    traits = network.embedded(network.mixtures(columns))
    return Net(
        np.ascontiguousarray(traits @ network.own),
        np.ascontiguousarray(traits @ network.theirs),
        network.hands,
        network.units_start,
        network.units,
        network.line,
        network.start,
    )
