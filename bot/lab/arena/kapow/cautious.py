"""*cautious*: keeps its cards face down, gives nothing away, and goes out only if surely lowest."""

from typing import Final

from bot.games.kapow.kai.judge import Judge
from bot.games.kapow.kai.plays import HandState
from bot.games.kapow.kai.sight import hidden_in
from bot.games.kapow.rules.triads import Hand
from bot.games.kapow.rules.view import View
from bot.lab.arena.kapow.columns import price, price_with
from bot.lab.arena.kapow.gifts import Gifts
from bot.lab.arena.kapow.slots import slots
from bot.lab.arena.kapow.staying import staying

__all__ = ["Cautious"]

_CARDS: Final = 4
"""How many cards it counts on for each column, however long the round may last."""

_TURNED_UP: Final = 2.0
"""The cost of having a card face up, in points: turning up brings the end nearer."""

_GIFT: Final = 1.5
"""The weight of what the top discard saves the next player."""

_LUCK: Final = 5.0
"""The points that it thinks a rival may save with each face-down card, and in the final turn."""

_SURE: Final = 10.0
"""What it is worth to go out if surely lowest, in points."""

_NEVER: Final = 1000.0
"""The cost of going out otherwise."""


class Cautious(Judge):
    """Would rather discard what it draws than turn a card up that does not help a column much."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._gifts = Gifts(self.next_hand, self.odds)

    def cost(self, hand_state: HandState) -> float:
        """Return the expected points of the hand, and what it shows and gives away."""
        stay, top = staying(hand_state)
        given = _GIFT * self._gifts.of(top, _CARDS)
        hidden = hidden_in(stay)
        if self.view.out is not None:
            return self.expected(stay) + _GIFT * self._gifts.of(top, 1)
        if not hidden:
            now = self.expected(stay)
            return now + given + (-_SURE if self._is_surely_lowest(now) else _NEVER)
        later = sum(price_with(self.odds, slots(triad), _CARDS) for triad in stay)
        return later - _TURNED_UP * hidden + given

    def _is_surely_lowest(self, now: float) -> bool:
        return all(now < self._least(hand) for hand in self.others)

    def _least(self, hand: Hand) -> float:
        """Return what a rival may come down to in a lucky final turn: its best column goes."""
        columns = [triad for triad in hand if triad is not None]
        saved = max((self.worth(t) - price(slots(t), 2) for t in columns), default=0.0)
        return self.expected(hand) - saved - _LUCK * (1 + hidden_in(hand))
