"""Names, signs and order of cards; names of melds and contracts, points; menu items, advice."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import partial
from itertools import groupby, islice
from typing import Final

from bot.face import cards as shared
from bot.face.cards import article, card_name, card_sign, rank_sign, suit_sign
from bot.face.face import MAX_MENU_ITEMS, Act, MenuItem, Scene
from bot.face.markdown import counted, ordinal, plain
from bot.face.phrases import NBSP, listed
from bot.game.held import Held, cards_of
from bot.game.moves import Draw
from bot.games.capit.rules import actions as act
from bot.games.capit.rules.actions import LayOff, Swap
from bot.games.capit.rules.cards import Card, Suit, points
from bot.games.capit.rules.melds import (
    Demand,
    Kind,
    Meld,
    Place,
    Shape,
    Side,
    best_filling,
    fillings,
)
from bot.games.capit.rules.view import Hand, View

_PLUS: Final = " + "

_LOOKED_AT: Final = 200
"""How many ways of each kind are considered."""
_NAME: Final = 16

_NUMBERS: Final = {2: "two", 3: "three"}


def card_label(card: Card) -> str:
    """Return a card's sign: ``Q`` and its suit, or ``Joker``."""
    return card_sign(card.rank, card.suit)


def card_emoji(card: Card) -> str:
    """Return the name of a card's emoji: ``capit_queen_hearts``."""
    return shared.card_emoji("capit", card.rank, card.suit)


def cards_label(cards: Sequence[Card]) -> str:
    """Return the signs of several cards."""
    return " ".join(map(card_label, cards))


def card_words(card: Card) -> str:
    """Name a card: ``queen of hearts``, ``10 of spades``, ``joker``."""
    return card_name(card.rank, card.suit)


def a_card(card: Card) -> str:
    """Name a card with its article: ``a joker``, ``an ace of clubs``."""
    return f"{article(card.rank)} {card_words(card)}"


def place_label(place: Place) -> str:
    """Return the label of the card that belongs in a place: ``5`` and its suit, or a rank."""
    return f"{rank_sign(place.rank)}{suit_sign(place.suit)}"


def meld_label(meld: Meld) -> str:
    """Describe a meld, not its cards (C2.4): ``set of 7s``, ``run 2-4`` and its suit."""
    return shape_label(meld.shape)


def shape_label(shape: Shape) -> str:
    """Describe a meld of this shape."""
    if shape.kind is Kind.SET:
        return f"set of {rank_sign(shape.rank)}s"
    highest = shape.rank + shape.size - 1
    return f"run {rank_sign(shape.rank)}-{rank_sign(highest)}{suit_sign(shape.suit)}"


def meld_cards(meld: Meld) -> str:
    """List a meld's cards; a wild in a run with the card it stands for: ``Joker(5♤)``."""
    return " ".join(_in_place(meld, at) for at in range(len(meld.cards)))


def _in_place(meld: Meld, at: int) -> str:
    card = card_label(meld.cards[at])
    if meld.is_natural(at) or meld.kind is Kind.SET:
        return card
    return f"{card}({place_label(meld.place(at))})"


def contract_words(contract: Sequence[Demand]) -> str:
    """Describe a round's contract (C2.3): ``a set of 3 and a run of 4``, ``two sets of 3``."""
    if len(contract) > 1 and len(set(contract)) == 1:
        kind, size = contract[0]
        return f"{_NUMBERS[len(contract)]} {kind}s of {size}"
    return listed([f"a {kind} of {size}" for kind, size in contract])


def sentence(words: str) -> str:
    """Capitalise the first letter alone."""
    return words[:1].upper() + words[1:]


_TIMES: Final = "\N{MULTIPLICATION SIGN}"


def sum_of(hand: Sequence[Card]) -> str:
    """Write out the points of a hand: ``20 (Joker) + 5 (9♤) = 25``."""
    total = sum(map(points, hand))
    dear = sorted(hand, key=lambda card: (-points(card), card))
    terms = [_term(cost, [*cards]) for cost, cards in groupby(dear, key=points)]
    return f"{' + '.join(terms)} = {total}" if terms else "no card left"


def _term(cost: int, cards: Sequence[Card]) -> str:
    times = f"{len(cards)} {_TIMES} {cost}" if len(cards) > 1 else str(cost)
    return f"{times} ({cards_label(cards)})"


_SUITS: Final = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
"""In alternating colours."""

_IN_A_LINE: Final = 6
"""How many cards fit in a line on a narrow phone."""


class Sorting(StrEnum):
    """How a hand is sorted; the value is the screen's lasting word."""

    RANK = ""
    SUIT = "suit"

    @property
    def other(self) -> "Sorting":
        """The other sorting."""
        return Sorting.SUIT if self is Sorting.RANK else Sorting.RANK


def in_order(cards: Sequence[Card], sorting: Sorting) -> list[Card]:
    """Return the cards sorted for display, wild ones last."""
    return sorted(cards, key=partial(_by, sorting))


def hand_text(hand: Hand, sorting: Sorting) -> str:
    """Return a hand as a block quote, new cards in bold: by rank, or by suit in lines."""
    held = sorted(hand, key=lambda each: (_by(sorting, each.card), each.fresh))
    if sorting is Sorting.SUIT:
        lines = groupby(held, key=lambda each: None if each.card.is_wild else each.card.suit)
        return "".join(f"> {_line(suit, [*cards])}\n" for suit, cards in lines)
    ranks = [_together([*cards]) for _, cards in groupby(held, key=lambda each: each.card.rank)]
    return f"> {f'{NBSP}· '.join(ranks)}\n"


def _together(cards: Sequence[Held[Card]]) -> str:
    return (NBSP if len(cards) <= _IN_A_LINE else " ").join(map(_marked, cards))


def _line(suit: Suit | None, cards: Sequence[Held[Card]]) -> str:
    if suit is None:
        return f"wild: {' '.join(map(_marked, cards))}"
    ranks = (_bold(rank_sign(held.card.rank), held) for held in cards)
    return f"{suit_sign(suit)} {' '.join(ranks)}"


def _marked(held: Held[Card]) -> str:
    return _bold(card_label(held.card), held)


def _bold(sign: str, held: Held[Card]) -> str:
    return f"**{sign}**" if held.fresh else sign


def _by(sorting: Sorting, card: Card) -> tuple[int, ...]:
    suit = -1 if card.suit is None else _SUITS.index(card.suit)
    first = 0 if card.is_wild or sorting is Sorting.RANK else suit
    return card.is_wild, first, -card.rank, suit


def proposal(scene: Scene[View], action: act.Action) -> str:
    """Phrase an action of the viewer in the imperative."""
    view = scene.view
    match action:
        case act.TakeDiscard():
            return f"Take the {card_words(view.discard_pile[0])}"
        case act.Push():
            return f"Push the {card_words(view.discard_pile[0])}"
        case Draw():
            return "Draw a card"
        case act.Discard(card):
            return f"Discard the {card_words(card)}"
        case act.LayContract() | act.LayMeld() | act.LayOff() | act.LayOffs() | act.Swap():
            return f"Lay {listed(list(_laid(view, action)))}"
    return "Go on to the next round"


def _laid(view: View, action: act.Action) -> Iterator[str]:
    match action:
        case act.LayContract(melds):
            yield from (f"{cards_label(cards.cards)} as a {cards.kind}" for cards in melds)
        case act.LayMeld(cards):
            yield f"{cards_label(cards.cards)} as a {cards.kind}"
        case act.LayOff(number, cards, side):
            low = ", at its lower end" if side is Side.LOW else ""
            yield f"{cards_label(cards)} off on the {meld_label(view.melds[number].meld)}{low}"
        case act.LayOffs(offs):
            for off in offs:
                yield from _laid(view, off)
        case act.Swap(number, at, card, use):
            meld = view.melds[number].meld
            wild, there = card_label(meld.cards[at]), meld_label(meld)
            yield f"{card_label(card)} in the place of {wild} in the {there}"
            yield from _laid(view, use)


def discard_item(hand: Hand, card: Card) -> MenuItem:
    """Return the item that discards a card."""
    does = Act(str(act.Discard(card)))
    return MenuItem(card_label(card), does, _about(hand, card), card_emoji(card))


def _about(hand: Hand, card: Card) -> str:
    same = [held for held in hand if held.card == card]
    parts = (
        card_words(card),
        f"you have {len(same)}" if len(same) > 1 else "",
        "new" if any(held.fresh for held in same) else "",
        counted(points(card), "point"),
    )
    return " · ".join(filter(None, parts))


def ways_to_fill(
    hand: Hand, shapes: Sequence[Shape], first: tuple[Meld, ...] = ()
) -> list[tuple[Meld, ...]]:
    """Return up to 25 ways to fill shapes: ``first``, then those with the fewest wilds.

    There may be millions: first come the best way with other natural cards, then with other wilds.
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


def wilds_in(melds: Sequence[Meld]) -> int:
    """Return how many 2s and jokers are in melds."""
    return sum(card.is_wild for meld in melds for card in meld.cards)


def _alike(melds: Sequence[Meld]) -> tuple[str, ...]:
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
    meld = scene.view.melds[swap.meld].meld
    wild = card_label(freed(scene.view, swap))
    at = f" ({ordinal(swap.at + 1)} card)" if meld.kind is Kind.SET else ""
    owned = f"meld {swap.meld + 1}, {_owned(scene, swap.meld)}"
    return f"{card_label(swap.card)} for the {wild}{at} of {owned}"


def off_item(scene: Scene[View], off: LayOff, action: str) -> MenuItem:
    """Return the menu item of a lay-off."""
    meld = scene.view.melds[off.meld].meld
    about = meld_cards(meld) if len(meld.cards) < 10 else cards_label(meld.cards)
    return MenuItem(target(scene, off), Act(action), about)


def target(scene: Scene[View], off: LayOff) -> str:
    """Describe where a card is laid off: ``4: Mina's run 3-6, as the 7``."""
    meld = scene.view.melds[off.meld].meld
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


def freed(view: View, swap: Swap) -> Card:
    """Return the wild card that a replacement frees."""
    return view.melds[swap.meld].meld.cards[swap.at]
