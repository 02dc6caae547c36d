"""How many turns are to come in a round of Kapow!: a guess from the hidden cards."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["half_turns"]

# Measured in rounds of two players one turn ahead; docs/decisions/0017 has the figures.
_LAST_TURNS: Final = 1.6
"""How many turns are to come when nobody has a hidden card left but one is not out yet."""
_TURNS_A_CARD: Final = 1.55
"""How many more for each hidden card of whoever has the fewest."""
_TURNS_BEHIND: Final = 0.5
"""How many more for each hidden card that one has more than that, up to three."""
_BEHIND: Final = 3


def half_turns(hidden: NDArray[np.integer], fewest: NDArray[np.integer]) -> NDArray[np.int32]:
    """Return twice how many turns are to come for whoever has so many hidden cards.

    ``fewest`` is how many the one of the others has who has the fewest.
    """
    least, most = np.minimum(hidden, fewest), np.maximum(hidden, fewest)
    turns = _LAST_TURNS + _TURNS_A_CARD * least + _TURNS_BEHIND * np.minimum(_BEHIND, most - least)
    found: NDArray[np.int32] = np.rint(2 * turns).astype(np.int32)
    return found
