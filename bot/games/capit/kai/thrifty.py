"""The main player of CAP-IT: plans the contract, then sheds expensive cards."""

from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

from bot.games.capit.kai.prospects import Prospects
from bot.games.capit.rules.actions import (
    Action,
    Discard,
    LayContract,
    LayMeld,
    LayOff,
    Push,
    Swap,
    TakeDiscard,
)
from bot.games.capit.rules.cards import Card, points
from bot.games.capit.rules.choices import lay_offs, new_melds
from bot.games.capit.rules.hands import cards_of
from bot.games.capit.rules.state import Phase
from bot.games.capit.rules.view import View
from bot.kai.player import Choice, only_choice
from bot.kai.reason import because

__all__ = ["ThriftyCapit"]

POINT: Final = 0.01
"""The weight of a point in the hand, relative to a complete plan for the contract."""

T = TypeVar("T")


class ThriftyCapit:
    """Takes only useful cards, lays whatever it can, and keeps what the contract needs."""

    def choose(self, view: View, legal: Sequence[Action]) -> Choice[Action]:
        """Return the most promising action, and why."""
        if only := only_choice(legal):
            return only
        if view.phase is Phase.DRAW:
            return _draw(view, legal)
        return _contract(legal) or _lay(legal) or _discard(view, legal)


def _draw(view: View, legal: Sequence[Action]) -> Choice[Action]:
    if _wants(view, view.discard_pile[0]):
        return Choice(TakeDiscard(), because("of_use"))
    other = next(action for action in legal if action != TakeDiscard())
    if other == Push():
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


def _contract(legal: Sequence[Action]) -> Choice[Action] | None:
    ways = _of(legal, LayContract)
    if not ways:
        return None
    best = max(ways, key=lambda way: _cost(card for meld in way.melds for card in meld.cards))
    return Choice(best, because("contract"))


def _lay(legal: Sequence[Action]) -> Choice[Action] | None:
    """Lay the cards with the most points."""
    swaps, melds, offs = _of(legal, Swap), _of(legal, LayMeld), _of(legal, LayOff)
    if swaps:
        best = max(swaps, key=lambda swap: _cost(_cards(swap)))
        return Choice(best, because("frees_wild"))
    if melds:
        best_meld = max(melds, key=lambda meld: _cost(meld.meld.cards))
        return Choice(best_meld, because("meld"))
    if offs:
        best_off = max(offs, key=lambda off: _cost(off.cards))
        return Choice(best_off, because("lay_off"))
    return None


def _cards(swap: Swap) -> Sequence[Card]:
    used = swap.use.meld.cards if isinstance(swap.use, LayMeld) else swap.use.cards
    return (swap.card, *used)


def _discard(view: View, legal: Sequence[Action]) -> Choice[Action]:
    discards = _of(legal, Discard)
    if view.viewer in view.laid:
        best = max(discards, key=lambda discard: points(discard.card))
        return Choice(best, because("costs_most"))
    uses = Prospects(cards_of(view.hand), view.contract, view.options.run_suit).uses()
    plain = [discard for discard in discards if discard.card in uses]
    if not plain:
        return Choice(discards[0], because("least_missed"))
    best = min(plain, key=lambda each: uses[each.card] - POINT * points(each.card))
    return Choice(best, because("least_for_contract"))


def _cost(cards: Iterable[Card]) -> int:
    return sum(map(points, cards))


def _of(legal: Sequence[Action], kind: type[T]) -> list[T]:
    return [action for action in legal if isinstance(action, kind)]
