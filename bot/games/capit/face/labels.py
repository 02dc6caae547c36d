"""Labels and names of cards and melds."""

from collections.abc import Sequence
from typing import Final

from bot.face.names import listed
from bot.face.suits import article, card_name, card_sign, rank_sign, suit_sign
from bot.games.capit.rules.cards import Card
from bot.games.capit.rules.contracts import Demand
from bot.games.capit.rules.melds import Kind, Meld, Place
from bot.games.capit.rules.plans import Shape

__all__ = [
    "a_card",
    "card_label",
    "card_words",
    "cards_label",
    "contract_words",
    "meld_cards",
    "meld_label",
    "place_label",
    "sentence",
    "shape_label",
]

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
