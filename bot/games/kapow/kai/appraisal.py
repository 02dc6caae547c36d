"""The evaluation function of the simpler players: the expected final points of a hand."""

from math import exp

from bot.games.kapow.kai.judge import ColumnJudge
from bot.games.kapow.kai.prospects import any_pair_chance, completing, pair_chance, values_of
from bot.games.kapow.kai.sight import hidden_in
from bot.games.kapow.rules.cards import Card
from bot.games.kapow.rules.triads import Triad
from bot.games.kapow.rules.view import View

__all__ = ["Appraisal"]

# Measured over several thousand matches of Kai against itself and against random play.
_CARDS_A_TURN = 1.5
"""How many cards a turn offers on average: the drawn one, and sometimes the open one."""

_PAIRS_FOR_A_COLUMN = 0.06
"""The share of all pairs of new cards that one column can use, as the others need cards too."""

_GIFT_OF_A_COLUMN = 0.35
"""The weight of the points that the open card saves the next player."""

_GIFT = {Card.KAPOW: 4.0, Card.POWER_1: 1.0, Card.POWER_2: 1.0, Card.C0: 0.8, Card.C1: 0.5}
"""The minimum cost of leaving these cards open."""

_LAST_TURN_GAIN = 5.0
"""By how much a final turn improves a hand on average."""

_DOUBT = 5.0
"""The uncertainty of the others' points: the spread of a logistic curve."""


class Appraisal(ColumnJudge):
    """Evaluates hands of the seat to move. All values are points: lower is better."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._turns = max(1, min(map(hidden_in, view.hands)))
        """The remaining turns of each player: about one card is turned up in each."""
        self._rivals = self.lowest_other - _LAST_TURN_GAIN
        self._values = values_of(self.odds)
        self._any_pair = any_pair_chance(self.odds, self._values)
        self._gifts: dict[Card | None, float] = {}

    def later(self, triad: Triad) -> float:
        """Return the expected points of a column at the end of the round."""
        return self.worth(triad) * (1 - self._completion(triad))

    def ended(self, top: Card | None, now: float, later: float, *, hides: bool) -> float:
        """Return the expected points of the hand, and what it gives to the next player."""
        if self.view.out is not None or not hides:
            later = self._final(now)
        return later + self._gift(top)

    def _final(self, kept: float) -> float:
        """Return the points of a hand without further turns, including doubling (K6.5)."""
        if self.view.out is not None or kept <= 0:
            return kept
        return kept * (1 + 1 / (1 + exp((self._rivals - kept) / _DOUBT)))

    def _completion(self, triad: Triad) -> float:
        """Return the probability that a triad is completed before the round ends."""
        cards = self._turns * _CARDS_A_TURN
        if not any(position.face_up for position in triad):
            return 1 - self._misses(0, self._any_pair, cards - 1)
        one = sum(self.odds[card] for card in completing(triad))
        return 1 - self._misses(one, pair_chance(triad, self._values), cards)

    def _misses(self, one: float, two: float, cards: float) -> float:
        """Return the probability that neither one card nor a pair completes a triad."""
        pairs = _PAIRS_FOR_A_COLUMN * cards * max(0, cards - 1) / 2
        return float((1 - min(one, 1)) ** cards * (1 - min(two, 1)) ** pairs)

    def _gift(self, top: Card | None) -> float:
        """Return the value of the open card to the next player."""
        if top not in self._gifts:
            self._gifts[top] = self._new_gift(top)
        return self._gifts[top]

    def _new_gift(self, top: Card | None) -> float:
        if self.next_hand is None:
            return 0.0
        if top is None:
            return sum(
                chance * self._gift(card) for card, chance in zip(Card, self.odds, strict=True)
            )
        spared = [
            self.worth(triad)
            for triad in self.next_hand
            if triad is not None and top in completing(triad)
        ]
        return max(_GIFT.get(top, 0.0), _GIFT_OF_A_COLUMN * max(spared, default=0.0))
