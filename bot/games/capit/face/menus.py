"""Menu items: cards of a hand, ways to lay melds with them, and melds on the table."""

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Final

from bot.face.face import MAX_MENU_ITEMS, Act, Focus, MenuItem, Scene
from bot.face.markdown import counted, ordinal, plain
from bot.games.capit.face.labels import (
    card_label,
    card_words,
    cards_label,
    meld_cards,
    meld_label,
    place_label,
    shape_label,
)
from bot.games.capit.rules.actions import Cards, LayOff, Swap
from bot.games.capit.rules.cards import Card
from bot.games.capit.rules.fillings import best_filling, fillings
from bot.games.capit.rules.melds import Kind, Meld, Shape, Side, read_meld
from bot.games.capit.rules.options import RunSuit
from bot.games.capit.rules.scoring import points
from bot.games.capit.rules.view import Hand, View

_PLUS: Final = " + "

_LOOKED_AT: Final = 200
"""How many ways of each kind are considered."""
_NAME: Final = 16
"""The limit of names in menus, in characters."""


def cards_of(hand: Hand) -> tuple[Card, ...]:
    """Return the cards of a hand, sorted."""
    return tuple(sorted(held.card for held in hand))


def card_items(
    hand: Hand, does: Mapping[Card, Act | Focus], why: Mapping[Card, str]
) -> list[MenuItem]:
    """Return an item for each card in ``does``, with a remark."""
    return [
        MenuItem(card_label(card), does[card], _about(hand, card, why.get(card, "")))
        for card in does
    ]


def _about(hand: Hand, card: Card, why: str) -> str:
    """Name a card, its count, whether one is new, and its points."""
    same = [held for held in hand if held.card == card]
    parts = (
        card_words(card),
        f"you have {len(same)}" if len(same) > 1 else "",
        "new" if any(held.fresh for held in same) else "",
        why or counted(points(card), "point"),
    )
    return " · ".join(filter(None, parts))


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


def exchange(scene: Scene[View], swap: Swap) -> str:
    """Describe a replacement; a place in a set is named by its number."""
    meld = _meld(scene.view, swap.meld)
    wild = card_label(freed(scene.view, swap))
    at = f" ({ordinal(swap.at + 1)} card)" if meld.kind is Kind.SET else ""
    owned = f"meld {swap.meld + 1}, {_owned(scene, swap.meld)}"
    return f"{card_label(swap.card)} for the {wild}{at} of {owned}"


def off_item(scene: Scene[View], off: LayOff, action: str) -> MenuItem:
    """Return the menu item of a lay-off."""
    meld = _meld(scene.view, off.meld)
    about = meld_cards(meld) if len(meld.cards) < 10 else cards_label(meld.cards)
    return MenuItem(target(scene, off), Act(action), about)


def target(scene: Scene[View], off: LayOff) -> str:
    """Describe where a card is laid off: ``4: Mina's run 3-6, as the 7``."""
    meld = _meld(scene.view, off.meld)
    where = whose(scene, off.meld)
    if meld.kind is Kind.SET:
        return where
    place = meld.place(-1 if off.side is Side.LOW else len(meld.cards))
    return f"{where}, as the {place_label(place)}"


def whose(scene: Scene[View], number: int) -> str:
    """Name a meld by its number and owner: ``4: Mina's set of 7s``."""
    return f"{number + 1}: {_owned(scene, number)}"


def _owned(scene: Scene[View], number: int) -> str:
    seat, meld = scene.view.melds[number]
    own = seat == scene.view.viewer
    owner = "your" if own else f"{plain(scene.seats[seat].name, _NAME)}'s"
    return f"{owner} {meld_label(meld)}"


def _meld(view: View, number: int) -> Meld:
    return view.melds[number].meld


def freed(view: View, swap: Swap) -> Card:
    """Return the wild card that a replacement frees."""
    return _meld(view, swap.meld).cards[swap.at]
