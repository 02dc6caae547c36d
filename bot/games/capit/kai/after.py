"""What a choice leaves a seat with, and how a playout goes on from there."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.games.capit.kai.engine.tables import NUMBERS
from bot.games.capit.kai.engine.turns import LAY, PUSH, TAKE
from bot.games.capit.rules.actions import (
    Action,
    Cards,
    Discard,
    Draw,
    LayContract,
    LayMeld,
    LayOff,
    LayOffs,
    Push,
    Swap,
    TakeDiscard,
)
from bot.games.capit.rules.cards import Card
from bot.games.capit.rules.hands import cards_of
from bot.games.capit.rules.melds import Meld, joined, read_meld, swapped
from bot.games.capit.rules.options import RunSuit
from bot.games.capit.rules.view import View

__all__ = ["After", "after"]


@dataclass(frozen=True, slots=True)
class After:
    """A seat's hand and the table after a choice."""

    hand: Sequence[Card]
    table: Sequence[Meld]
    laid: bool
    """Whether the seat has laid its contract."""
    start: int
    """How the playout begins."""


def after(view: View, action: Action) -> After:
    """Return what an action of the seat to move leads to."""
    hand, table = cards_of(view.hand), [laid.meld for laid in view.melds]
    laid = view.to_move in view.laid
    match action:
        case TakeDiscard():
            return After(hand, table, laid, TAKE)
        case Push() | Draw():
            return After(hand, table, laid, PUSH)
        case Discard(card):
            return After(hand, table, laid, NUMBERS[card])
        case LayContract() | LayMeld() | LayOff() | LayOffs():
            left = _without(hand, action.cards)
            return After(left, _laid(table, action, view.options.run_suit), laid=True, start=LAY)
        case Swap():
            return _swapped(hand, table, action, view.options.run_suit)
    return After(hand, table, laid, LAY)


def _swapped(hand: Sequence[Card], table: list[Meld], swap: Swap, run_suit: RunSuit) -> After:
    freed = table[swap.meld].cards[swap.at]
    left = _without((*hand, freed), (swap.card, *swap.use.cards))
    table[swap.meld] = swapped(table[swap.meld], swap.at, swap.card)
    return After(left, _laid(table, swap.use, run_suit), laid=True, start=LAY)


def _laid(
    table: list[Meld], action: LayContract | LayMeld | LayOff | LayOffs, run_suit: RunSuit
) -> list[Meld]:
    """Return the table with the cards of an action."""
    if isinstance(action, LayOff | LayOffs):
        for off in action.offs:
            table[off.meld] = joined(table[off.meld], off.cards, off.side)
        return table
    melds: Sequence[Cards] = action.melds if isinstance(action, LayContract) else (action.meld,)
    return [*table, *(read_meld(each.kind, each.cards, run_suit) for each in melds)]


def _without(hand: Sequence[Card], cards: Sequence[Card]) -> Sequence[Card]:
    left = [*hand]
    for card in cards:
        left.remove(card)
    return left
