"""*reckless*: turns up a card in nearly every turn, and goes out first, whatever others have."""

from typing import Final

from bot.games.kapow.kai.judge import Judge
from bot.games.kapow.kai.plays import HandState
from bot.games.kapow.kai.sight import hidden_in
from bot.lab.arena.kapow.staying import staying

__all__ = ["Reckless"]

_HASTE: Final = 2.5
"""The cost of a face-down card, in points: cards up to 8 go where one lies."""


class Reckless(Judge):
    """Counts its points as they lie, looks at nobody, and doesn't mind that points are doubled."""

    def cost(self, hand_state: HandState) -> float:
        """Return the points of the hand as it lies, and the cost of what is still face down."""
        stay, _ = staying(hand_state)
        return self.expected(stay) + _HASTE * hidden_in(stay)
