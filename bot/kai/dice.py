"""Random numbers for compiled code: the generator xorshift64.

(Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8(14), 2003.) Equal seeds give equal
numbers on every machine, compiled or not. It is for playouts alone: no deal of a match comes from
it.
"""

from typing import Final

import numpy as np

from bot.kai.compiled import Array, Dice, compiled

__all__ = ["below", "dice", "shuffle"]

_13, _7, _17, _32 = np.uint64(13), np.uint64(7), np.uint64(17), np.uint64(32)

_MIXED: Final = 0x9E3779B97F4A7C15
"""An odd number that spreads small seeds over all bits."""


def dice(seed: int) -> Dice:
    """Return a source of random numbers; seeds differ up to 2 to the power of 64."""
    return np.array([((2 * seed + 1) * _MIXED) % 2**64], dtype=np.uint64)


@compiled
def below(dice: Dice, count: int) -> int:
    """Return a random number from 0 to ``count`` - 1; ``count`` is from 1 to 2**31.

    Numbers differ in probability by less than ``count`` in 2**32.
    """
    number = dice[0]
    number ^= number << _13
    number ^= number >> _7
    number ^= number << _17
    dice[0] = number
    return int(((number >> _32) * np.uint64(count)) >> _32)


@compiled
def shuffle(dice: Dice, cards: Array, count: int) -> None:
    """Shuffle the first ``count`` cards of an array in place."""
    for last in range(count - 1, 0, -1):
        other = below(dice, last + 1)
        cards[last], cards[other] = cards[other], cards[last]
