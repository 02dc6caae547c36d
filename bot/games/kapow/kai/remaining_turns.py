"""Estimating the remaining turns of a round from the hidden cards."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["BEHIND", "LAST_TURNS", "TURNS_A_CARD", "TURNS_BEHIND", "remaining_half_turns"]

# Measured in rounds of two players that look one turn ahead, see docs/decisions/0017.
LAST_TURNS: Final = 1.6
"""Remaining turns when a player has no hidden card left but is not out yet."""
TURNS_A_CARD: Final = 1.55
"""Additional turns for each hidden card of the player with the fewest."""
TURNS_BEHIND: Final = 0.5
"""Additional turns for each hidden card above that minimum, up to three."""
BEHIND: Final = 3


def remaining_half_turns(
    hidden: NDArray[np.integer], fewest: NDArray[np.integer]
) -> NDArray[np.int32]:
    """Return twice the estimated number of remaining turns of players.

    ``hidden`` are their hidden cards, ``fewest`` the fewest of any of their opponents.
    """
    least, most = np.minimum(hidden, fewest), np.maximum(hidden, fewest)
    turns = LAST_TURNS + TURNS_A_CARD * least + TURNS_BEHIND * np.minimum(BEHIND, most - least)
    found: NDArray[np.int32] = np.rint(2 * turns).astype(np.int32)
    return found
