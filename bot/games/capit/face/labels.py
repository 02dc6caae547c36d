"""Names, signs and order of cards; names of melds and contracts, points, actions as advice."""

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from itertools import groupby
from typing import Final

from bot.face.cards import article, card_name, card_sign, rank_sign, suit_sign
from bot.face.face import Scene
from bot.face.names import NBSP, listed
from bot.games.capit.rules import actions as act
from bot.games.capit.rules.cards import Card, Suit
from bot.games.capit.rules.melds import Demand, Kind, Meld, Place, Shape, Side
from bot.games.capit.rules.scoring import points
from bot.games.capit.rules.view import Hand, Held, View

_NUMBERS: Final = {2: "two", 3: "three"}


def card_label(card: Card) -> str:
    """Return a card's sign: ``Q`` and its suit, or ``Joker``."""
    return card_sign(card.rank, card.suit)


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
    return shape_label(Shape(meld.kind, meld.rank, meld.suit, len(meld.cards)))


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
    """Capitalise the first letter."""
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
    """The sorting of a displayed hand; the value is the screen's lasting word."""

    RANK = ""
    SUIT = "suit"

    @property
    def other(self) -> "Sorting":
        """The other sorting."""
        return Sorting.SUIT if self is Sorting.RANK else Sorting.RANK


def in_order(cards: Sequence[Card], sorting: Sorting) -> list[Card]:
    """Return the cards sorted for display, wild ones last."""
    return sorted(cards, key=_BY[sorting])


def hand_text(hand: Hand, sorting: Sorting) -> str:
    """Return a hand as Markdown, new cards in bold: by rank in one paragraph, by suit in lines.

    It is a block quote, ended by an empty line, so that it stands out.
    """
    held = sorted(hand, key=lambda each: (_BY[sorting](each.card), each.fresh))
    if sorting is Sorting.SUIT:
        lines = groupby(held, key=lambda each: None if each.card.is_wild else each.card.suit)
        return "".join(f"> {_line(suit, [*cards])}\n" for suit, cards in lines)
    ranks = [_together([*cards]) for _, cards in groupby(held, key=lambda each: each.card.rank)]
    return f"> {f'{NBSP}· '.join(ranks)}\n"


def _together(cards: Sequence[Held]) -> str:
    """Join the cards of one rank; if there are few, they stay in one line."""
    return (NBSP if len(cards) <= _IN_A_LINE else " ").join(map(_marked, cards))


def _line(suit: Suit | None, cards: Sequence[Held]) -> str:
    """Return a line of one suit, showing only ranks; or a line of the wild cards."""
    if suit is None:
        return f"wild: {' '.join(map(_marked, cards))}"
    ranks = (_bold(rank_sign(held.card.rank), held) for held in cards)
    return f"{suit_sign(suit)} {' '.join(ranks)}"


def _marked(held: Held) -> str:
    return _bold(card_label(held.card), held)


def _bold(sign: str, held: Held) -> str:
    return f"**{sign}**" if held.fresh else sign


def _by_rank(card: Card) -> tuple[int, ...]:
    return card.is_wild, -card.rank, _suit(card)


def _by_suit(card: Card) -> tuple[int, ...]:
    return card.is_wild, 0 if card.is_wild else _suit(card), -card.rank, _suit(card)


def _suit(card: Card) -> int:
    return -1 if card.suit is None else _SUITS.index(card.suit)


_BY: Final[dict[Sorting, Callable[[Card], tuple[int, ...]]]] = {
    Sorting.RANK: _by_rank,
    Sorting.SUIT: _by_suit,
}


def proposal(scene: Scene[View], action: act.Action) -> str:
    """Phrase an action of the viewer in the imperative."""
    view = scene.view
    words = "Go on to the next round"
    match action:
        case act.TakeDiscard():
            words = f"Take the {card_words(view.discard_pile[0])} from the discard pile"
        case act.Push():
            words = "Push: two cards go to your left, and you draw the next one"
        case act.Draw():
            words = "Draw a card"
        case act.Discard(card):
            words = f"Discard the {card_words(card)}"
        case act.LayContract() | act.LayMeld() | act.LayOff() | act.LayOffs() | act.Swap():
            words = f"Lay {listed(list(_laid(view, action)))}"
    return words


def _laid(
    view: View, action: act.LayContract | act.LayMeld | act.LayOff | act.LayOffs | act.Swap
) -> Iterator[str]:
    """Yield the cards and where they go."""
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
