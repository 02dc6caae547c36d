"""The full state of a match, hidden cards included. Only the rules use it; others get Views."""

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
    """What has to be done next."""

    DRAW = "draw"
    """The seat to move takes a card, or pushes (section 3)."""
    PLAY = "play"
    """It lays melds and cards, and discards (section 4)."""
    SCORED = "scored"
    """The round is scored; any seat may start the next one."""
    OVER = "over"
    """The match has ended."""


"""The match is over."""


class Held(NamedTuple):
    """A card in a hand."""

    card: Card
    known: bool = False
    """Whether everybody saw it go there: taken or pushed from the discard pile (C3.2)."""
    fresh: bool = False
    """Whether it came after the end of its owner's last turn."""


Hand: TypeAlias = tuple[Held, ...]
"""A seat's cards in the order in which they were received."""

Hands: TypeAlias = tuple[Hand, ...]
"""The hands by seat."""


class Laid(NamedTuple):
    """A meld on the table, and the seat that laid it."""

    seat: Seat
    meld: Meld


class Setup(NamedTuple):
    """The constants of a match."""

    options: CapitOptions
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
    dealer: Seat
    to_move: Seat
    turn: int
    """The number of turns begun in the match."""
    hands: Hands
    draw_pile: tuple[Card, ...]
    discard_pile: tuple[Card, ...]
    melds: tuple[Laid, ...] = ()
    """In the order of laying."""
    laid: frozenset[Seat] = frozenset()
    """The seats that have laid the contract (C4.1)."""
    idle: int = 0
    """Consecutive turns without a stock card, a meld, a lay-off or a replacement (C8.4)."""
    active: bool = False
    """Whether any of these has happened in this turn."""
    results: tuple[RoundResult, ...] = ()

    @property
    def contract(self) -> Sequence[Demand]:
        """The contract of this round (C2.3)."""
        return CONTRACTS[self.number - 1]
