"""Precomputed transitions: what columns become with each card, and which card is left open."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bot.games.kapow.kai.columns import GONE
from bot.games.kapow.kai.kinds import (
    ALONE,
    COMPLETE,
    HIDDEN,
    KAPOW,
    KAPOW_SET,
    KINDS,
    ON_TOP,
    POINTS,
    POWERS,
    PUT_BENEATH,
)
from bot.games.kapow.rules.cards import Card

__all__ = [
    "ALONE_KINDS",
    "HIDDEN_IN",
    "IS_COMPLETE",
    "KAPOWS_IN",
    "KINDS_OF",
    "LEFT_OPEN",
    "NONE",
    "SIZES",
    "UNKNOWN",
    "WAYS",
    "Ints",
    "Rows",
    "transitions",
]

Ints: TypeAlias = NDArray[np.int32]

Rows: TypeAlias = NDArray[np.intp]
"""Indexes of some of many games."""

UNKNOWN: Final = len(Card)
"""Stands for a card that nobody has seen."""
NONE: Final = UNKNOWN + 1
"""Stands for no card."""

SIZES: Final = (KINDS * KINDS, KINDS, 1)
"""The factors of the three rows' kinds in a column's index."""
ALONE_KINDS: Final = np.array([ALONE[card] for card in Card], dtype=np.int32)

_WAYS: Final = 4
"""The most ways in which a position can take a card: replacing, or signs to choose from."""
WAYS: Final = len(SIZES) * _WAYS
"""The most ways in which a column can take a card."""


def _kinds_of() -> Ints:
    columns = np.arange(GONE + 1, dtype=np.int32)
    return np.stack([columns // size % KINDS for size in SIZES], axis=1)


KINDS_OF: Final = _kinds_of()
"""[column, row]: the kinds of its positions; undefined if the column is discarded."""
KINDS_OF[GONE] = -1

IS_COMPLETE: Final = np.append(COMPLETE.ravel(), False)

HIDDEN_IN: Final = (KINDS_OF == HIDDEN).sum(axis=1).astype(np.int32)
"""The number of hidden cards in each column."""
KAPOWS_IN: Final = (KINDS_OF == KAPOW).sum(axis=1).astype(np.int32)
"""The number of lone KAPOW! cards in each column."""


def _shown() -> Ints:
    """Return the visible card of each kind; powersets count as cards of their value."""
    found = np.clip(POINTS, 0, 12).astype(np.int32)
    found[HIDDEN] = UNKNOWN
    found[[KAPOW, KAPOW_SET]] = Card.KAPOW
    for card, kind in POWERS.items():
        found[kind] = card
    return found


_SHOWN: Final = _shown()


def _left_open() -> Ints:
    """Return the card left open when a column is discarded (K5.1).

    A player who can swap a KAPOW! card within its triad does not leave it open (K4.4).
    """
    shown = _SHOWN[KINDS_OF[:GONE]]
    found = np.full(GONE + 1, NONE, dtype=np.int32)
    found[:GONE] = shown[:, 0]
    for row in (1, 2):
        found[:GONE] = np.where(found[:GONE] == Card.KAPOW, shown[:, row], found[:GONE])
    return found


LEFT_OPEN: Final = _left_open()
"""The card that a complete column leaves open."""


@dataclass(frozen=True, slots=True, eq=False)
class Transitions:
    """[card, column, way]: the results of taking a card, for all ways to place it (K3.3b-d)."""

    after: NDArray[np.int16]
    """The resulting column; ``GONE`` if it is complete."""
    opened: NDArray[np.int8]
    """The card left open, ``UNKNOWN`` or ``NONE``; discarded columns take no cards."""
    again: NDArray[np.bool_]
    """Whether it duplicates another way, since there are fewer than ``WAYS``."""


@cache
def transitions() -> Transitions:
    """Return all transitions; the first call takes about 40 ms and 10 MB."""
    shape = (len(Card), GONE + 1, WAYS)
    after, opened = np.full(shape, GONE, np.int16), np.full(shape, NONE, np.int8)
    again = np.full(shape, fill_value=True)
    columns = np.arange(GONE)
    for card in Card:
        opened[card, GONE] = card
        ways = tuple(_ways(card))
        replaced, _ = ways[0]
        for row, size in enumerate(SIZES):
            before = KINDS_OF[:GONE, row]
            for way, (becomes, opens) in enumerate(ways):
                found = columns + (becomes[before] - before) * size
                goes = IS_COMPLETE[found]
                place = (card, slice(GONE), row * _WAYS + way)
                after[place] = np.where(goes, GONE, found)
                opened[place] = np.where(goes, LEFT_OPEN[found], opens[before])
                again[place] = (way > 0) & (becomes[before] == replaced[before])
    return Transitions(after, opened, again)


def _ways(card: Card) -> Iterator[tuple[Ints, Ints]]:
    """Yield for each way to take a card what each kind becomes, and which card is left open."""
    replaced = np.full(KINDS, ALONE[card], dtype=np.int32)
    yield replaced, _SHOWN
    others = [_others(card, kind) for kind in range(KINDS)]
    for way in range(_WAYS - 1):
        has = np.array([way < len(found) for found in others])
        becomes = np.array([found[way] if way < len(found) else 0 for found in others])
        yield np.where(has, becomes, replaced), np.where(has, NONE, _SHOWN)


def _others(card: Card, kind: int) -> Sequence[int]:
    found = set(ON_TOP[card].get(kind, ()))
    if kind != HIDDEN:
        found.update(int(becomes[kind]) for becomes in PUT_BENEATH.get(card, ()))
    return sorted(found)
