"""What the top discard is worth to the next player."""

from collections.abc import Sequence

from bot.games.kapow.rules.cards import Card
from bot.games.kapow.rules.triads import Hand
from bot.lab.arena.kapow.columns import price, price_after
from bot.lab.arena.kapow.slots import slots

__all__ = ["Gifts"]


class Gifts:
    """The points that the next player saves by the top discard, compared with a drawn card."""

    def __init__(self, following: Hand | None, odds: Sequence[float]) -> None:
        """``following`` is the next player's hand; None without a turn left in the round."""
        self._following = following
        self._odds = odds
        self._known: dict[tuple[Card | None, int], float] = {}

    def of(self, top: Card | None, cards: int) -> float:
        """Return the savings if the next player gets at most this many cards, at least one."""
        if (top, cards) not in self._known:
            self._known[top, cards] = self._gift(top, cards)
        return self._known[top, cards]

    def _gift(self, top: Card | None, cards: int) -> float:
        if self._following is None:
            return 0.0
        saves = [0.0] * len(Card)
        for triad in self._following:
            if triad is not None:
                column = slots(triad)
                unused = price(column, cards - 1)
                after = price_after(column, cards)
                saves = [max(best, unused - then) for best, then in zip(saves, after, strict=True)]
        drawn = self._mean(saves)
        gifts = [max(0.0, save - drawn) for save in saves]
        return self._mean(gifts) if top is None else gifts[top]

    def _mean(self, figures: Sequence[float]) -> float:
        return sum(chance * figure for chance, figure in zip(self._odds, figures, strict=True))
