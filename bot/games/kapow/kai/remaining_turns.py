"""Estimating the remaining turns of a round from the hidden cards."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["remaining_half_turns"]

# Measured in rounds of two players that look one turn ahead, see docs/decisions/0017.
_LAST_TURNS: Final = 1.6
"""Remaining turns when a player has no hidden card left but is not out yet."""
_TURNS_A_CARD: Final = 1.55
"""Additional turns for each hidden card of the player with the fewest."""
_TURNS_BEHIND: Final = 0.5
"""Additional turns for each hidden card above that minimum, up to three."""
_BEHIND: Final = 3


def remaining_half_turns(
    hidden: NDArray[np.integer], fewest: NDArray[np.integer]
) -> NDArray[np.int32]:
    """Return twice the estimated number of remaining turns of players.

    ``hidden`` are their hidden cards, ``fewest`` the fewest of any of their opponents.
    """
    least, most = np.minimum(hidden, fewest), np.maximum(hidden, fewest)
    turns = _LAST_TURNS + _TURNS_A_CARD * least + _TURNS_BEHIND * np.minimum(_BEHIND, most - least)
    found: NDArray[np.int32] = np.rint(2 * turns).astype(np.int32)
    return found
