"""How far a hand is from its contract, and how much each card helps."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.games.capit.rules.cards import JOKER, Card
from bot.games.capit.rules.contracts import Demand
from bot.games.capit.rules.options import RunSuit
from bot.games.capit.rules.plans import most_naturals, plans
from bot.games.capit.rules.supply import Supply

__all__ = ["Prospects"]

LACKING: Final = 6
"""How many cards a plan may lack; with ten cards, there is always a plan that lacks fewer."""

PLANS: Final = 40
"""How many plans are considered, the nearest ones."""

FADING: Final = 0.4
"""The weight of a plan relative to one that lacks one card fewer."""


class Prospects:
    """The nearest plans for a contract, found by adding wild cards for the missing ones."""

    def __init__(
        self,
        hand: Sequence[Card],
        contract: Sequence[Demand],
        run_suit: RunSuit,
        most: int = PLANS,
    ) -> None:
        self._hand = tuple(hand)
        wilds = sum(card.is_wild for card in hand)
        found = plans((*hand, *(JOKER,) * LACKING), contract, run_suit, most)
        self._lacks = [(plan, max(0, plan.wilds - wilds)) for plan in found]
        self.lacking = self._lacks[0][1] if found else LACKING + 1
        """The least number of cards missing for the contract."""

    def worth(self) -> float:
        """Return how near the contract is: a sum over all plans, nearer ones weighing more."""
        return sum(FADING**lacks for _, lacks in self._lacks)

    def uses(self) -> Mapping[Card, float]:
        """Return how much each natural card helps the plans."""
        whole = Supply(self._hand)
        weighed = [
            (plan.shapes, FADING**lacks, most_naturals(whole, plan.shapes))
            for plan, lacks in self._lacks
        ]
        found: dict[Card, float] = {}
        for card in dict.fromkeys(card for card in self._hand if not card.is_wild):
            left = list(self._hand)
            left.remove(card)
            without = Supply(left)
            found[card] = sum(
                weight
                for shapes, weight, naturals in weighed
                if most_naturals(without, shapes) < naturals
            )
        return found
