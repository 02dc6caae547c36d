"""*spoiler*: spoils the others' rounds: it starves the next player, and ends what goes badly for
them.
"""

from typing import Final

from bot.games.kapow.kai.judge import Judge
from bot.games.kapow.kai.plays import HandState
from bot.games.kapow.kai.sight import hidden_in
from bot.games.kapow.rules.view import View
from bot.lab.arena.kapow.columns import price_with
from bot.lab.arena.kapow.gifts import Gifts
from bot.lab.arena.kapow.slots import slots
from bot.lab.arena.kapow.staying import staying

__all__ = ["Spoiler"]

_CARDS: Final = 3
"""How many cards it counts on for each column, its own or the next player's."""

_GIFT: Final = 2.0
"""The weight of what the top discard saves the next player."""

_RELIEF: Final = 6.0
"""How many points a final turn is expected to save each rival."""


class Spoiler(Judge):
    """Compares its points with those of the others, as if the round might end at any moment."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._gifts = Gifts(self.next_hand, self.odds)
        self._rivals = [self.expected(hand) - _RELIEF for hand in self.others]

    def cost(self, hand_state: HandState) -> float:
        """Return by how much the seat is behind, and what it gives to the next player."""
        stay, top = staying(hand_state)
        now = self.expected(stay)
        theirs = sum(self._rivals) / len(self._rivals)
        if self.view.out is not None:
            return now - theirs + _GIFT * self._gifts.of(top, 1)
        if not hidden_in(stay):
            doubled = now > max(0.0, min(self._rivals))
            return now * (2 if doubled else 1) - theirs + _GIFT * self._gifts.of(top, 1)
        later = sum(price_with(self.odds, slots(triad), _CARDS) for triad in stay)
        return later + _GIFT * self._gifts.of(top, _CARDS)
