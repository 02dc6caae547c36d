"""The full state of a match, hidden cards included. Only the rules use it; others get Views."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from bot.game.contract import Seat
from bot.game.deck import Chance
from bot.games.kabobo.rules.cards import Card, Spot
from bot.games.kabobo.rules.options import KaboboOptions
from bot.games.kabobo.rules.scores import RoundResult

__all__ = [
    "SEATS",
    "Hands",
    "How",
    "Laid",
    "Phase",
    "Setup",
    "State",
    "known",
    "laid_at",
    "put",
    "seen_by",
    "unfresh",
]

SEATS: Final = range(2, 7)
"""The possible numbers of seats (B1.2)."""


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


Hands: TypeAlias = tuple[tuple[Laid, ...], ...]
"""Each seat's cards, from left to right."""


class Setup(NamedTuple):
    """The constants of a match."""

    options: KaboboOptions
    seats: int
    chance: Chance


@dataclass(frozen=True, slots=True)
class State:
    """A match: the rounds scored so far, and the round in play or just scored.

    Piles are ordered from the top card down.
    """

    setup: Setup
    number: int
    """The number of the round, from 1."""
    phase: Phase
    starter: Seat
    to_move: Seat
    turn: int
    """The number of turns begun in the match; the peeks of a round count as one."""
    hands: Hands
    draw_pile: tuple[Card, ...]
    discard_pile: tuple[Card, ...]
    pieces: tuple[int, ...]
    """Each seat's pieces of the skewer (B1.5)."""
    drawn: Card | None = None
    peeked: frozenset[Seat] = frozenset()
    turns: int = 0
    """The number of turns begun in this round, including this one (B2.8)."""
    caller: Seat | None = None
    """The seat that has called "Kabobo!" (B2.5)."""
    reshuffles: int = 0
    results: tuple[RoundResult, ...] = ()


def known(card: Card | None) -> Card:
    """Return the card, which is never None in a state; ``ValueError`` if it is."""
    if card is None:
        raise ValueError("this card is unknown: it comes from a View")
    return card


def laid_at(hands: Hands, spot: Spot) -> Laid | None:
    """Return the card in a spot; None if there is no such seat."""
    if not 0 <= spot.seat < len(hands):
        return None
    hand = hands[spot.seat]
    return hand[spot.place] if 0 <= spot.place < len(hand) else None


def put(hands: Hands, spot: Spot, laid: Laid) -> Hands:
    """Return the hands with the card in a spot replaced."""
    seat, place = spot
    hand = hands[seat]
    changed = (*hand[:place], laid, *hand[place + 1 :])
    return (*hands[:seat], changed, *hands[seat + 1 :])


def seen_by(laid: Laid, seat: Seat, how: How) -> Laid:
    """Return a card after a seat has looked at it; only the first look is recorded."""
    seen = laid.seen if laid.how(seat) else tuple(sorted((*laid.seen, (seat, how))))
    return replace(laid, seen=seen, fresh=laid.fresh | {seat})


def unfresh(hands: Hands, seat: Seat) -> Hands:
    """Return the hands when a seat acts again: what it saw before is no longer fresh."""
    if not any(seat in laid.fresh for hand in hands for laid in hand):
        return hands
    return tuple(tuple(replace(laid, fresh=laid.fresh - {seat}) for laid in hand) for hand in hands)
