"""What a seat can see and count: remembered faces, unseen cards, and hands others may hold."""

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

from bot.games.chowpow.rules.cards import SLOTS, TEAM_UP, Card, Slot, factions, total
from bot.games.chowpow.rules.hand import WITH_TEAM_UP, factions_allowed, strength
from bot.games.chowpow.rules.view import View

Known: TypeAlias = Mapping[Slot, Card]
"""The top cards that are known, face up or down."""


def remembered(view: View, *, forgetful: bool) -> Known:
    """Return the known faces; a forgetful player remembers only the last two turns."""
    recent = {flipped.slot for flipped in (*view.flips, *view.last_flips)}
    faces = ((slot, view.slots[slot.place].face) for slot in SLOTS)
    return {
        slot: face for slot, face in faces if face is not None and (slot in recent or not forgetful)
    }


Strength: TypeAlias = tuple[int, int]
"""The number of cards, then their total (P3.4)."""

DRAWS: Final = 40
"""How many hands are drawn."""


class Reply(NamedTuple):
    """The best that a hand can do for one side of a battle."""

    best: Strength
    """The strength of the side with everything it can add."""
    laid: int
    """The total of the cards it has already laid."""
    all_of_it: float
    """About the total of the cards it would lay to win."""
    least: int
    """The number of the card that it lays if it cannot win."""

    def against(self, mine: Sequence[Card]) -> float:
        """Return the points that ``mine`` wins from this reply, or loses to it (P3.4)."""
        if self.best > strength(mine):
            return -(total(mine) + self.all_of_it)
        if self.best == strength(mine):
            return total(mine)
        return total(mine) + self.laid + self.least


def replies(hands: Iterable[Sequence[Card]], laid: Sequence[Card] = ()) -> Sequence[Reply]:
    """Return the best reply of each hand, for a side that has already laid cards."""
    return [_reply(hand, laid) for hand in hands]


def _reply(hand: Sequence[Card], laid: Sequence[Card]) -> Reply:
    added, before = strongest(hand, laid), total(laid)
    # It may win with fewer cards; half is a fair guess.
    costs = before + total(added) / 2
    least = 0 if laid else min((card.number for card in hand), default=0)
    return Reply(strength((*laid, *added)), before, costs, least)


def unseen(view: View) -> Sequence[Card]:
    """Return the cards of the deck that the viewer cannot see, in the deck's order."""
    left = Counter(view.options.cards.cards)
    left.subtract(held.card for held in (*view.hand, *(view.chosen or ())))
    left.subtract(card for cards in (*view.won, *view.drawn) for card in cards)
    left.subtract(slot.face for slot in view.slots if slot.face is not None)
    if view.battle is not None:
        left.subtract((*view.battle.attack, *view.battle.defence))
    return [card for card, count in left.items() for _ in range(count)]


def drawn_hands(view: View, cards: int) -> Sequence[Sequence[Card]]:
    """Return possible hands of this size; the same View gives the same hands."""
    chance, left = random.Random(0), unseen(view)  # noqa: S311 - deterministic on purpose
    return [chance.sample(left, min(cards, len(left))) for _ in range(DRAWS)]


def strongest(hand: Iterable[Card], laid: Sequence[Card] = ()) -> Sequence[Card]:
    """Return the strongest cards that a side can add to what it has laid (P3.1, P3.6)."""
    cards = tuple(hand)
    wilds = [card for card in cards if card.is_wild]
    team_up = any(card.code == TEAM_UP for card in wilds)
    most = WITH_TEAM_UP if team_up else factions_allowed(laid)
    bound = factions(laid)
    open_codes = sorted(factions(cards) - bound)
    ways = combinations(open_codes, min(len(open_codes), max(0, most - len(bound))))
    sides = (
        [*wilds, *(card for card in cards if card.code in bound or card.code in codes)]
        for codes in ways
    )
    return max(sides, key=strength, default=wilds)
