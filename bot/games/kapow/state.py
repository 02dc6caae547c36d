"""The whole truth about a match of Kapow!. Only the rules look at it; people are shown Views."""

from enum import StrEnum
from functools import cache
from typing import NamedTuple

from bot.games.deck import Chance
from bot.games.game import Seat
from bot.games.kapow.actions import Pile
from bot.games.kapow.cards import Card, Hand
from bot.games.kapow.options import KapowOptions
from bot.games.kapow.scores import RoundResult

__all__ = ["Drawn", "Phase", "Round", "Setup", "State", "seats_in"]


class Phase(StrEnum):
    """What the seat to act has to do."""

    OPENING = "opening"
    """Turn up two cards (K3.1)."""
    TAKE = "take"
    """Take a card (K3.2)."""
    PLAY = "play"
    """Play the card taken (K3.3)."""
    KAPOW = "kapow"
    """Swap KAPOW! cards or end the turn (K4.4-K4.8)."""
    SCORED = "scored"
    """The round is scored; any seat may go on."""
    OVER = "over"
    """The match has ended."""


class Drawn(NamedTuple):
    """The card just taken, not yet played."""

    card: Card | None
    """None in the View of whoever may not know it."""
    pile: Pile


class Setup(NamedTuple):
    """What does not change during a match."""

    options: KapowOptions
    seats: int
    chance: Chance


class Round(NamedTuple):
    """One round. Piles are listed from their top card down. Named tuples keep a step cheap."""

    number: int
    phase: Phase
    starter: Seat
    to_move: Seat
    turn: int
    """Turns begun in the match, this one included."""
    hands: tuple[Hand, ...]
    draw: tuple[Card, ...]
    discard: tuple[Card, ...]
    drawn: Drawn | None = None
    opened: int = 0
    """Bit s is set when seat s has made its opening (K3.1)."""
    out: Seat | None = None
    """Who went out first (K6.1)."""
    swaps: int = 0
    """KAPOW! swaps made in this turn (K4.10)."""
    reshuffles: int = 0
    passes: int = 0
    """Consecutive turns in which the top discard was taken and given back (K5.6)."""


class State(NamedTuple):
    """A match: the round in play (or just scored) and the results of the rounds scored so far."""

    setup: Setup
    round: Round
    results: tuple[RoundResult, ...] = ()


@cache
def seats_in(mask: int) -> frozenset[Seat]:
    """Return the seats whose bits are set in ``mask``, such as :attr:`Round.opened`."""
    return frozenset(seat for seat in range(mask.bit_length()) if mask >> seat & 1)
