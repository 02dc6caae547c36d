"""Sorting of a displayed hand by rank or suit; new cards are bold."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from itertools import groupby
from typing import Final

from bot.face.names import NBSP
from bot.face.suits import rank_sign, suit_sign
from bot.games.capit.face.labels import card_label
from bot.games.capit.rules.cards import Card, Suit
from bot.games.capit.rules.state import Hand, Held

__all__ = ["Sorting", "hand_text", "in_order"]

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
