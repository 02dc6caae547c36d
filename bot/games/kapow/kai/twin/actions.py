"""Actions as numbers: what is done, and up to two places of the hand.

A place is counted from 0, column by column from the top; a sign is 0 for plus and 1 for minus.
"""

from enum import IntEnum
from typing import Final

from bot.kai.compiled import compiled

__all__ = ["MOST", "Kind", "coded", "first", "second", "what"]


class Kind(IntEnum):
    """What is done."""

    REVEAL = 0
    DRAW = 1
    PICK_UP = 2
    DISCARD = 3
    REPLACE = 4
    ON_TOP = 5
    BENEATH = 6
    SWAP = 7
    END_TURN = 8


MOST: Final = 80
"""More than there can be legal actions: 66 openings, 61 plays, 36 swaps and the turn's end."""


@compiled
def coded(what: int, first: int, second: int) -> int:
    """Return the number of an action."""
    return (what << 8) | (first << 4) | second


@compiled
def what(action: int) -> int:
    """Return what an action does, such as ``Kind.REPLACE``."""
    return action >> 8


@compiled
def first(action: int) -> int:
    """Return the first place of an action."""
    return (action >> 4) & 15


@compiled
def second(action: int) -> int:
    """Return the second place of an action, or its sign."""
    return action & 15
