"""The arithmetic of the cards left in a hand at the end of a round (C5.1)."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from bot.games.capit.face.labels import cards_label
from bot.games.capit.rules.cards import Card, points

__all__ = ["sum_of"]

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
