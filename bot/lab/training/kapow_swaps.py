"""The KAPOW! step in many games at once: swaps free KAPOW! cards to their best places (K4.5)."""

from typing import Final, NamedTuple

import numpy as np

from bot.games.kapow.kai.columns import GONE, Floats, Tables
from bot.games.kapow.kai.kinds import KAPOW
from bot.games.kapow.kai.transitions import KAPOWS_IN, KINDS_OF, SIZES, Ints, Rows
from bot.lab.training.games import Bools, goes_away

__all__ = ["swap_kapows"]

_SWAPS: Final = 2
"""The most swaps considered in a turn; more hardly ever help."""

_WORTH_A_SWAP: Final = 0.05
"""The minimum gain of a swap, in points."""

_ROWS: Final = len(SIZES)


class _Swaps(NamedTuple):
    """The results of swapping lone KAPOW! cards, one per line, with each other place."""

    hand: Rows
    """[line] the hand of the KAPOW! card."""
    column: Rows
    """[line] its column."""
    left: Ints
    """[line, place] its column after the swap."""
    entered: Ints
    """[line, place] the other column after the swap; ``GONE`` if it is the same column."""
    possible: Bools
    """[line, place]"""
    same: Bools
    """[line, place] whether it stays in its column."""


def swap_kapows(tables: Tables, hands: Ints, top: Ints, left: Ints) -> None:
    """Make helpful swaps in hands [game, column], with ``left`` half turns remaining."""
    for _ in range(_SWAPS):
        rows = np.flatnonzero(KAPOWS_IN[hands].any(axis=1))
        if not len(rows) or not _swap(tables, hands, top, left, rows):
            return


def _swap(tables: Tables, hands: Ints, top: Ints, left: Ints, rows: Rows) -> bool:
    """Make the best swap in each of these hands if it helps; return whether any did."""
    some = hands[rows]
    swaps = _swaps(some)
    saved = _saved(tables, some, swaps, left[rows])
    place = saved.argmax(axis=1)
    best = saved[np.arange(len(place)), place]
    lines = np.flatnonzero(best > _WORTH_A_SWAP)
    if not len(lines):
        return False
    lines = lines[np.argsort(-best[lines], kind="stable")]
    _, first = np.unique(swaps.hand[lines], return_index=True)
    lines = lines[first]
    where, place = rows[swaps.hand[lines]], place[lines]
    hands[where, swaps.column[lines]] = swaps.left[lines, place]
    moved = ~swaps.same[lines, place]
    hands[where[moved], place[moved] // _ROWS] = swaps.entered[lines, place][moved]
    changed, opened = hands[where], top[where]
    goes_away(changed, opened)
    hands[where], top[where] = changed, opened
    return True


def _swaps(hands: Ints) -> _Swaps:
    kinds = KINDS_OF[hands].reshape(len(hands), -1)
    hand, at = np.nonzero(kinds == KAPOW)
    places = np.arange(kinds.shape[1])
    sizes = np.array(SIZES, dtype=np.int32)[places % _ROWS]
    other = kinds[hand]
    possible = (other >= 0) & (other != KAPOW)
    same = (at // _ROWS)[:, None] == (places // _ROWS)[None, :]
    difference = other - KAPOW
    left = hands[hand, at // _ROWS][:, None] + difference * sizes[at][:, None]
    entered = hands[hand][:, places // _ROWS] - difference * sizes[None, :]
    left = np.where(same, left - difference * sizes[None, :], left)
    return _Swaps(
        hand,
        at // _ROWS,
        np.where(possible, left, GONE).astype(np.int32),
        np.where(possible & ~same, entered, GONE).astype(np.int32),
        possible,
        same,
    )


def _saved(tables: Tables, hands: Ints, swaps: _Swaps, left: Ints) -> Floats:
    """Return [line, place] how many points a swap saves; 0 if it is impossible."""
    base = left[swaps.hand][:, None] * (GONE + 1)
    own = hands[swaps.hand, swaps.column][:, None]
    columns = np.arange(swaps.left.shape[1]) // _ROWS
    others = np.where(swaps.same, GONE, hands[swaps.hand][:, columns])
    worth = tables.worth
    before = worth.take(base + own) + worth.take(base + others)
    after = worth.take(base + swaps.left) + worth.take(base + swaps.entered)
    found: Floats = np.where(swaps.possible, before - after, np.float32(0))
    return found
