"""The whole truth about a match of CAP-IT. Only the rules look at it; people are shown Views."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from bot.game.contract import Seat
from bot.game.deck import Chance
from bot.games.capit.rules.cards import Card
from bot.games.capit.rules.contracts import CONTRACTS, Demand
from bot.games.capit.rules.melds import Meld
from bot.games.capit.rules.options import CapitOptions
from bot.games.capit.rules.scores import RoundResult

__all__ = ["SEATS", "Hand", "Hands", "Held", "Laid", "Phase", "Setup", "State"]

SEATS: Final = range(4, 7)
"""The possible numbers of seats (C1.1)."""


class Phase(StrEnum):
    """What has to be done."""

    DRAW = "draw"
    """The seat to move takes a card, or pushes (section 3)."""
    PLAY = "play"
    """It lays what it likes, and discards (section 4)."""
    SCORED = "scored"
    """The round is scored; any seat may go on."""
    OVER = "over"
    """The match has ended."""


class Held(NamedTuple):
    """A card in a hand."""

    card: Card
    known: bool = False
    """Whether all have seen it go there: from the discard pile, taken or pushed (C3.2)."""
    fresh: bool = False
    """Whether it came since the end of its owner's last turn."""


Hand: TypeAlias = tuple[Held, ...]
"""A seat's cards in the order in which they came."""

Hands: TypeAlias = tuple[Hand, ...]
"""Each seat's."""


class Laid(NamedTuple):
    """A meld on the table, and whose it is."""

    seat: Seat
    meld: Meld


class Setup(NamedTuple):
    """What does not change during a match."""

    options: CapitOptions
    seats: int
    chance: Chance


@dataclass(frozen=True, slots=True)
class State:
    """A match: the rounds scored so far, and the round in play or just scored.

    Piles are listed from their top card down.
    """

    setup: Setup
    number: int
    """The round's, from 1."""
    phase: Phase
    dealer: Seat
    to_move: Seat
    turn: int
    """Turns begun in the match."""
    hands: Hands
    draw_pile: tuple[Card, ...]
    discard_pile: tuple[Card, ...]
    melds: tuple[Laid, ...] = ()
    """In the order of laying."""
    laid: frozenset[Seat] = frozenset()
    """Who has laid the contract (C4.1)."""
    idle: int = 0
    """Turns in a row without a stock card, a meld, a lay-off or a replacement (C8.4)."""
    active: bool = False
    """Whether there was one of these in this turn."""
    results: tuple[RoundResult, ...] = ()

    @property
    def contract(self) -> Sequence[Demand]:
        """What has to be laid first in this round (C2.3)."""
        return CONTRACTS[self.number - 1]
