"""Labels and names of cards and positions."""

from typing import Final

from bot.face.numbers import number, signed
from bot.games.kapow.rules.cards import Card, Place
from bot.games.kapow.rules.positions import Position, span

__all__ = [
    "GONE",
    "HIDDEN",
    "ROWS",
    "a_card",
    "card_label",
    "card_words",
    "modifier_words",
    "place_words",
    "position_label",
    "position_words",
]

HIDDEN: Final = "?"
GONE: Final = "\N{MIDDLE DOT}"
"""The signs of a face-down card, and of a place whose triad has been discarded."""

ROWS: Final = ("top", "middle", "bottom")


def card_label(card: Card) -> str:
    """Return a card's sign: ``7``, ``±2``, ``K!``."""
    if card is Card.KAPOW:
        return "K!"
    return f"±{card.face}" if card.is_power else str(card.face)


def card_words(card: Card) -> str:
    """Name a card: ``7``, ``power card ±2``, ``KAPOW! card``."""
    if card is Card.KAPOW:
        return "KAPOW! card"
    return f"power card ±{card.face}" if card.is_power else str(card.face)


def a_card(card: Card) -> str:
    """Name a card with its article: ``a 7``, ``an 8``, ``a KAPOW! card``."""
    return f"{'an' if card in (Card.C8, Card.C11) else 'a'} {card_words(card)}"


def position_words(position: Position) -> str:
    """Describe a position: ``face down``, ``9``, ``KAPOW!``, ``5 with +2 worth 7``."""
    upper = position.upper
    if upper is None or not position.face_up:
        return "face down"
    name = "KAPOW!" if upper is Card.KAPOW else card_words(upper)
    if not position.is_powerset:
        return name
    modified = f"{name} with {modifier_words(position)}"
    if upper is Card.KAPOW:
        return modified
    return f"{modified} worth {number(span(position)[0])}"


def modifier_words(position: Position) -> str:
    """Return a powerset's visible modifiers, or their sum if there are more than two."""
    if len(position.modifiers) > 2:
        return signed(sum(position.modifiers))
    return "".join(signed(modifier) for modifier in position.modifiers)


def position_label(position: Position) -> str:
    """Return a position's label: ``?``, ``9``, ``±2``, ``K!``, ``5+2=7`` or ``K!+1``."""
    upper = position.upper
    if upper is None or not position.face_up:
        return HIDDEN
    if not position.is_powerset:
        return card_label(upper)
    modifiers = modifier_words(position)
    if upper is Card.KAPOW:
        return f"K!{modifiers}"
    return f"{upper.face}{modifiers}={number(span(position)[0])}"


def place_words(place: Place) -> str:
    """Describe a place: ``column 2, middle``."""
    return f"column {place.column + 1}, {ROWS[place.row]}"
