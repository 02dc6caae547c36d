"""What columns become when they take a card, and what goes to the discard pile: fixed arrays."""

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
    "takings",
]

Ints: TypeAlias = NDArray[np.int32]

UNKNOWN: Final = len(Card)
"""In place of a card: one that nobody has seen yet."""
NONE: Final = UNKNOWN + 1
"""In place of a card: none at all."""

SIZES: Final = (KINDS * KINDS, KINDS, 1)
"""What a kind counts for in a column's number, by row."""
ALONE_KINDS: Final = np.array([ALONE[card] for card in Card], dtype=np.int32)

_WAYS: Final = 4
"""A position takes a card in so many ways at most: it is replaced, or there are signs to choose."""
WAYS: Final = len(SIZES) * _WAYS
"""In how many ways a column takes a card at most."""


def _kinds_of() -> Ints:
    columns = np.arange(GONE + 1, dtype=np.int32)
    return np.stack([columns // size % KINDS for size in SIZES], axis=1)


KINDS_OF: Final = _kinds_of()
"""[column, row]: the kinds of its positions; of no meaning where the column is gone."""
KINDS_OF[GONE] = -1

IS_COMPLETE: Final = np.append(COMPLETE.ravel(), False)

HIDDEN_IN: Final = (KINDS_OF == HIDDEN).sum(axis=1).astype(np.int32)
"""How many hidden cards a column has."""
KAPOWS_IN: Final = (KINDS_OF == KAPOW).sum(axis=1).astype(np.int32)
"""How many lone KAPOW! cards a column has."""


def _shown() -> Ints:
    """Return the card to be seen of each kind: a powerset is taken for a card of its value."""
    found = np.clip(POINTS, 0, 12).astype(np.int32)
    found[HIDDEN] = UNKNOWN
    found[[KAPOW, KAPOW_SET]] = Card.KAPOW
    for card, kind in POWERS.items():
        found[kind] = card
    return found


_SHOWN: Final = _shown()


def _left_open() -> Ints:
    """Return what tops the discard pile once a column has gone (K5.1).

    Nobody leaves a KAPOW! card open who can swap it with another of its triad (K4.4).
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
class Takings:
    """[card, column, way]: what taking a card leads to, by all ways to place it (K3.3b-d)."""

    after: NDArray[np.int16]
    """The column that it makes; ``GONE`` where that is complete."""
    opened: NDArray[np.int8]
    """What it leaves open: a card, ``UNKNOWN`` or ``NONE``; no column takes a card that is gone."""
    again: NDArray[np.bool_]
    """Whether it is another way's like: there are fewer than ``WAYS``."""


@cache
def takings() -> Takings:
    """Return what columns may become: some 40 ms and 10 MB, when first asked for."""
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
    return Takings(after, opened, again)


def _ways(card: Card) -> Iterator[tuple[Ints, Ints]]:
    """Yield, for each way to take a card, what each kind becomes and what that leaves open."""
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
