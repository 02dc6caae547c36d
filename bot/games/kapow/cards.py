"""The cards of Kapow! (section 1 of the rules) and what may lie in one position of a hand."""

import re
from collections.abc import Sequence
from enum import IntEnum
from typing import Final, NamedTuple, TypeAlias

__all__ = [
    "DECK",
    "FACE_DOWN",
    "FACE_UP",
    "KAPOW_VALUES",
    "LONE_KAPOW",
    "POWER_CARDS",
    "Card",
    "Hand",
    "Place",
    "Position",
    "Triad",
    "card",
    "known",
    "lying",
    "position",
]

KAPOW_VALUES: Final = range(13)
"""The values a KAPOW! card may stand for (K1.3)."""


class Card(IntEnum):
    """One of the sixteen faces; cards of one face are alike in every respect."""

    C0 = 0
    C1 = 1
    C2 = 2
    C3 = 3
    C4 = 4
    C5 = 5
    C6 = 6
    C7 = 7
    C8 = 8
    C9 = 9
    C10 = 10
    C11 = 11
    C12 = 12
    POWER_1 = 13
    POWER_2 = 14
    KAPOW = 15

    @property
    def is_power(self) -> bool:
        """Whether this is a power card (K1.2)."""
        return self in POWER_CARDS

    @property
    def face(self) -> int:
        """The value alone in a position: a fixed card's number, a power card's face (K1.2).

        A KAPOW! card has none: ``ValueError``.
        """
        if self is Card.KAPOW:
            raise ValueError("a KAPOW! card has no face value")
        return self - 12 if self.is_power else int(self)

    def __str__(self) -> str:
        """Return the notation: ``0`` to ``12``, ``P1``, ``P2`` or ``K``."""
        return _NOTATION[self]


POWER_CARDS: Final = (Card.POWER_1, Card.POWER_2)
"""The power cards (K1.2)."""

_NOTATION: Final = (*map(str, range(13)), "P1", "P2", "K")
_BY_NOTATION: Final = {text: Card(number) for number, text in enumerate(_NOTATION)}


def card(text: str) -> Card:
    """Read a card's notation; ``ValueError`` if it names none."""
    try:
        return _BY_NOTATION[text]
    except KeyError:
        raise ValueError(f"{text!r} names no card: 0 to 12, P1, P2 or K do") from None


def known(face: Card | None) -> Card:
    """Return a card that has to be known, as every card of a state is; else ``ValueError``."""
    if face is None:
        raise ValueError("this card is unknown: it comes from a View")
    return face


def _copies(face: Card) -> int:
    if face is Card.KAPOW:
        return 6
    return 4 if face in (Card.C1, Card.C2) else 8


DECK: Final = tuple(face for face in Card for _ in range(_copies(face)))
"""The 118 cards in their order before the shuffle: ascending, as ``Card`` lists them (K1.1)."""


class Position(NamedTuple):
    """What lies in one position of a hand: a card or a powerset, face up or face down.

    ``cards`` runs from the uppermost to the lowest; ``modifiers[i]`` is the visible modifier of
    ``cards[i + 1]`` (K1.2, K9.5). In a View a face-down card is ``None``.
    """

    cards: tuple[Card | None, ...]
    face_up: bool = False
    modifiers: tuple[int, ...] = ()

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
        return self == LONE_KAPOW

    def __str__(self) -> str:
        """Return the notation: ``9``, ``0-2`` (0 above a power card 2), ``?5`` face down, ``?``."""
        if self.upper is None:
            return "?"
        modifiers = "".join(f"{modifier:+d}" for modifier in self.modifiers)
        return f"{'' if self.face_up else '?'}{self.upper}{modifiers}"


FACE_UP: Final = tuple(Position((face,), face_up=True) for face in Card)
"""The positions of one card face up, by card: made once, since every step needs some."""

FACE_DOWN: Final = tuple(Position((face,)) for face in Card)
"""The positions of one card face down, by card."""

LONE_KAPOW: Final = FACE_UP[Card.KAPOW]
"""A KAPOW! card alone and face up: free, or in a waiting triad (K4.4, K4.5)."""

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


Triad: TypeAlias = tuple[Position, Position, Position]
"""A column, from top to bottom."""

Hand: TypeAlias = tuple[Triad | None, ...]
"""A player's columns from left to right; ``None`` where the triad has been discarded."""


class Place(NamedTuple):
    """One position of a hand: column from 0, and row from 0 (top) to 2 (bottom)."""

    column: int
    row: int

    def __str__(self) -> str:
        """Return the notation: column from 1, then ``t``, ``m`` or ``b``: ``1t``, ``4b``."""
        return f"{self.column + 1}{'tmb'[self.row]}"


def lying(hand: Sequence[Triad | None], place: Place) -> Position | None:
    """Return what lies in a place; None if the hand has no such place (any more)."""
    column, row = place
    triad = hand[column] if 0 <= column < len(hand) else None
    return triad[row] if triad is not None and 0 <= row < len(triad) else None
