"""The cards of a hand of CAP-IT as lines of menus."""

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
    """Return a line for each card of ``does``, with what there is to say about it."""
    return [
        MenuItem(card_label(card), does[card], _about(hand, card, why.get(card, "")))
        for card in does
    ]


def _about(hand: Hand, card: Card, why: str) -> str:
    """Name a card, and say how many of it there are, whether one is new, and what it costs."""
    same = [held for held in hand if held.card == card]
    parts = (
        card_words(card),
        f"you have {len(same)}" if len(same) > 1 else "",
        "new" if any(held.fresh for held in same) else "",
        why or counted(points(card), "point"),
    )
    return " · ".join(filter(None, parts))
