"""The cards of Kapow! (section 1 of the rules), and the positions and places of a hand."""

import re
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from typing import Final, NamedTuple

from bot.game.contract import known

KAPOW_VALUES: Final = range(13)
"""Of a KAPOW! card (K1.3)."""


class Card(IntEnum):
    """One of the sixteen card faces; cards with the same face are interchangeable."""

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
        """The value alone (K1.2); ``ValueError`` for a KAPOW! card."""
        if self is Card.KAPOW:
            raise ValueError("a KAPOW! card has no face value")
        return self - 12 if self.is_power else int(self)

    def __str__(self) -> str:
        """Return the notation: ``0`` to ``12``, ``P1``, ``P2`` or ``K``."""
        return _NOTATION[self]


POWER_CARDS: Final = (Card.POWER_1, Card.POWER_2)

_NOTATION: Final = (*map(str, range(13)), "P1", "P2", "K")
_BY_NOTATION: Final = {text: Card(number) for number, text in enumerate(_NOTATION)}


def card(text: str) -> Card:
    """Parse the notation of a card; ``ValueError`` if it is invalid."""
    try:
        return _BY_NOTATION[text]
    except KeyError:
        raise ValueError(f"{text!r} isn't a card, such as 0, 12, P1, P2 or K") from None


def _copies(face: Card) -> int:
    if face is Card.KAPOW:
        return 6
    return 4 if face in (Card.C1, Card.C2) else 8


DECK: Final = tuple(face for face in Card for _ in range(_copies(face)))
"""The 118 cards in their order before the shuffle: ascending, as ``Card`` lists them (K1.1)."""


class Place(NamedTuple):
    """One position of a hand: column from 0, and row from 0 (top) to 2 (bottom)."""

    column: int
    row: int

    def __str__(self) -> str:
        """Return the notation: column from 1, then ``t``, ``m`` or ``b``: ``1t``, ``4b``."""
        return f"{self.column + 1}{_ROWS[self.row]}"


_ROWS: Final = "tmb"


def read_place(text: str) -> Place:
    """Parse the notation of a place, such as ``1t`` or ``4b``."""
    return Place(int(text[0]) - 1, _ROWS.index(text[1]))


PLACES: Final = tuple(tuple(Place(column, row) for row in range(3)) for column in range(4))

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


@dataclass(frozen=True, slots=True)
class Position:
    """A card or powerset, the uppermost first; ``modifiers[i]`` is of ``cards[i + 1]`` (K9.5)."""

    cards: tuple[Card | None, ...]
    face_up: bool = False
    modifiers: tuple[int, ...] = ()
    kind: Kind = field(init=False, compare=False, repr=False)
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
    """Return the lowest and highest value (K3.4); ``ValueError`` if the card is unknown."""
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
