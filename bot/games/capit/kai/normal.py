"""Easy and normal: they follow one plan for the contract, or none."""

from collections.abc import Mapping, Sequence

from bot.game.held import cards_of
from bot.game.moves import of_kind
from bot.games.capit.kai.hard import HardCapit, Prospects
from bot.games.capit.rules.actions import Action, Discard, LayOff, Swap, TakeDiscard
from bot.games.capit.rules.cards import Card, points
from bot.games.capit.rules.view import Phase, View
from bot.kai.player import Choice, only_choice
from bot.kai.words import because


class NormalCapit(HardCapit):
    """Follows only the best plan for the contract, and does not replace wilds."""

    def choose(self, view: View, legal: Sequence[Action]) -> Choice[Action]:
        """Return the most promising action, and why."""
        if only := only_choice(legal):
            return only
        seen = [action for action in legal if self._notices(view, action)]
        if view.phase is Phase.PLAY and view.viewer not in view.laid:
            discards = of_kind(seen, Discard)
            if len(discards) == len(seen):
                return self._discard(view, discards)
        return super().choose(view, seen)

    def _notices(self, _: View, action: Action) -> bool:
        return not isinstance(action, Swap)

    def _discard(self, view: View, discards: Sequence[Discard]) -> Choice[Action]:
        uses = self._uses(view)
        plain = [each for each in discards if each.card in uses]
        if not plain:
            return Choice(discards[0], because("least_missed"))
        best = min(plain, key=lambda each: (uses[each.card], -points(each.card)))
        if uses[best.card]:
            return Choice(best, because("does_least"))
        return Choice(best, because("no_place"))

    def _uses(self, view: View) -> Mapping[Card, float]:
        hand, run_suit = cards_of(view.hand), view.options.run_suit
        return Prospects(hand, view.contract, run_suit, most=1).uses()


class EasyCapit(NormalCapit):
    """Collects pairs and neighbours regardless of the contract; lays off only on its own melds."""

    def choose(self, view: View, legal: Sequence[Action]) -> Choice[Action]:
        """Return the action that looks best at a glance, and why."""
        if view.phase is Phase.DRAW and TakeDiscard() in legal:
            hand, card = cards_of(view.hand), view.discard_pile[0]
            if view.viewer not in view.laid and (card.is_wild or _mates(card, hand) > 1):
                return Choice(TakeDiscard(), because("goes_with"))
        return super().choose(view, legal)

    def _notices(self, view: View, action: Action) -> bool:
        if isinstance(action, LayOff):
            return view.melds[action.meld].seat == view.viewer
        return super()._notices(view, action)

    def _uses(self, view: View) -> Mapping[Card, float]:
        hand = cards_of(view.hand)
        return {card: _mates(card, hand) - 1 for card in hand if not card.is_wild}


def _mates(card: Card, hand: Sequence[Card]) -> int:
    """Return with how many cards of a hand a card forms a pair or neighbours in a suit."""
    return sum(
        other.rank == card.rank or (other.suit is card.suit and abs(other.rank - card.rank) == 1)
        for other in hand
        if not other.is_wild
    )
