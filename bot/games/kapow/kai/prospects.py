"""The cards that complete a column, and the probabilities that unknown cards do."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from bot.games.kapow.rules.cards import KAPOW_VALUES, POWER_CARDS, Card
from bot.games.kapow.rules.positions import Position, face_up, span
from bot.games.kapow.rules.triads import Triad

__all__ = ["any_pair_chance", "completing", "pair_chance", "values_of"]

_STEPS: Final = (0, 1, -1)
_ROWS: Final = range(3)
_VALUED: Final[Sequence[Card]] = [face for face in Card if face is not Card.KAPOW]
_BEARING: Final = {
    value: frozenset((Card.KAPOW, *(face for face in _VALUED if face.face == value)))
    for value in KAPOW_VALUES
}
"""The cards that have a value on their own."""

_Span: TypeAlias = tuple[int, int]


def values_of(odds: Sequence[float]) -> Mapping[int, float]:
    """Return for each value from 0 to 12 the probability that an unknown card can have it.

    ``odds`` are the probabilities of all cards.
    """
    values = dict.fromkeys(KAPOW_VALUES, odds[Card.KAPOW])
    for face in _VALUED:
        values[face.face] += odds[face]
    return values


@lru_cache(maxsize=8192)
def completing(triad: Triad) -> frozenset[Card]:
    """Return the cards that complete the triad by one play (K3.3b-d)."""
    found: set[Card] = set()
    for row in _ROWS:
        others = [triad[other] for other in _ROWS if other != row]
        if all(other.face_up for other in others):
            found |= _filling(triad[row], _wanted(row, span(others[0]), span(others[1])))
    return frozenset(found)


def _filling(position: Position, wanted: frozenset[int]) -> set[Card]:
    """Return the cards that give a position one of the wanted values."""
    found: set[Card] = set().union(*(_BEARING[value] for value in wanted if value in _BEARING))
    if not position.face_up:
        return found
    low, high = span(position)
    found.update(
        power
        for power in POWER_CARDS
        for sign in (1, -1)
        if any(value + sign * power.face in wanted for value in range(low, high + 1))
    )
    if position.upper in POWER_CARDS and not position.is_powerset:
        found.update(face for face in _VALUED if {face.face + low, face.face - low} & wanted)
    return found


@lru_cache(maxsize=8192)
def _wanted(row: int, first: _Span, second: _Span) -> frozenset[int]:
    """Return the values that complete a triad in ``row``, given the spans of the other two rows."""
    one, two = (other for other in _ROWS if other != row)
    return frozenset(
        value + (row - one) * step
        for step in _STEPS
        for value in range(first[0], first[1] + 1)
        if second[0] <= value + (two - one) * step <= second[1]
    )


def pair_chance(triad: Triad, values: Mapping[int, float]) -> float:
    """Return the probability that two unknown cards complete the triad around one of its cards."""
    around = (_around(row, triad[row], values) for row in _ROWS if triad[row].face_up)
    return max(around, default=0.0)


def any_pair_chance(odds: Sequence[float], values: Mapping[int, float]) -> float:
    """Return the probability that two unknown cards complete a triad around an unknown third."""
    lone = ((chance, face_up(face)) for face, chance in zip(Card, odds, strict=True))
    return sum(chance * _around(1, position, values) for chance, position in lone)


def _around(row: int, position: Position, values: Mapping[int, float]) -> float:
    low, high = span(position)
    one, two = (other for other in _ROWS if other != row)
    middle = (low + high) // 2
    pairs = sum(
        values.get(middle + (one - row) * step, 0.0) * values.get(middle + (two - row) * step, 0.0)
        for step in _STEPS
    )
    # A KAPOW! card fits any pair: the first card may be nearly anything.
    return pairs * max(1, high - low)
