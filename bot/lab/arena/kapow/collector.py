"""*collector*: plays for columns and powersets, and hardly counts points before a final turn."""

from functools import cache
from typing import Final

from bot.games.kapow.kai.judge import Judge
from bot.games.kapow.kai.plays import HandState
from bot.games.kapow.rules.triads import Triad
from bot.lab.arena.kapow.slots import CHANCES, Slots, reached, slots
from bot.lab.arena.kapow.staying import staying

__all__ = ["Collector"]

_CARDS: Final = 3
"""How many cards it counts on for each column."""

_COLUMN: Final = 30.0
"""What a complete column is worth, in points."""

_POWER: Final = 1.5
"""What each power card beneath another card is worth, in points."""

_POINT: Final = 0.3
"""What a point counts before a final turn."""


class Collector(Judge):
    """Neither hurries nor waits, and lets the others be: it just wants sets."""

    def cost(self, hand_state: HandState) -> float:
        """Return the negative worth of what is collected; in a final turn, the points."""
        stay, _ = staying(hand_state)
        points = self.expected(stay)
        if self.view.out is not None:
            return points
        complete = len(hand_state.hand) - len(stay)
        hopes = sum(_hope(slots(triad), _CARDS) for triad in stay)
        collected = _COLUMN * (complete + hopes) + _POWER * sum(map(_powers, stay))
        return _POINT * points - collected


def _powers(triad: Triad) -> int:
    return sum(len(position.modifiers) for position in triad)


@cache
def _hope(column: Slots, cards: int) -> float:
    """Return the chance to complete a column over this many cards, if all of them are its own."""
    if not cards:
        return 0.0
    unused = _hope(column, cards - 1)
    return sum(
        chance * max(unused, *(1.0 if new is None else _hope(new, cards - 1) for new in made))
        for chance, made in zip(CHANCES, reached(column), strict=True)
    )
