"""Menu items for the ways to lay melds: which melds, then with which cards."""

from collections.abc import Sequence
from itertools import islice
from typing import Final

from bot.face.menus import MAX_MENU_ITEMS
from bot.face.numbers import counted
from bot.games.capit.face.labels import meld_cards, shape_label
from bot.games.capit.face.menus import cards_of
from bot.games.capit.rules.actions import Cards
from bot.games.capit.rules.fillings import best_filling, fillings
from bot.games.capit.rules.melds import Meld, read_meld
from bot.games.capit.rules.options import RunSuit
from bot.games.capit.rules.plans import Shape
from bot.games.capit.rules.state import Hand

__all__ = [
    "as_cards",
    "as_meld",
    "cards_line",
    "has_other_ways",
    "reading",
    "shape_of",
    "ways_to_fill",
    "wilds_in",
    "wilds_line",
]

_PLUS: Final = " + "

_LOOKED_AT: Final = 200
"""How many ways of each kind are considered."""


def as_meld(cards: Cards, run_suit: RunSuit) -> Meld:
    """Return the meld of the cards in an action."""
    return read_meld(cards.kind, cards.cards, run_suit)


def as_cards(meld: Meld) -> Cards:
    """Return the cards of a meld, as an action has them."""
    return Cards(meld.kind, meld.cards)


def shape_of(meld: Meld) -> Shape:
    """Return the shape of a meld."""
    return Shape(meld.kind, meld.rank, meld.suit, len(meld.cards))


def ways_to_fill(
    hand: Hand, shapes: Sequence[Shape], first: tuple[Meld, ...] = ()
) -> list[tuple[Meld, ...]]:
    """Return up to 25 ways to fill shapes: ``first``, then those with the fewest wilds.

    There may be millions, most of which waste wilds. So ways that replace natural cards of the
    best way are considered first, then ways with other wilds, then any.
    """
    cards = cards_of(hand)
    best = first or best_filling(cards, shapes)
    used = [card for meld in best for card in meld.cards]
    plain = [card for card in cards if not card.is_wild] + [card for card in used if card.is_wild]
    wild = [card for card in used if not card.is_wild] + [card for card in cards if card.is_wild]
    found = {_alike(best): best}
    for supply in (plain, wild, cards):
        # Sorted, so that the order rule for melds of the same shape drops none of them.
        for way in islice(fillings(sorted(supply), shapes), _LOOKED_AT):
            found.setdefault(_alike(way), way)
    return [best, *sorted([*found.values()][1:], key=wilds_in)][:MAX_MENU_ITEMS]


def has_other_ways(hand: Hand, shape: Shape) -> bool:
    """Whether a meld can be laid with different cards."""
    return len([*islice(fillings(cards_of(hand), (shape,)), 2)]) > 1


def wilds_in(melds: Sequence[Meld]) -> int:
    """Return how many 2s and jokers are in melds."""
    return sum(card.is_wild for meld in melds for card in meld.cards)


def _alike(melds: Sequence[Meld]) -> tuple[str, ...]:
    """Return a key that does not depend on the order of the melds."""
    return tuple(sorted(map(str, melds)))


def reading(shapes: Sequence[Shape]) -> str:
    """Describe shapes: ``set of 7s + run 3-6`` and its suit."""
    return _PLUS.join(map(shape_label, shapes))


def cards_line(melds: Sequence[Meld]) -> str:
    """List the cards of melds, each wild with what it stands for."""
    return _PLUS.join(map(meld_cards, melds))


def wilds_line(number: int) -> str:
    """Return how many 2s and jokers a way uses."""
    return counted(number, "wild card") if number else "no wild card"
