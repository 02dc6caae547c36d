"""What *tips* thinks of columns, each on its own, and of the top discard.

A column is abstracted to three numbers, so that there are few: positions with the same number are
equivalent for future cards. Its price over ``n`` cards is its expected final points if ``n`` cards
come, each used in the best way or not at all. It is computed backward from the last card, with the
probabilities of the whole deck; only the next card has those of the unseen ones
(:func:`price_with`).
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from operator import mul
from typing import Final, TypeAlias

from bot.games.kapow.rules.actions import SIGNS
from bot.games.kapow.rules.cards import (
    DECK,
    KAPOW_VALUES,
    LONE_KAPOW,
    POWER_CARDS,
    Card,
    Kind,
    Position,
    face_up,
    points,
)
from bot.games.kapow.rules.hand import Hand, Triad, beneath, on_top

Slots: TypeAlias = tuple[int, int, int]
"""A column from top to bottom or bottom to top. A fixed value stands for itself (K3.4)."""

_LONE_POWER: Final = 200
"""Plus the face: a power card alone."""
_LONE_KAPOW: Final = 300
_KAPOW_SET: Final = 400
"""Plus the modifiers: a powerset topped by KAPOW!."""
_FACE_DOWN: Final = 1000

CHANCES: Final = [DECK.count(face) / len(DECK) for face in Card]
"""The probability of each card in a whole deck."""

UNKNOWN_POINTS: Final = sum(
    chance * points(face_up(face)) for face, chance in zip(Card, CHANCES, strict=True)
)
"""The expected points of an unknown card."""

_MOST: Final = 13
_LEAST: Final = -5
"""Power cards are not put beneath if this would leave the range of values; this is rare."""


def slots(triad: Triad) -> Slots:
    """Return a triad as numbers."""
    top, middle, bottom = triad.positions
    return _slot(top), _slot(middle), _slot(bottom)


@lru_cache(1 << 12)
def _slot(position: Position) -> int:
    match position.kind:
        case Kind.FACE_DOWN:
            return _FACE_DOWN
        case Kind.LONE_POWER:
            return _LONE_POWER + position.low
        case Kind.LONE_KAPOW:
            return _LONE_KAPOW
        case _:
            return position.low if position.low == position.high else _KAPOW_SET + position.low


_ALONE: Final = [_slot(face_up(face)) for face in Card]


def _left(column: Slots) -> float:
    """Return the points of a column (K6.4)."""
    return sum(map(_points, column))


def _points(slot: int) -> float:
    return UNKNOWN_POINTS if slot == _FACE_DOWN else points(_lying(slot))


@cache
def _lying(slot: int) -> Position:
    """Return an example position for a number."""
    if slot == _FACE_DOWN:
        return Position((None,))
    if slot > _LONE_KAPOW:
        return _raised(Card.KAPOW, slot - _KAPOW_SET)
    if slot == _LONE_KAPOW:
        return LONE_KAPOW
    if slot > _LONE_POWER:
        return face_up(POWER_CARDS[slot - _LONE_POWER - 1])
    nearest = min(max(slot, KAPOW_VALUES[0]), KAPOW_VALUES[-1])
    return face_up(Card(slot)) if slot == nearest else _raised(Card(nearest), slot - nearest)


def _raised(card: Card, by: int) -> Position:
    """Return a powerset whose modifiers have this sum."""
    power, sign = POWER_CARDS[0], 1 if by > 0 else -1
    position = beneath(beneath(face_up(card), power, 1), power, -1)
    for _ in range(abs(by)):
        position = beneath(position, power, sign)
    return position


@cache
def reached(column: Slots) -> list[tuple[Slots | None, ...]]:
    """Return, by card, the possible columns after playing it (K3.3b-d); None if complete."""
    found: list[tuple[Slots | None, ...]] = []
    for face in Card:
        made = (
            (*column[:row], slot, *column[row + 1 :])
            for row in range(3)
            for slot in _made_of(column[row], face)
        )
        found.append(tuple({_known_as(top, middle, bottom) for top, middle, bottom in made}))
    return found


def _known_as(top: int, middle: int, bottom: int) -> Slots | None:
    """Return the same column for both directions, which complete alike (K4.1)."""
    column = (top, middle, bottom)
    return None if _is_complete(column) else min(column, column[::-1])


def _is_complete(column: Slots) -> bool:
    """Whether a column is complete (K4.1)."""
    return Triad(*map(_lying, column)).is_complete


@cache
def _made_of(slot: int, face: Card) -> tuple[int, ...]:
    """Return the possible positions after playing a card (K3.3b-d)."""
    old, made = _lying(slot), {_ALONE[face]}
    if old.kind is Kind.LONE_POWER:
        made |= {_slot(on_top(old, face, sign)) for sign in SIGNS}
    # At most one power card beneath a KAPOW! card is considered.
    if face.is_power and old.face_up and slot <= _LONE_KAPOW:
        beneath_it = [_slot(beneath(old, face, sign)) for sign in SIGNS]
        made |= {new for new in beneath_it if new > _LONE_KAPOW or _LEAST <= new <= _MOST}
    return tuple(made)


_EFFORT: Final = 1.0
"""The cost of using a card in a column, in points, as no other column can have it then."""


@cache
def price(column: Slots, cards: int) -> float:
    """Return the expected final points of a column over this many cards."""
    if not cards:
        return _left(column)
    return price_with(CHANCES, column, cards)


def price_with(odds: Sequence[float], column: Slots, cards: int) -> float:
    """Return :func:`price` over at least one card, with probabilities for the next one."""
    expected: float = sum(map(mul, odds, price_after(column, cards)))
    return expected


@cache
def price_after(column: Slots, cards: int) -> Sequence[float]:
    """Return, by card, :func:`price` if this card comes next."""
    unused = price(column, cards - 1)
    return [
        min(unused, _EFFORT + min(0.0 if new is None else price(new, cards - 1) for new in made))
        for made in reached(column)
    ]


class Gifts:
    """The points that the next player saves by the top discard, compared with a drawn card."""

    def __init__(self, following: Hand | None, odds: Sequence[float]) -> None:
        """``following`` is the next player's hand; None without a turn left in the round."""
        self._following = following
        self._odds = odds
        self._known: dict[tuple[Card | None, int], float] = {}

    def of(self, top: Card | None, cards: int) -> float:
        """Return the savings if the next player gets at most this many cards, at least one."""
        if (top, cards) not in self._known:
            self._known[top, cards] = self._gift(top, cards)
        return self._known[top, cards]

    def _gift(self, top: Card | None, cards: int) -> float:
        if self._following is None:
            return 0.0
        saves = [0.0] * len(Card)
        for triad in self._following:
            if triad is not None:
                column = slots(triad)
                unused = price(column, cards - 1)
                after = price_after(column, cards)
                saves = [max(best, unused - then) for best, then in zip(saves, after, strict=True)]
        drawn = self._mean(saves)
        gifts = [max(0.0, save - drawn) for save in saves]
        return self._mean(gifts) if top is None else gifts[top]

    def _mean(self, figures: Sequence[float]) -> float:
        return sum(chance * figure for chance, figure in zip(self._odds, figures, strict=True))
