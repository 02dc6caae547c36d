"""Positions: the cards in one place of a hand, their value and points (K1.2, K3.4, K6.4)."""

import re
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from typing import Final

from bot.games.kapow.rules.cards import KAPOW_VALUES, Card, card, known

__all__ = [
    "LONE_KAPOW",
    "LONE_KAPOW_POINTS",
    "Kind",
    "Position",
    "face_down",
    "face_up",
    "points",
    "position",
    "span",
    "turned_face_up",
]

LONE_KAPOW_POINTS: Final = 25
"""The points of a KAPOW! card alone in a position (K6.4)."""


class Kind(IntEnum):
    """The kind of a position, which decides what can be done with it."""

    FACE_DOWN = 0
    """It can only be replaced (K3.3)."""
    LONE_POWER = 1
    """A power card alone: any card can be put on top (K3.3c)."""
    LONE_KAPOW = 2
    """A KAPOW! card alone: it takes part in the KAPOW! step (K4.4, K4.5)."""
    OTHER = 3
    """A fixed card or a powerset."""


@dataclass(frozen=True, slots=True)
class Position:
    """The contents of one place of a hand: a card or a powerset, face up or face down.

    ``cards`` are listed from the uppermost down; ``modifiers[i]`` is the visible modifier of
    ``cards[i + 1]`` (K1.2, K9.5). In a View a face-down card is ``None``.
    """

    cards: tuple[Card | None, ...]
    face_up: bool = False
    modifiers: tuple[int, ...] = ()
    kind: Kind = field(init=False, compare=False, repr=False)
    """Decides what can be done with it."""
    low: int = field(init=False, compare=False, repr=False)
    """The lowest possible value (K3.4); 0 if the card is unknown."""
    high: int = field(init=False, compare=False, repr=False)
    """The highest possible value; differs from ``low`` only if a KAPOW! card is uppermost."""
    _hash: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        low, high = _values(self.upper, sum(self.modifiers))
        object.__setattr__(self, "kind", self._kind())
        object.__setattr__(self, "low", low)
        object.__setattr__(self, "high", high)
        object.__setattr__(self, "_hash", hash((self.cards, self.face_up, self.modifiers)))

    def __hash__(self) -> int:
        return self._hash  # cached: Kai looks up thousands of hands for a choice

    def _kind(self) -> Kind:
        if not self.face_up:
            return Kind.FACE_DOWN
        if self.is_powerset or self.upper is None:
            return Kind.OTHER
        if self.upper is Card.KAPOW:
            return Kind.LONE_KAPOW
        return Kind.LONE_POWER if self.upper.is_power else Kind.OTHER

    @property
    def upper(self) -> Card | None:
        """The uppermost card; ``None`` if the viewer may not know it."""
        return self.cards[0]

    @property
    def is_powerset(self) -> bool:
        """Whether there is more than one card."""
        return len(self.cards) > 1

    @property
    def is_lone_kapow(self) -> bool:
        """Whether it is a single KAPOW! card, face up (K4.5)."""
        return self.kind is Kind.LONE_KAPOW

    def __str__(self) -> str:
        """Return the notation: ``9``, ``0-2`` (0 above a power card 2), ``?5`` face down, ``?``."""
        if self.upper is None:
            return "?"
        modifiers = "".join(f"{modifier:+d}" for modifier in self.modifiers)
        return f"{'' if self.face_up else '?'}{self.upper}{modifiers}"


def _values(upper: Card | None, modifier: int) -> tuple[int, int]:
    """Return the lowest and highest value of an uppermost card with modifiers (K3.4)."""
    if upper is None:
        return 0, 0
    if upper is Card.KAPOW:
        return KAPOW_VALUES[0] + modifier, KAPOW_VALUES[-1] + modifier
    return upper.face + modifier, upper.face + modifier


@cache
def face_up(card: Card) -> Position:
    """Return the position of one card face up."""
    return Position((card,), face_up=True)


@cache
def face_down(card: Card) -> Position:
    """Return the position of one card face down."""
    return Position((card,))


def turned_face_up(position: Position) -> Position:
    """Return a position with its card face up; the card must be known."""
    return position if position.face_up else face_up(known(position.upper))


LONE_KAPOW: Final = face_up(Card.KAPOW)
"""A KAPOW! card alone and face up: free, or in a waiting triad (K4.4, K4.5)."""


def span(position: Position) -> tuple[int, int]:
    """Return the lowest and highest value that a position can have (K3.4).

    They are equal unless a KAPOW! card is uppermost; then all values in between are possible.
    Raises ``ValueError`` if the card is unknown.
    """
    if position.upper is None:
        raise ValueError("an unknown card has no value")
    return position.low, position.high


def points(position: Position) -> int:
    """Return the points of a position at the end of a round (K6.4)."""
    if position.upper is Card.KAPOW:
        return sum(position.modifiers) if position.is_powerset else LONE_KAPOW_POINTS
    return span(position)[0]


_POSITION: Final = re.compile(r"(\??)(P?[0-9]+|K)((?:[+-][12])*)")
_POWER_OF: Final = {1: Card.POWER_1, 2: Card.POWER_2}


def position(text: str) -> Position:
    """Parse a position: ``position(str(x)) == x``; ``ValueError`` if it is invalid."""
    if text == "?":
        return Position((None,))
    found = _POSITION.fullmatch(text)
    if found is None or (found[1] and found[3]):
        raise ValueError(f"{text!r} isn't a position, such as 9, P1, K, 0-2, ?5 or ?")
    modifiers = tuple(int(modifier) for modifier in re.findall(r"[+-][12]", found[3]))
    beneath = (_POWER_OF[abs(modifier)] for modifier in modifiers)
    return Position((card(found[2]), *beneath), not found[1], modifiers)
