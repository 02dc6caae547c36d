"""What a seat's hands are worth where every card is known: the judgement of *clairvoyant*."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final

from bot.arena.kapow.columns import price, price_after
from bot.arena.kapow.slots import CHANCES, UNKNOWN_POINTS, slots
from bot.games.game import Seat
from bot.games.kapow.cards import Card, known
from bot.games.kapow.kapow_step import offers
from bot.games.kapow.legal import plays
from bot.games.kapow.positions import FACE_UP, Position, points
from bot.games.kapow.state import State
from bot.games.kapow.triads import Hand, Triad
from bot.kai.kapow.plays import Lie, played, settled, swapped

__all__ = ["Foresight", "endings"]

# Rough: a tempo of 5 or 8, a denial of 2 and longer plans were tried in 16 rounds each against
# *tips* on the same deals, and won no more; but the standard error was three points a round.
_FARTHEST: Final = 5
"""How many cards a column is priced over at most."""

_TEMPO: Final = 3.0
"""What a turn costs by which the round lasts longer: so much the rivals better their hands."""

_WAIT: Final = 2
"""How many turns more than they have cards face down the others are expected to take."""

_STAYS: Final = 0.8
"""The chance that a face-down card outlasts one more card to come."""

_DECAY: Final = 0.86
"""What is left of a rival's points after each turn more that the round takes."""

_DENIAL: Final = 0.7
"""How much of what the open card saves the next player counts against leaving it."""


class Foresight:
    """Judges hands of one seat in one position. All figures are points: less is better."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.state = state
        seats = state.setup.seats
        self.others: Final = [(seat + step) % seats for step in range(1, seats)]
        self._turns = _WAIT + min(_face_down(state.hands[other]) for other in self.others)
        self._rivals: dict[tuple[Card | None, int], int] = {}
        self._prices: dict[tuple[Triad, int], float] = {}

    def is_over(self, hand: Hand) -> bool:
        """Whether the seat has no turn after one that ends with this hand (K6.1, K6.2)."""
        return self.state.out is not None or not _face_down(hand)

    def cost(self, end: Lie, drawn: int, turn: int) -> float:
        """Return what it costs to end a turn like this: own points, and those of the delay.

        ``drawn`` cards of the draw pile are gone by then, and it is the seat's turn number
        ``turn`` from now.
        """
        left = _left(end.hand)
        if self.state.out is not None:
            return left
        if hidden := _face_down(end.hand):
            cards = min(_FARTHEST, self._turns - turn)
            return self.guess(end.hand, cards) + _TEMPO * (turn - 1 + hidden)
        rival: float = self._lowest_rival(end.top if turn == 1 else None, drawn)
        if rival > 0:
            rival *= _DECAY ** (turn - 1)
        return (2 * left if left > 0 and rival < left else left) + _TEMPO * (turn - 1)

    def guess(self, hand: Hand, cards: int) -> float:
        """Return the points that a hand is expected to leave after so many cards more."""
        return sum(self._price(triad, max(0, cards)) for triad in hand if triad is not None)

    def gift(self, top: Card | None, drawn: int) -> float:
        """Return what leaving this card open costs, compared with what else they would draw."""
        following, state = self.others[0], self.state
        if top is None or following == state.out:
            return 0.0
        instead = self._saves(state.draw[drawn]) if drawn < len(state.draw) else 0.0
        return _DENIAL * max(0.0, self._saves(top) - instead)

    def takes(self, top: Card | None) -> bool:
        """Whether the next player is likely to take this open card rather than to draw one."""
        if top is None or self.others[0] == self.state.out:
            return False
        drawn = sum(chance * self._saves(face) for face, chance in zip(Card, CHANCES, strict=True))
        return self._saves(top) > drawn

    def _saves(self, card: Card) -> float:
        """Return what a card saves the next player, who does not see what is face down."""
        return self._saved[card]

    @cached_property
    def _saved(self) -> Sequence[float]:
        cards = max(1, min(_FARTHEST, self._turns))
        saved = [0.0] * len(Card)
        for triad in self.state.hands[self.others[0]]:
            if triad is not None:
                column = slots(triad)
                unused, after = price(column, cards - 1), price_after(column, cards)
                saved = [max(best, unused - then) for best, then in zip(saved, after, strict=True)]
        return saved

    def _price(self, triad: Triad, cards: int) -> float:
        found = self._prices.get((triad, cards))
        if found is None:
            hidden = [position for position in triad.positions if not position.face_up]
            beyond = sum(points(_up(position)) - UNKNOWN_POINTS for position in hidden)
            found = price(slots(triad), cards) + beyond * _STAYS**cards
            self._prices[triad, cards] = found
        return found

    def _lowest_rival(self, top: Card | None, drawn: int) -> int:
        """Return the lowest points of the others if the round ended with a final turn each."""
        if (top, drawn) not in self._rivals:
            self._rivals[top, drawn] = min(
                self._final_points(seat, top if seat == self.others[0] else None, drawn + step)
                for step, seat in enumerate(self.others)
            )
        return self._rivals[top, drawn]

    def _final_points(self, seat: Seat, top: Card | None, at: int) -> int:
        """Return the fewest points that a final turn can leave with the open or the next card."""
        own = Lie(_turned_up(self.state.hands[seat]), top)
        cards = {top, *self.state.draw[at : at + 1]} - {None}
        ends = [own, *(end for card in cards if card is not None for end in _all_ends(own, card))]
        return min(_left(settled(end).hand) for end in ends)


def _all_ends(own: Lie, card: Card) -> Iterator[Lie]:
    for play in plays(own.hand, card):
        yield from endings(played(own, card, play))


def endings(lie: Lie) -> Iterator[Lie]:
    """Yield where a turn may end after a play: as it lies, or after one swap."""
    yield lie
    for swap in offers(lie.hand).swaps:
        yield swapped(lie, swap)


def _left(hand: Hand) -> int:
    """Return what a hand scores, its face-down cards turned up (K6.4)."""
    return sum(points(_up(position)) for triad in hand for position in triad or ())


def _up(position: Position) -> Position:
    return position if position.face_up else FACE_UP[known(position.upper)]


def _turned_up(hand: Hand) -> Hand:
    """Return a hand as a final turn begins with it (K6.3)."""
    triads = [triad and Triad.of(*map(_up, triad)) for triad in hand]
    return tuple(None if triad is None or triad.facts.goes_at_once else triad for triad in triads)


def _face_down(hand: Hand) -> int:
    return sum(not position.face_up for triad in hand for position in triad or ())
