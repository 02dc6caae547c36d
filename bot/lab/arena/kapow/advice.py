"""The published advice on Kapow!, as the cost of ways to end a turn.

The number of cards per turn, the denial and the doubt were tuned in matches of *tips* against
itself with one of them changed: 50 matches of ten rounds, on the same deals from both seats. No
other value was better by more than the standard error, 0.4 points a round. The other constants are
guesses.
"""

from math import erf, sqrt
from typing import Final, NamedTuple

from bot.games.kapow.kai.plays import HandState, swapped
from bot.games.kapow.rules.cards import DECK, Card
from bot.games.kapow.rules.positions import Position, face_up, points
from bot.games.kapow.rules.swaps import offers
from bot.games.kapow.rules.triads import Hand, Triad
from bot.games.kapow.rules.view import View
from bot.lab.arena.kapow.columns import price, price_after, price_with
from bot.lab.arena.kapow.slots import slots

__all__ = ["Advice"]

_CARDS_A_TURN: Final = 1.7
"""How many cards a turn offers on average: the drawn one, and often the open one."""

_FARTHEST: Final = 9
"""The maximum look-ahead, in cards."""

_DENIAL: Final = 0.5
"""The weight of what the open card saves the next player."""

_DOUBT: Final = 5.0
"""The standard deviation of an opponent's points after a final turn."""

_DOUBT_OF_A_CARD: Final = 5.5
"""The additional standard deviation for each of their face-down cards."""

_DECK: Final = [DECK.count(face) for face in Card]


class _Column(NamedTuple):
    goes: bool
    """It is complete and will be discarded."""
    hides: bool
    """It has face-down cards."""
    now: float
    """Its points now."""
    later: float
    """Its expected points at the end."""


class Advice:
    """Evaluates ways to end a turn of the seat to move. All values are points: lower is better."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.odds = _odds(view)
        self._unknown = sum(
            chance * points(face_up(face)) for face, chance in zip(Card, self.odds, strict=True)
        )
        self._cards = self._shed_late()
        self._columns: dict[Triad, _Column] = {}
        self._gifts: dict[tuple[Card | None, int], float] = {}
        self._rivals: tuple[float, float] | None = None

    def cost(self, hand_state: HandState) -> float:
        """Return the expected cost of ending the turn like this."""
        top, now, later, hides = hand_state.top, 0.0, 0.0, False
        for triad in hand_state.hand:
            if triad is None:
                continue
            column = self._columns.get(triad) or self._column(triad)
            if column.goes:
                top = triad[0].upper
            else:
                now += column.now
                later += column.later
                hides = hides or column.hides
        if self.view.out is not None:
            return now + self._deny(top, cards=1)
        if not hides:
            return self._do_not_go_out_too_early(now) + self._deny(top, cards=1)
        return later + self._deny(top, int(self._cards))

    def use_swaps(self, hand_state: HandState) -> float:
        """Tip: take advantage of swaps. Return :meth:`cost` after the best swap, if any helps."""
        after = (self.cost(swapped(hand_state, swap)) for swap in offers(hand_state.hand))
        return min((self.cost(hand_state), *after))

    def _column(self, triad: Triad) -> _Column:
        now = sum(map(self._points, triad.positions))
        later = 0.0 if triad.is_complete else self._many_ways(triad)
        column = _Column(triad.is_complete, not triad.is_face_up, now, later)
        self._columns[triad] = column
        return column

    def _many_ways(self, triad: Triad) -> float:
        """Tip: build triads with multiple paths to completion; high ones go early.

        The more cards complete a column, and the more points this saves, the lower the cost.
        Columns below zero are not completed: keep negative columns.
        """
        column, whole = slots(triad), int(self._cards)
        nearer = price_with(self.odds, column, whole)
        part = self._cards - whole
        if not part:
            return nearer
        return nearer + part * (price_with(self.odds, column, whole + 1) - nearer)

    def _shed_late(self) -> float:
        """Tip: shed points late in a round, KAPOW! cards too, as no time is left to complete.

        Return how many cards are still to come, assuming that one card is turned up per turn.
        """
        own = self.view.to_move
        rivals = (hand for seat, hand in enumerate(self.view.hands) if seat != own)
        turns = min(_face_down(hand) for hand in rivals)
        return min(_FARTHEST, _CARDS_A_TURN * max(1, turns))

    def _do_not_go_out_too_early(self, now: float) -> float:
        """Tip: do not go out too early, as points above an opponent's are doubled (K6.5)."""
        if now <= 0:
            return now
        if self._rivals is None:
            self._rivals = self._lowest_rival()
        rival, doubt = self._rivals
        return now * (1 + (1 + erf((now - rival) / (doubt * sqrt(2)))) / 2)

    def _lowest_rival(self) -> tuple[float, float]:
        """Return the expected score of the lowest opponent after a final turn, and its doubt."""
        own = self.view.to_move
        return min(
            self._after_final(hand) for seat, hand in enumerate(self.view.hands) if seat != own
        )

    def _after_final(self, hand: Hand) -> tuple[float, float]:
        now, saved = 0.0, 0.0
        for triad in hand:
            if triad is not None:
                kept = sum(map(self._points, triad.positions))
                saved = max(saved, kept - price_with(self.odds, slots(triad), 1))
                now += kept
        return now - saved, sqrt(_DOUBT**2 + _DOUBT_OF_A_CARD**2 * _face_down(hand))

    def _deny(self, top: Card | None, cards: int) -> float:
        """Tip: play defensively, the open card is the next player's.

        Return the weighted expected savings of the next player, compared with a drawn card.
        """
        if (top, cards) not in self._gifts:
            self._gifts[top, cards] = _DENIAL * self._gift(top, cards)
        return self._gifts[top, cards]

    def _gift(self, top: Card | None, cards: int) -> float:
        following = (self.view.to_move + 1) % self.view.seats
        if following == self.view.out:
            return 0.0
        saves = [0.0] * len(Card)
        for triad in self.view.hands[following]:
            if triad is not None:
                column = slots(triad)
                unused = price(column, cards - 1)
                after = price_after(column, cards)
                saves = [max(best, unused - then) for best, then in zip(saves, after, strict=True)]
        drawn = _mean(saves, self.odds)
        gifts = [max(0.0, save - drawn) for save in saves]
        return _mean(gifts, self.odds) if top is None else gifts[top]

    def _points(self, position: Position) -> float:
        return points(position) if position.face_up else self._unknown


def _mean(figures: list[float], odds: list[float]) -> float:
    return sum(chance * figure for chance, figure in zip(odds, figures, strict=True))


def _face_down(hand: Hand) -> int:
    return sum(not position.face_up for triad in hand for position in triad or ())


def _odds(view: View) -> list[float]:
    """Return the probability of each card for an unknown card, as all discards are public."""
    unseen = [*_DECK]
    for face in view.discard_pile:
        unseen[face] -= 1
    for hand in view.hands:
        for triad in hand:
            for position in triad or ():
                for lying in position.cards:
                    if lying is not None:
                        unseen[lying] -= 1
    if view.drawn is not None and view.drawn.card is not None:
        unseen[view.drawn.card] -= 1
    count = sum(unseen) or 1
    return [left / count for left in unseen]
