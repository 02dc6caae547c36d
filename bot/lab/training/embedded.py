"""Networks that evaluate many games at once, as rows of NumPy arrays."""

import numpy as np

from bot.games.kapow.kai.columns import GONE, Floats, Tables
from bot.games.kapow.kai.learned.features import NetworkInput, column_features
from bot.games.kapow.kai.learned.network import POINTS, Network
from bot.games.kapow.kai.transitions import Ints
from bot.lab.training.games import COLUMNS

__all__ = ["EmbeddedNetwork", "Values"]


class EmbeddedNetwork:
    """A network with the embeddings of all columns, for given probabilities of cards."""

    def __init__(self, network: Network, columns: Floats) -> None:
        """Embed ``columns`` [column, feature]."""
        traits = np.maximum(columns @ network.traits + network.traits_start, 0)
        self.own: Floats = traits @ network.own
        """[column, unit]"""
        self.theirs: Floats = traits @ network.theirs
        self._network = network

    def of(self, seen: NetworkInput) -> Floats:
        """Return [game] points."""
        return self.predict(self.hands(seen.own, seen.theirs), seen.features)

    def hands(self, own: Ints, theirs: Ints) -> Floats:
        """Return [game, unit] the input of :meth:`predict` from two hands [game, column].

        The networks were trained with hands of twelve cards: smaller hands are treated as such
        with discarded columns.
        """
        missing = COLUMNS - own.shape[1]
        found = np.tile(self._network.units_start, (len(own), 1))
        for hand, seen in ((own, self.own), (theirs, self.theirs)):
            found += missing * seen[GONE]
            for column in hand.T:
                found += seen[column]
        return found

    def predict(self, hands: Floats, features: Floats) -> Floats:
        """Return [...] points from ``hands`` [..., unit] and ``features`` [..., feature]."""
        network = self._network
        units = np.maximum(hands + features @ network.hands, 0)
        found: Floats = POINTS * (units @ network.units + features @ network.line + network.start)
        return found


class Values:
    """Both networks, for given probabilities of cards."""

    def __init__(self, ahead: Network, drawing: Network, tables: Tables) -> None:
        columns = column_features(tables)
        self.ahead, self.drawing = (
            EmbeddedNetwork(ahead, columns),
            EmbeddedNetwork(drawing, columns),
        )
