"""*sprinter*: plans columns for a short round, makes it short, and goes out as soon as it leads."""

from typing import Final

from bot.games.kapow.kai.judge import Judge
from bot.games.kapow.kai.plays import HandState
from bot.games.kapow.kai.sight import hidden_in
from bot.lab.arena.kapow.columns import price_with
from bot.lab.arena.kapow.slots import slots
from bot.lab.arena.kapow.staying import staying

__all__ = ["Sprinter"]

_CARDS_A_TURN: Final = 1.5
"""How many cards a turn offers on average: the drawn one, and often the open one."""

_MOST: Final = 6
"""The maximum look-ahead, in cards."""

_HASTE: Final = 3.0
"""The cost of a face-down card, in points, since it takes a turn to get rid of it."""


class Sprinter(Judge):
    """Reckons by its own face-down cards how long the round lasts, and gives away what it likes."""

    def cost(self, hand_state: HandState) -> float:
        """Return the expected points; those of going out behind count twice (K6.5)."""
        stay, _ = staying(hand_state)
        hidden, now = hidden_in(stay), self.expected(stay)
        if self.view.out is not None:
            return now
        if not hidden:
            return 2 * now if now > max(0.0, self.lowest_other) else now - _HASTE
        cards = min(_MOST, max(1, round(_CARDS_A_TURN * hidden)))
        later = sum(price_with(self.odds, slots(triad), cards) for triad in stay)
        return later + _HASTE * hidden
