"""Actions as numbers: what is done, and up to two places of the hand.

A place is counted from 0, column by column from the top; a sign is 0 for plus and 1 for minus.
"""

from typing import Final

from bot.kai.compiled import compiled

__all__ = [
    "BENEATH",
    "DISCARD_IT",
    "DRAW_ONE",
    "END_TURN",
    "MOST",
    "ON_TOP",
    "PICK_UP",
    "REPLACE",
    "REVEAL",
    "SWAP",
    "coded",
    "first",
    "second",
    "what",
]

REVEAL: Final = 0
DRAW_ONE: Final = 1
PICK_UP: Final = 2
DISCARD_IT: Final = 3
REPLACE: Final = 4
ON_TOP: Final = 5
BENEATH: Final = 6
SWAP: Final = 7
END_TURN: Final = 8

MOST: Final = 80
"""More than there can be legal actions: 66 openings, 61 plays, 36 swaps and the turn's end."""


@compiled
def coded(what: int, first: int, second: int) -> int:
    """Return the number of an action."""
    return (what << 8) | (first << 4) | second


@compiled
def what(action: int) -> int:
    """Return what an action does, such as ``REPLACE``."""
    return action >> 8


@compiled
def first(action: int) -> int:
    """Return the first place of an action."""
    return (action >> 4) & 15


@compiled
def second(action: int) -> int:
    """Return the second place of an action, or its sign."""
    return action & 15
