"""How far a hand is from its contract, and how much each card helps."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from bot.games.capit.rules.cards import JOKER, Card
from bot.games.capit.rules.contracts import Demand
from bot.games.capit.rules.options import RunSuit
from bot.games.capit.rules.plans import Plan, most_naturals, plans

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
        self._supply = Counter(hand)
        wilds = sum(card.is_wild for card in hand)
        found = plans((*hand, *(JOKER,) * LACKING), contract, run_suit)[:most]
        self._lacks = [(plan, max(0, plan.wilds - wilds)) for plan in found]
        self.lacking = self._lacks[0][1] if found else LACKING + 1
        """The least number of cards missing for the contract."""

    def worth(self) -> float:
        """Return how near the contract is: a sum over all plans, nearer ones weighing more."""
        return sum(FADING**lacks for _, lacks in self._lacks)

    def uses(self) -> Mapping[Card, float]:
        """Return how much each natural card helps the plans."""
        whole = [(plan, FADING**lacks, self._naturals(plan)) for plan, lacks in self._lacks]
        found: dict[Card, float] = {}
        for card in [card for card in self._supply if not card.is_wild]:
            self._supply[card] -= 1
            found[card] = sum(
                weight for plan, weight, naturals in whole if self._naturals(plan) < naturals
            )
            self._supply[card] += 1
        return found

    def _naturals(self, plan: Plan) -> int:
        return most_naturals(self._supply, plan.shapes)
