"""The full state of a match, hidden cards included. Only the rules use it; others get Views."""

from enum import StrEnum
from typing import Final, NamedTuple

from bot.game.contract import Seat
from bot.game.deck import Chance
from bot.games.kapow.rules.actions import Pile
from bot.games.kapow.rules.cards import Card
from bot.games.kapow.rules.options import KapowOptions
from bot.games.kapow.rules.scores import RoundResult
from bot.games.kapow.rules.triads import Hand

__all__ = ["SEATS", "Drawn", "Phase", "Setup", "State"]


SEATS: Final = range(2, 9)
"""The possible numbers of seats (K2.1, K2.2)."""


class Phase(StrEnum):
    """What the seat to act has to do next."""

    OPENING = "opening"
    """Turn up two cards (K3.1)."""
    TAKE = "take"
    """Take a card (K3.2)."""
    PLAY = "play"
    """Play the card taken (K3.3)."""
    KAPOW = "kapow"
    """Swap KAPOW! cards or end the turn (K4.4-K4.8)."""
    SCORED = "scored"
    """The round is scored; any seat may start the next one."""
    OVER = "over"
    """The match is over."""


class Drawn(NamedTuple):
    """The card just taken, not yet played."""

    card: Card | None
    """None in the Views of those who may not know it."""
    pile: Pile


class Setup(NamedTuple):
    """The constants of a match."""

    options: KapowOptions
    seats: int
    chance: Chance


class State(NamedTuple):
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
    """The number of turns begun in the match, including this one."""
    hands: tuple[Hand, ...]
    draw_pile: tuple[Card, ...]
    discard_pile: tuple[Card, ...]
    drawn: Drawn | None = None
    opened: frozenset[Seat] = frozenset()
    """The seats that have made their opening in this round (K3.1)."""
    out: Seat | None = None
    """The seat that went out first (K6.1)."""
    swaps: int = 0
    """The number of KAPOW! swaps in this turn (K4.10)."""
    reshuffles: int = 0
    passes: int = 0
    """Consecutive turns in which the top discard was taken and given back (K5.6)."""
    results: tuple[RoundResult, ...] = ()
