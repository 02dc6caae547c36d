"""What one seat, or a spectator, may know of a match (section 5)."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

from bot.game.contract import Seat
from bot.game.rounds import SeenRound
from bot.games.kabobo.rules.cards import Card, Spot
from bot.games.kabobo.rules.options import KaboboOptions
from bot.games.kabobo.rules.scoring import RoundResult


class Phase(StrEnum):
    """What has to be done next."""

    PEEK = "peek"
    """Every seat looks at two of its cards (B1.2)."""
    TURN = "turn"
    """The seat to move takes a card, or calls (B2.1-B2.5)."""
    DRAWN = "drawn"
    """It keeps the drawn card, or discards it (B2.2, B2.3)."""
    POWER = "power"
    """It uses the power of the discarded card, or declines (B2.3)."""
    SCORED = "scored"
    """The round is scored; any seat may start the next one."""
    OVER = "over"
    """The match is over."""


class How(StrEnum):
    """How a seat has seen a face-down card."""

    PEEK = "peek"
    """At the start of the round (B1.2)."""
    DRAW = "draw"
    """It drew the card and kept it (B2.2)."""
    CHECK = "check"
    """By a spade, which shows an own card (B2.3)."""
    LOOK = "look"
    """By a club, which shows an opponent's card (B2.3)."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the table. What is known about it moves with it in a trade (B2.3)."""

    card: Card | None
    """None in the Views of those who may not know it."""
    face_up: bool = False
    locked: bool = False
    seen: tuple[tuple[Seat, How], ...] = ()
    """The seats that have seen it face down, in order, and how; this is public (B5.1)."""
    fresh: frozenset[Seat] = frozenset()
    """The seats that saw it after their last action; it is shown to them once more (B5.2)."""

    def how(self, seat: Seat | None) -> How | None:
        """Return how a seat has seen it face down; None if it has not."""
        return next((how for who, how in self.seen if who == seat), None)

    def seen_by(self, seat: Seat, how: How) -> "Laid":
        """Return the card after a seat has looked at it; only the first look is recorded."""
        seen = self.seen if self.how(seat) else tuple(sorted((*self.seen, (seat, how))))
        return replace(self, seen=seen, fresh=self.fresh | {seat})


Hands: TypeAlias = tuple[tuple[Laid, ...], ...]
"""Each seat's cards, from left to right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View(SeenRound):
    """What ``viewer`` may know.

    A card of ``hands`` is None unless it is face up or the viewer has seen it: a seen card stays
    known wherever it moves. The option ``memory_aid`` decides how much of this a private hand shows
    (B5.2).
    """

    phase: Phase
    results: tuple[RoundResult, ...]
    options: KaboboOptions
    starter: Seat
    turns: int
    """The number of turns begun in this round."""
    hands: Hands
    draw_pile: int
    """The number of cards in the deck."""
    discard_pile: tuple[Card, ...]
    """From the top card down; all of these cards are public."""
    has_drawn: bool
    drawn: Card | None
    """The drawn card; None if there is none, or another seat drew it."""
    peeked: frozenset[Seat]
    caller: Seat | None
    reshuffles: int
    pieces: tuple[int, ...]


def laid_at(hands: Hands, spot: Spot) -> Laid | None:
    """Return the card in a spot; None if there is no such seat."""
    if not 0 <= spot.seat < len(hands):
        return None
    hand = hands[spot.seat]
    return hand[spot.place] if 0 <= spot.place < len(hand) else None
