"""The cards that complete a column, and the probabilities of unknown cards."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from bot.games.kapow.rules.cards import DECK, KAPOW_VALUES, POWER_CARDS, Card
from bot.games.kapow.rules.positions import Position, face_up, points, span
from bot.games.kapow.rules.triads import Triad
from bot.games.kapow.rules.view import View

__all__ = ["Odds", "any_pair_chance", "completing", "expected_points", "odds", "pair_chance"]

_STEPS: Final = (0, 1, -1)
_ROWS: Final = range(3)
_VALUED: Final[Sequence[Card]] = [face for face in Card if face is not Card.KAPOW]
_BEARING: Final = {
    value: frozenset((Card.KAPOW, *(face for face in _VALUED if face.face == value)))
    for value in KAPOW_VALUES
}
"""The cards that have a value on their own."""

_Span: TypeAlias = tuple[int, int]


class Odds(NamedTuple):
    """The probabilities of an unknown card."""

    cards: Mapping[Card, float]
    """For each card, the probability that an unknown card is it."""
    values: Mapping[int, float]
    """For each value from 0 to 12, the probability that an unknown card can have it."""


def odds(view: View) -> Odds:
    """Return the probabilities of an unknown card, from all unseen cards."""
    seen = Counter(view.discard_pile)
    for hand in view.hands:
        for triad in hand:
            for position in triad or ():
                seen.update(face for face in position.cards if face is not None)
    if view.drawn is not None and view.drawn.card is not None:
        seen[view.drawn.card] += 1
    unseen = Counter(DECK)
    unseen.subtract(seen)
    count = unseen.total() or 1
    cards = {face: unseen[face] / count for face in Card}
    values = dict.fromkeys(KAPOW_VALUES, cards[Card.KAPOW])
    for face in _VALUED:
        values[face.face] += cards[face]
    return Odds(cards, values)


def expected_points(chances: Odds) -> float:
    """Return the expected points of an unknown card (K6.4)."""
    return sum(chance * points(face_up(face)) for face, chance in chances.cards.items())


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


def pair_chance(triad: Triad, chances: Odds) -> float:
    """Return the probability that two unknown cards complete the triad around one of its cards."""
    values = chances.values
    around = (_around(row, triad[row], values) for row in _ROWS if triad[row].face_up)
    return max(around, default=0.0)


def any_pair_chance(chances: Odds) -> float:
    """Return the probability that two unknown cards complete a triad around an unknown third."""
    lone = ((chance, face_up(face)) for face, chance in chances.cards.items())
    return sum(chance * _around(1, position, chances.values) for chance, position in lone)


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
