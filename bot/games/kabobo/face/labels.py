"""Labels and names of cards and places."""

from typing import Final

from bot.face.suits import article, card_name, card_sign
from bot.games.kabobo.rules.cards import Card
from bot.games.kabobo.rules.state import Laid

__all__ = [
    "HIDDEN",
    "LOCKED",
    "a_card",
    "card_label",
    "card_words",
    "laid_label",
    "laid_words",
    "place_words",
]

HIDDEN: Final = "?"
LOCKED: Final = "\N{LOCK}"
"""The signs of a hidden card and of a lock."""

_PLACES: Final = ("first", "second", "third", "fourth")


def card_label(card: Card) -> str:
    """Return a card's sign: ``Q`` and its suit, or ``Joker``."""
    return card_sign(card.value, card.suit)


def card_words(card: Card) -> str:
    """Name a card: ``queen of hearts``, ``10 of spades``, ``joker``."""
    return card_name(card.value, card.suit)


def a_card(card: Card) -> str:
    """Name a card with its article: ``a joker``, ``an ace of clubs``, ``an 8 of hearts``."""
    return f"{article(card.value)} {card_words(card)}"


def place_words(place: int) -> str:
    """Return the name of a place, from the left: ``third``."""
    return _PLACES[place]


def laid_words(laid: Laid) -> str:
    """Describe a card as displayed: ``face up, queen of hearts, locked``."""
    card = "" if laid.card is None else f", {card_words(laid.card)}"
    return f"face {'up' if laid.face_up else 'down'}{card}{', locked' if laid.locked else ''}"


def laid_label(laid: Laid) -> str:
    """Return the label of a card, with a lock if it is locked."""
    sign = HIDDEN if laid.card is None else card_label(laid.card)
    return f"{LOCKED}{sign}" if laid.locked else sign
