"""What may lie in one position of a hand, and what it is worth (K1.2, K3.4, K6.4)."""

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
"""What a KAPOW! card alone in a position scores (K6.4)."""


class Kind(IntEnum):
    """What lies in a position, as far as it decides what can be done with it."""

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
    """What lies in one position of a hand: a card or a powerset, face up or face down.

    ``cards`` runs from the uppermost to the lowest; ``modifiers[i]`` is the visible modifier of
    ``cards[i + 1]`` (K1.2, K9.5). In a View a face-down card is ``None``.
    """

    cards: tuple[Card | None, ...]
    face_up: bool = False
    modifiers: tuple[int, ...] = ()
    kind: Kind = field(init=False, compare=False, repr=False)
    """What can be done with it."""
    low: int = field(init=False, compare=False, repr=False)
    """The lowest value that it can have (K3.4); 0 where the card is unknown."""
    high: int = field(init=False, compare=False, repr=False)
    """The highest one: another than ``low`` only if a KAPOW! card lies uppermost."""
    _hash: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        low, high = _values(self.upper, sum(self.modifiers))
        object.__setattr__(self, "kind", self._kind())
        object.__setattr__(self, "low", low)
        object.__setattr__(self, "high", high)
        object.__setattr__(self, "_hash", hash((self.cards, self.face_up, self.modifiers)))

    def __hash__(self) -> int:
        return self._hash  # worked out once: Kai looks up thousands of hands for a choice

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
        """The uppermost card; ``None`` where the viewer may not know it."""
        return self.cards[0]

    @property
    def is_powerset(self) -> bool:
        """Whether more than one card lies here."""
        return len(self.cards) > 1

    @property
    def is_lone_kapow(self) -> bool:
        """Whether a KAPOW! card lies here alone and face up (K4.5)."""
        return self.kind is Kind.LONE_KAPOW

    def __str__(self) -> str:
        """Return the notation: ``9``, ``0-2`` (0 above a power card 2), ``?5`` face down, ``?``."""
        if self.upper is None:
            return "?"
        modifiers = "".join(f"{modifier:+d}" for modifier in self.modifiers)
        return f"{'' if self.face_up else '?'}{self.upper}{modifiers}"


def _values(upper: Card | None, modifier: int) -> tuple[int, int]:
    """Return the lowest and highest value under an uppermost card with its modifiers (K3.4)."""
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
    """Return a position with its card face up, which must be known."""
    return position if position.face_up else face_up(known(position.upper))


LONE_KAPOW: Final = face_up(Card.KAPOW)
"""A KAPOW! card alone and face up: free, or in a waiting triad (K4.4, K4.5)."""


def span(position: Position) -> tuple[int, int]:
    """Return the lowest and highest value a position can have (K3.4).

    The two are equal unless a KAPOW! card lies uppermost; then every value between will do. The
    card must be known: else ``ValueError``.
    """
    if position.upper is None:
        raise ValueError("an unknown card has no value")
    return position.low, position.high


def points(position: Position) -> int:
    """Return what a position scores when it is left in a hand (K6.4)."""
    if position.upper is Card.KAPOW:
        return sum(position.modifiers) if position.is_powerset else LONE_KAPOW_POINTS
    return span(position)[0]


_POSITION: Final = re.compile(r"(\??)(P?[0-9]+|K)((?:[+-][12])*)")
_POWER_OF: Final = {1: Card.POWER_1, 2: Card.POWER_2}


def position(text: str) -> Position:
    """Read a position's notation, so that ``position(str(x)) == x``; ``ValueError`` otherwise."""
    if text == "?":
        return Position((None,))
    found = _POSITION.fullmatch(text)
    if found is None or (found[1] and found[3]):
        raise ValueError(f"{text!r} is no position: 9, P1, K, 0-2, ?5 or ? do")
    modifiers = tuple(int(modifier) for modifier in re.findall(r"[+-][12]", found[3]))
    beneath = (_POWER_OF[abs(modifier)] for modifier in modifiers)
    return Position((card(found[2]), *beneath), not found[1], modifiers)
