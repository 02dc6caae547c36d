"""Labels and names of cards and slots."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from bot.face.numbers import counted
from bot.games.chowpow.rules.cards import TEAM_UP, WILD, Card, total
from bot.games.chowpow.rules.deck import Deck
from bot.games.chowpow.rules.events import Flipped

__all__ = [
    "EMPTY",
    "HIDDEN",
    "TIMES",
    "card_words",
    "cards_words",
    "codes",
    "flips_words",
    "in_order",
    "legend",
    "side_words",
]

HIDDEN: Final = "?"
TIMES: Final = "\N{MULTIPLICATION SIGN}"
EMPTY: Final = "\N{EN DASH}"
"""The signs of a hidden face, of a pile, and of an empty slot."""


def codes(deck: Deck) -> tuple[str, ...]:
    """Return the letters of a deck's factions in order, wilds last."""
    return (*(faction.code for faction in deck.factions), WILD, TEAM_UP)


def in_order(deck: Deck, cards: Iterable[Card]) -> list[Card]:
    """Sort cards by faction in the deck's order, then by number; wilds last (P1.1)."""
    order = codes(deck)
    return sorted(cards, key=lambda card: (order.index(card.code), card.number))


def card_words(deck: Deck, card: Card) -> str:
    """Name a card: ``Fruit 6``, ``Wild 3``, ``Team-Up 2``."""
    return f"{deck.name(card.code)} {card.number}"


def cards_words(deck: Deck, cards: Iterable[Card], nothing: str = "no card") -> str:
    """Name several cards by faction: ``Fruit 1 6, Wild 3``."""
    groups = groupby(in_order(deck, cards), key=lambda card: card.code)
    found = [
        f"{deck.name(code)} {' '.join(str(card.number) for card in same)}" for code, same in groups
    ]
    return ", ".join(found) or nothing


def side_words(cards: Sequence[Card]) -> str:
    """Return what counts in a battle: ``2 cards, 7`` (P3.4)."""
    return f"{counted(len(cards), 'card')}, {total(cards)}"


def flips_words(deck: Deck, flips: Sequence[Flipped]) -> str:
    """Name flipped slots and cards, in order: ``b3 Fruit 6, c1 Veg 2``."""
    return ", ".join(f"{flip.slot} {card_words(deck, flip.card)}" for flip in flips)


def legend(deck: Deck) -> str:
    """Explain the letters of cards: ``F Fruit, V Veg, W Wild, T Team-Up``."""
    return ", ".join(f"{code} {deck.name(code)}" for code in codes(deck))
