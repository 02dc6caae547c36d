"""Which cards a column waits for: the cards that complete it, and how likely they come."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from bot.games.kapow.cards import DECK, KAPOW_VALUES, POWER_CARDS, Card, Position, Triad
from bot.games.kapow.triads import points, span
from bot.games.kapow.view import View

__all__ = ["Odds", "completing", "expected_points", "odds", "pair_chance"]

Odds = Mapping[Card, float]
"""For each face, the chance that an unknown card bears it."""

_STEPS: Final = (0, 1, -1)
_ROWS: Final = range(3)
_VALUED: Final[Sequence[Card]] = [face for face in Card if face is not Card.KAPOW]
_Span: TypeAlias = tuple[int, int]


def odds(view: View) -> Odds:
    """Return what an unknown card may be, from the cards that nobody has seen yet."""
    seen = Counter(view.discard)
    for hand in view.hands:
        for triad in hand:
            for position in triad or ():
                seen.update(face for face in position.cards if face is not None)
    if view.drawn is not None and view.drawn.card is not None:
        seen[view.drawn.card] += 1
    unseen = Counter(DECK)
    unseen.subtract(seen)
    count = unseen.total() or 1
    return {face: unseen[face] / count for face in Card}


def expected_points(chances: Odds) -> float:
    """Return what an unknown card is expected to score at the end (K6.4)."""
    return sum(chance * points(Position((face,), True)) for face, chance in chances.items())


@lru_cache(maxsize=20_000)
def completing(triad: Triad) -> frozenset[Card]:
    """Return the cards that complete the triad in one play of K3.3b-d."""
    found: set[Card] = set()
    for row in _ROWS:
        others = [triad[other] for other in _ROWS if other != row]
        if all(other.face_up for other in others):
            found |= _filling(triad[row], _wanted(row, span(others[0]), span(others[1])))
    return frozenset(found)


def _filling(position: Position, wanted: frozenset[int]) -> set[Card]:
    """Return the cards that give a position one of the values wanted."""
    found: set[Card] = {face for face in _VALUED if face.face in wanted}
    if any(value in wanted for value in KAPOW_VALUES):
        found.add(Card.KAPOW)
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


@lru_cache(maxsize=20_000)
def _wanted(row: int, first: _Span, second: _Span) -> frozenset[int]:
    """Return the values that complete a triad in ``row``, given its other two rows' spans."""
    one, two = (other for other in _ROWS if other != row)
    return frozenset(
        value + (row - one) * step
        for step in _STEPS
        for value in range(first[0], first[1] + 1)
        if second[0] <= value + (two - one) * step <= second[1]
    )


def pair_chance(triad: Triad, chances: Odds) -> float:
    """Return the chance that two unknown cards complete the triad around one card that stays."""
    return max(
        (_around(row, triad[row], chances) for row in _ROWS if triad[row].face_up), default=0
    )


def _around(row: int, position: Position, chances: Odds) -> float:
    low, high = span(position)
    middle = (low + high) // 2
    total = 0.0
    for step in _STEPS:
        one, two = (
            _chance_of(middle + (other - row) * step, chances) for other in _ROWS if other != row
        )
        total += one * two
    # A KAPOW! card takes any pair that fits: the first card may be nearly anything.
    return total if low == high else total * (high - low)


def _chance_of(value: int, chances: Odds) -> float:
    """Return the chance that an unknown card can be given this value in a position of its own."""
    if value not in KAPOW_VALUES:
        return 0.0
    power = {1: chances[Card.POWER_1], 2: chances[Card.POWER_2]}.get(value, 0.0)
    return chances[Card(value)] + power + chances[Card.KAPOW]
