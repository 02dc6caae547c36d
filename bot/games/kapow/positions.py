"""What may lie in one position of a hand, and what it is worth (K1.2, K3.4, K6.4)."""

import re
from dataclasses import dataclass, field
from enum import IntEnum
from threading import Lock
from typing import Final
from weakref import WeakValueDictionary

from bot.games.kapow.cards import KAPOW_VALUES, POWER_CARDS, Card, card

__all__ = [
    "FACE_DOWN",
    "FACE_UP",
    "LONE_KAPOW",
    "LONE_KAPOW_POINTS",
    "Position",
    "Spot",
    "points",
    "position",
    "span",
]

LONE_KAPOW_POINTS: Final = 25
"""What a KAPOW! card alone in a position scores (K6.4)."""

_KAPOW: Final = Card.KAPOW


class Spot(IntEnum):
    """What a card can be done to a position with, as far as the position decides it (K3.3)."""

    FACE_DOWN = 0
    """It can only be replaced."""
    FACE_UP = 1
    """A power card can be put beneath it."""
    LONE_POWER = 2
    """Any card can be put on top of it, too."""
    LONE_KAPOW = 3
    """As face up; and it takes part in the KAPOW! step (K4.4, K4.5)."""


class _OneOfEach(type):
    """Makes one position for each way to lie, so that comparing and hashing cost nothing."""

    def __call__(
        cls,
        cards: tuple[Card | None, ...],
        face_up: bool = False,  # noqa: FBT001, FBT002 - the fields of a position
        modifiers: tuple[int, ...] = (),
    ) -> "Position":
        fields = (cards, face_up, modifiers)
        found = _MADE.get(fields)
        if found is None:
            with _MAKING:  # Kai thinks in threads
                made: Position = super().__call__(*fields)
                found = _MADE.setdefault(fields, made)
        return found


_MADE: Final[WeakValueDictionary[tuple[object, ...], "Position"]] = WeakValueDictionary()
_MAKING: Final = Lock()


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Position(metaclass=_OneOfEach):
    """What lies in one position of a hand: a card or a powerset, face up or face down.

    ``cards`` runs from the uppermost to the lowest; ``modifiers[i]`` is the visible modifier of
    ``cards[i + 1]`` (K1.2, K9.5). In a View a face-down card is ``None``. Equal positions are the
    same object.
    """

    cards: tuple[Card | None, ...]
    face_up: bool = False
    modifiers: tuple[int, ...] = ()
    spot: Spot = field(init=False, repr=False)
    low: int = field(init=False, repr=False)
    """The lowest value that it can have (K3.4); nothing to go by where the card is unknown."""
    high: int = field(init=False, repr=False)
    """The highest one: another than ``low`` only if a KAPOW! card lies uppermost."""

    def __post_init__(self) -> None:
        low, high = _values(self.upper, sum(self.modifiers))
        for name, value in (("spot", self._spot()), ("low", low), ("high", high)):
            object.__setattr__(self, name, value)

    def __reduce__(self) -> tuple[object, ...]:
        return Position, (self.cards, self.face_up, self.modifiers)

    def _spot(self) -> Spot:
        if not self.face_up:
            return Spot.FACE_DOWN
        if self.is_powerset:
            return Spot.FACE_UP
        if self.upper is _KAPOW:
            return Spot.LONE_KAPOW
        return Spot.LONE_POWER if self.upper in POWER_CARDS else Spot.FACE_UP

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
        return self.spot is Spot.LONE_KAPOW

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
    if upper is _KAPOW:
        return KAPOW_VALUES[0] + modifier, KAPOW_VALUES[-1] + modifier
    return upper.face + modifier, upper.face + modifier


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


def span(position: Position) -> tuple[int, int]:
    """Return the lowest and highest value a face-up position can have (K3.4).

    The two are equal unless a KAPOW! card lies uppermost; then every value between will do.
    """
    if position.upper is None:
        raise ValueError("an unknown card has no value")
    return position.low, position.high


def points(position: Position) -> int:
    """Return what a position scores when it is left in a hand (K6.4)."""
    if position.upper is _KAPOW:
        return sum(position.modifiers) if position.is_powerset else LONE_KAPOW_POINTS
    return span(position)[0]
