"""Names and descriptions of the suits' powers (B2.3)."""

from collections.abc import Mapping
from typing import Final

from bot.games.kabobo.rules.cards import Suit

__all__ = ["POWER_NAMES", "POWER_PROMPTS", "power_words"]

POWER_NAMES: Final[Mapping[Suit, str]] = {
    Suit.SPADES: "Check",
    Suit.CLUBS: "Look",
    Suit.HEARTS: "Trade",
    Suit.DIAMONDS: "Lock or unlock",
}

POWER_PROMPTS: Final[Mapping[Suit, str]] = {
    Suit.SPADES: "**Check: pick one of your face-down cards to look at.**",
    Suit.CLUBS: "**Look: pick a face-down card of another player.**",
    Suit.HEARTS: "**Trade: pick your card to give away.**",
    Suit.DIAMONDS: "**Pick a card of yours to lock, or any card to unlock.**",
}
"""What to do with a power, in one line."""

_WORDS: Final[Mapping[Suit, str]] = {
    Suit.SPADES: "look at one of your face-down cards",
    Suit.CLUBS: "look at a face-down card of another player",
    Suit.HEARTS: "trade one of your cards for another player's",
    Suit.DIAMONDS: "lock one of your cards, or unlock any",
}


def power_words(suit: Suit | None) -> str:
    """Describe a suit's power; a joker has none."""
    return "do nothing" if suit is None else _WORDS[suit]
