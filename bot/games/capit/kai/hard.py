"""Hard: plans the contract, then sheds expensive cards."""

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from bot.game.deck import without
from bot.game.held import cards_of
from bot.game.moves import of_kind
from bot.games.capit.rules import actions as act
from bot.games.capit.rules.cards import JOKER, Card, points
from bot.games.capit.rules.choices import lay_offs, new_melds
from bot.games.capit.rules.melds import Demand
from bot.games.capit.rules.options import RunSuit
from bot.games.capit.rules.plans import Supply, most_naturals, plans
from bot.games.capit.rules.view import Phase, View
from bot.kai.player import Choice, only_choice
from bot.kai.words import Reason, because

POINT: Final = 0.01
"""The weight of a point in the hand, relative to a complete plan for the contract."""

LACKING: Final = 6
"""How many cards a plan may lack; with ten cards, there is always a plan that lacks fewer."""

PLANS: Final = 40
"""How many plans are considered, the nearest ones."""

FADING: Final = 0.4
"""The weight of a plan relative to one that lacks one card fewer."""

Laying: TypeAlias = act.LayContract | act.LayMeld | act.LayOff | act.Swap

LAYING: Final[Mapping[type[Laying], Reason]] = {
    act.LayContract: because("contract"),
    act.Swap: because("frees_wild"),
    act.LayMeld: because("meld"),
    act.LayOff: because("lay_off"),
}
"""What is laid first, and why."""


class HardCapit:
    """Takes only useful cards, lays whatever it can, and keeps what the contract needs."""

    def choose(self, view: View, legal: Sequence[act.Action]) -> Choice[act.Action]:
        """Return the most promising action, and why."""
        if only := only_choice(legal):
            return only
        if view.phase is Phase.DRAW:
            return _draw(view, legal)
        return _lay(legal) or _discard(view, legal)


def _draw(view: View, legal: Sequence[act.Action]) -> Choice[act.Action]:
    if _wants(view, view.discard_pile[0]):
        return Choice(act.TakeDiscard(), because("of_use"))
    other = next(action for action in legal if action != act.TakeDiscard())
    if other == act.Push():
        return Choice(other, because("push"))
    return Choice(other, because("no_use"))


def _wants(view: View, card: Card) -> bool:
    """Whether the top discard helps the contract or could be laid at once."""
    hand, run_suit = cards_of(view.hand), view.options.run_suit
    if view.viewer in view.laid:
        with_it = (*hand, card)
        return any(lay_offs((card,), [laid.meld for laid in view.melds])) or any(
            card in meld.meld.cards for meld in new_melds(with_it, run_suit)
        )
    before = Prospects(hand, view.contract, run_suit)
    return Prospects((*hand, card), view.contract, run_suit).lacking < before.lacking


def _lay(legal: Sequence[act.Action]) -> Choice[act.Action] | None:
    for kind, reason in LAYING.items():
        if ways := of_kind(legal, kind):
            return Choice(max(ways, key=cost), reason)
    return None


def _discard(view: View, legal: Sequence[act.Action]) -> Choice[act.Action]:
    discards = of_kind(legal, act.Discard)
    if view.viewer in view.laid:
        best = max(discards, key=lambda discard: points(discard.card))
        return Choice(best, because("costs_most"))
    uses = Prospects(cards_of(view.hand), view.contract, view.options.run_suit).uses()
    plain = [discard for discard in discards if discard.card in uses]
    if not plain:
        return Choice(discards[0], because("least_missed"))
    best = min(plain, key=lambda each: uses[each.card] - POINT * points(each.card))
    return Choice(best, because("least_for_contract"))


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
            others = Supply(without(self._hand, [card]))
            lost = (weight for of, weight, most in weighed if most_naturals(others, of) < most)
            found[card] = sum(lost)
        return found


def cost(laying: Laying) -> int:
    """Return the points that leave the hand."""
    cards = (laying.card, *laying.use.cards) if isinstance(laying, act.Swap) else laying.cards
    return sum(map(points, cards))
