"""Menu items for the cards of a hand."""

from collections.abc import Mapping

from bot.face.numbers import counted
from bot.face.screen import Act, Focus, MenuItem
from bot.games.capit.face.labels import card_label, card_words
from bot.games.capit.rules.cards import Card, points
from bot.games.capit.rules.state import Hand

__all__ = ["card_items", "cards_of"]


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
