"""The visible facts of a turn: what a play or swap makes of a hand, and what a column lacks."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Final, NamedTuple, TypeAlias

from bot.games.kapow.rules import hand as triads
from bot.games.kapow.rules.actions import Discard, Play, Replace, Swap
from bot.games.kapow.rules.cards import (
    DECK,
    KAPOW_VALUES,
    POWER_CARDS,
    Card,
    Position,
    face_up,
    points,
    span,
)
from bot.games.kapow.rules.hand import Hand, Triad
from bot.games.kapow.rules.view import View


class HandState(NamedTuple):
    """A hand, and the open card on the discard pile; None if unknown."""

    hand: Hand
    top: Card | None


def played(hand_state: HandState, card: Card, play: Play) -> HandState:
    """Return the result of a play, including triads that are discarded at once (K4.3)."""
    if isinstance(play, Discard):
        return HandState(hand_state.hand, card)
    column, row = play.place
    triad = triads.column_of(hand_state.hand, column)
    top = triad[row].upper if isinstance(play, Replace) else hand_state.top
    hand = triads.with_column(
        hand_state.hand, column, triad.put(row, triads.placed(triad[row], card, play))
    )
    return _without(HandState(hand, top), (column,))


def swapped(hand_state: HandState, swap: Swap) -> HandState:
    """Return the result of a swap, including triads that are discarded at once."""
    hand = triads.swapped(hand_state.hand, swap)
    return _without(HandState(hand, hand_state.top), sorted({swap.kapow.column, swap.other.column}))


def settled(hand_state: HandState) -> HandState:
    """Return the result of ending the turn: waiting triads are discarded, too (K4.4, K4.7)."""
    hand, top = list(hand_state.hand), hand_state.top
    for column, triad in enumerate(hand):
        if triad is not None and triad.is_complete:
            hand[column], top = None, triad[0].upper
    return HandState(tuple(hand), top)


def _without(hand_state: HandState, columns: Iterable[int]) -> HandState:
    """Discard those of the columns that are discarded at once (K4.3, K4.9)."""
    for column in columns:
        triad = hand_state.hand[column]
        if triad is not None and triad.goes_at_once:
            hand_state = HandState(
                triads.with_column(hand_state.hand, column, None), triad[0].upper
            )
    return hand_state


_STEPS: Final = (0, 1, -1)
_ROWS: Final = range(3)
_BESIDE: Final = [  # By row, how far the values of the two other rows are from its own.
    [tuple((other - row) * step for other in _ROWS if other != row) for step in _STEPS]
    for row in _ROWS
]
_VALUED: Final[Sequence[Card]] = [face for face in Card if face is not Card.KAPOW]
_BEARING: Final = {
    value: frozenset((Card.KAPOW, *(face for face in _VALUED if face.face == value)))
    for value in KAPOW_VALUES
}

_Span: TypeAlias = tuple[int, int]


def values_of(odds: Sequence[float]) -> Mapping[int, float]:
    """Return the probability that an unknown card can have each value; ``odds`` are by card."""
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
    middle = (low + high) // 2
    pairs = sum(
        values.get(middle + one, 0.0) * values.get(middle + two, 0.0) for one, two in _BESIDE[row]
    )
    # A KAPOW! card fits any pair: the first card may be nearly anything.
    return pairs * max(1, high - low)


_DECK: Final = Counter(DECK)


class Sight:
    """The facts that the seat to move can see."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.hand: Hand = view.hands[view.to_move]
        self.hand_state = HandState(self.hand, view.discard_pile[0] if view.discard_pile else None)
        self.others = [hand for seat, hand in enumerate(view.hands) if seat != view.to_move]
        following = (view.to_move + 1) % view.seats
        self.next_hand: Hand | None = None if following == view.out else view.hands[following]
        """None if the next player has no turn left in this round."""

    @cached_property
    def unseen(self) -> Counter[Card]:
        """The number of unseen cards of each kind."""
        seen = Counter(self.view.discard_pile)
        for hand in self.view.hands:
            for position in (each for triad in hand for each in triad or ()):
                seen.update(face for face in position.cards if face is not None)
        if self.view.drawn is not None and self.view.drawn.card is not None:
            seen[self.view.drawn.card] += 1
        left = Counter(_DECK)
        left.subtract(seen)
        return left

    @cached_property
    def mean(self) -> float:
        """The expected points of a face-down card (K6.4)."""
        count = self.unseen.total() or 1
        return sum(self.unseen[card] / count * points(face_up(card)) for card in Card)

    def left(self, cards: Iterable[Card]) -> int:
        """Return how many unseen cards are among ``cards``."""
        return sum(self.unseen[card] for card in cards)

    def ways(self, triad: Triad | None) -> int:
        """Return how many unseen cards would complete a column."""
        return 0 if triad is None or triad.is_complete else self.left(completing(triad))

    def wanted_next(self, card: Card | None) -> bool:
        """Whether the card would complete a column of the next player."""
        return self._wants(self.next_hand, card) is not None

    def wanted(self, card: Card | None) -> int | None:
        """Return the own column that the card would complete, if any."""
        return self._wants(self.hand, card)

    def worth(self, triad: Triad) -> float:
        """Return the points of a column, with expected values for face-down cards."""
        return sum(points(each) if each.face_up else self.mean for each in triad)

    def expected(self, hand: Iterable[Triad | None]) -> float:
        """Return the points of a hand, with expected values for face-down cards."""
        return sum(self.worth(triad) for triad in hand if triad is not None)

    @cached_property
    def lowest_other(self) -> float:
        """The lowest points of the other hands, with expected values for face-down cards."""
        return min(map(self.expected, self.others))

    @cached_property
    def nearest_out(self) -> int:
        """The smallest number of face-down cards of another player."""
        return min(map(triads.hidden_in, self.others))

    @staticmethod
    def _wants(hand: Hand | None, card: Card | None) -> int | None:
        for column, triad in enumerate(hand or ()):
            if triad is not None and not triad.is_complete and card in completing(triad):
                return column
        return None


def showing(hand: Hand) -> int:
    """Return the points of a hand's face-up cards."""
    return sum(points(each) for triad in hand for each in triad or () if each.face_up)
