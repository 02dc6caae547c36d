"""Ways to lay melds, as lines of menus: which ones, then with which cards."""

from collections.abc import Sequence
from itertools import islice
from typing import Final

from bot.games.capit.actions import Cards
from bot.games.capit.fillings import best_filling, fillings
from bot.games.capit.melds import Meld, read_meld
from bot.games.capit.options import RunSuit
from bot.games.capit.plans import Shape
from bot.games.capit.state import Hand
from bot.render.capit.labels import counted, meld_cards, shape_label
from bot.render.capit.menus import LINES, cards_of

__all__ = ["as_cards", "as_meld", "cards_line", "reading", "shape_of", "ways_to_fill", "wilds_line"]

_PLUS: Final = " + "


def as_meld(cards: Cards, run_suit: RunSuit) -> Meld:
    """Return the meld that an action lays."""
    return read_meld(cards.kind, cards.cards, run_suit)


def as_cards(meld: Meld) -> Cards:
    """Return a meld as an action lays it."""
    return Cards(meld.kind, meld.cards)


def shape_of(meld: Meld) -> Shape:
    """Return what a meld is, whichever cards it is laid with."""
    return Shape(meld.kind, meld.rank, meld.suit, len(meld.cards))


def ways_to_fill(
    hand: Hand, shapes: Sequence[Shape], first: tuple[Meld, ...] = ()
) -> list[tuple[Meld, ...]]:
    """Return up to 25 ways to lay shapes: ``first``, else the one that wastes least, and others."""
    cards = cards_of(hand)
    best = first or best_filling(cards, shapes)
    ways = {_alike(best): best}
    for way in islice(fillings(cards, shapes), LINES):
        ways.setdefault(_alike(way), way)
    return [*ways.values()][:LINES]


def _alike(melds: Sequence[Meld]) -> tuple[str, ...]:
    """Return what is equal for melds that differ in their order alone."""
    return tuple(sorted(map(str, melds)))


def reading(shapes: Sequence[Shape]) -> str:
    """Say what melds are: ``set of 7s + run 3-6`` and its suit."""
    return _PLUS.join(map(shape_label, shapes))


def cards_line(melds: Sequence[Meld]) -> str:
    """Return the cards of melds, each wild with what it stands for."""
    return _PLUS.join(map(meld_cards, melds))


def wilds_line(number: int) -> str:
    """Say how many 2s and jokers a way takes."""
    return counted(number, "wild card") if number else "no wild card"
