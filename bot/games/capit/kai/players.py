"""Easy and normal follow one plan or none; hard weighs plans; expert plays rounds out."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from bot.game.deck import without
from bot.game.held import cards_of
from bot.game.moves import of_kind
from bot.games.capit.rules import actions as act
from bot.games.capit.rules.actions import Action, Discard, LayOff, Swap, TakeDiscard
from bot.games.capit.rules.cards import JOKER, Card, points
from bot.games.capit.rules.choices import lay_offs, new_melds
from bot.games.capit.rules.melds import Demand
from bot.games.capit.rules.options import RunSuit
from bot.games.capit.rules.plans import Supply, most_naturals, plans
from bot.games.capit.rules.view import Phase, View
from bot.kai.advice import EvaluatedAction
from bot.kai.player import Choice, only_choice
from bot.kai.search import Effort, Outcomes, evaluated
from bot.kai.words import Reason, because

POINT: Final = 0.01
"""The weight of a point in the hand, relative to a complete plan for the contract."""

LACKING: Final = 6
"""How many cards a plan may lack; with ten cards, there is always a plan that lacks fewer."""

PLANS: Final = 40
"""How many plans are considered, the nearest ones."""

FADING: Final = 0.4
"""The weight of a plan relative to one that lacks one card fewer."""

Laying: TypeAlias = act.LayContract | act.LayMeld | LayOff | Swap

LAYING: Final[Mapping[type[Laying], Reason]] = {
    act.LayContract: because("contract"),
    Swap: because("frees_wild"),
    act.LayMeld: because("meld"),
    LayOff: because("lay_off"),
}
"""What is laid first, and why."""


class HardCapit:
    """Takes only useful cards, lays whatever it can, and keeps what the contract needs."""

    def choose(self, view: View, legal: Sequence[Action]) -> Choice[Action]:
        """Return the most promising action, and why."""
        if only := only_choice(legal):
            return only
        if view.phase is Phase.DRAW:
            return _draw(view, legal)
        return _lay(legal) or _discard(view, legal)


def _draw(view: View, legal: Sequence[Action]) -> Choice[Action]:
    if _wants(view, view.discard_pile[0]):
        return Choice(TakeDiscard(), because("of_use"))
    other = next(action for action in legal if action != TakeDiscard())
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


def _lay(legal: Sequence[Action]) -> Choice[Action] | None:
    for kind, reason in LAYING.items():
        if ways := of_kind(legal, kind):
            return Choice(max(ways, key=cost), reason)
    return None


def _discard(view: View, legal: Sequence[Action]) -> Choice[Action]:
    discards = of_kind(legal, Discard)
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
    cards = (laying.card, *laying.use.cards) if isinstance(laying, Swap) else laying.cards
    return sum(map(points, cards))


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


DISCARDS: Final = 5
"""How many discards are worth a thought."""

WAYS: Final = 3
"""How many ways to lay cards of each kind are worth a thought."""

SURE: Final = 2.0
"""Standard errors by which a choice has to be ahead of the usual one, to be told as better."""

LIKELY: Final = 1.0
"""Standard errors by which it has to be ahead to be played."""

WILD: Final = 100.0
"""What a wild serves the contract: more than any natural card."""


class ExpertCapit:
    """Compares what is worth a thought by playing the round out, beside what hard would do."""

    def __init__(self, effort: Effort | None = None, number: int = 0) -> None:
        """Think so much, or as much as usual, with the dice of this number."""
        self._effort, self._number = effort, number
        self._hard = HardCapit()

    def with_dice(self, number: int) -> "ExpertCapit":
        """Return the same player with other dice; see :class:`bot.kai.advice.WithDice`."""
        return ExpertCapit(self._effort, number)

    def choose(self, view: View, legal: Sequence[Action]) -> Choice[Action]:
        """Return the action that is likely to have the best chance to win the match, and why."""
        if only := only_choice(legal):
            return only
        usual = self._hard.choose(view, legal)
        found = self._outcomes(view, legal, (usual.action,))
        base = found[usual.action]
        best = max(found, key=lambda action: found[action].lead(base, LIKELY))
        return usual if best == usual.action else Choice(best, because("promises_most"))

    def consider(
        self, view: View, legal: Sequence[Action], also: Sequence[Action] = ()
    ) -> Sequence[EvaluatedAction[Action]]:
        """Return what is worth a thought, and ``also``; see :func:`bot.kai.search.evaluated`."""
        asked = (self._hard.choose(view, legal).action, *also)
        found = [*evaluated(self._outcomes(view, legal, asked), asked[0], SURE, asked)]
        for at, each in enumerate(found):  # A difference of few deals may be less than nothing.
            points, field = max(0.0, each.prospect.points), max(0.0, each.prospect.field)
            found[at] = replace(each, prospect=replace(each.prospect, points=points, field=field))
        return found

    def _outcomes(
        self, view: View, legal: Sequence[Action], asked: Sequence[Action]
    ) -> Mapping[Action, Outcomes]:
        """Return what comes of the actions asked for, and then of others worth a thought."""
        # Only where Kai thinks: the compiler takes a second and 65 MB.
        from bot.games.capit.kai.engine.search import USUAL, Search  # noqa: PLC0415 - see above

        first = [*dict.fromkeys(asked)]
        actions = [*dict.fromkeys((*first, *self._worth(view, legal)))]
        search = Search(view, self._effort or USUAL, self._number)
        return dict(zip(actions, search.outcomes(actions, len(first)), strict=True))

    @staticmethod
    def _worth(view: View, legal: Sequence[Action]) -> Sequence[Action]:
        if view.phase is not Phase.PLAY:
            return legal
        discards = _discards(view, legal)
        lays = [way for kind in LAYING for way in sorted(of_kind(legal, kind), key=cost)[-WAYS:]]
        return [*lays, *discards[: 2 if lays else DISCARDS]]


def _discards(view: View, legal: Sequence[Action]) -> Sequence[Action]:
    """Return the discards: those that serve the contract least first, or that cost most."""
    worth: dict[Card, float] = {}
    if view.viewer not in view.laid:
        hand = cards_of(view.hand)
        uses = Prospects(hand, view.contract, view.options.run_suit).uses()
        worth = {card: uses.get(card, WILD) for card in set(hand)}
    discards = of_kind(legal, Discard)
    return sorted(discards, key=lambda d: worth.get(d.card, 0.0) - POINT * points(d.card))


def prepare(view: View, legal: Sequence[Action]) -> bool:
    """Make ready what the first thought would wait for; see :class:`bot.kai.player.Kai`."""
    from bot.kai.compiled import IS_COMPILED  # noqa: PLC0415 - brings the compiler along

    ExpertCapit().consider(view, legal)
    return IS_COMPILED
