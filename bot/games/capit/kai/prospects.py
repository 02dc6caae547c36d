"""How far a hand is from its contract, and which of its cards matter for that."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from bot.games.capit.rules.cards import JOKER, Card
from bot.games.capit.rules.contracts import Demand
from bot.games.capit.rules.options import RunSuit
from bot.games.capit.rules.plans import Plan, most_naturals, plans

__all__ = ["Prospects"]

LACKING: Final = 6
"""Cards that a plan may lack; there is always one that lacks fewer, with ten cards in the hand."""

PLANS: Final = 40
"""How many plans are kept in mind, the nearest ones."""

FADING: Final = 0.4
"""What a plan counts beside one that lacks a card less."""


class Prospects:
    """The nearest ways to a contract, as if as many wild cards as are lacking were to come."""

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
        """How many cards at least have to come before the contract can be laid."""

    def worth(self) -> float:
        """Return how near the contract is: all plans count, the nearer ones more."""
        return sum(FADING**lacks for _, lacks in self._lacks)

    def uses(self) -> Mapping[Card, float]:
        """Return how much each card that is not wild does for the plans."""
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
