"""What one seat, or a spectator, may know of a match; and the hands and melds it consists of."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from bot.game.contract import Seat
from bot.game.rounds import SeenRound
from bot.games.capit.rules.cards import Card
from bot.games.capit.rules.melds import CONTRACTS, Demand, Meld
from bot.games.capit.rules.options import CapitOptions
from bot.games.capit.rules.scoring import RoundResult


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


class Held(NamedTuple):
    """A card in a hand."""

    card: Card
    known: bool = False
    """Whether everyone saw it go there: taken or pushed from the discard pile (C3.2)."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class View(SeenRound):
    """Everything that ``viewer`` may know."""

    phase: Phase
    results: tuple[RoundResult, ...]
    options: CapitOptions
    dealer: Seat
    hand: Hand
    """The viewer's own cards in the order in which they were received; empty for a spectator."""
    counts: tuple[int, ...]
    """The number of cards of each seat."""
    known: tuple[tuple[Card, ...], ...]
    """Each seat's cards that everyone saw, sorted (C3.2)."""
    draw_pile: int
    """The number of cards in the stock."""
    discard_pile: tuple[Card, ...]
    """From the top card down; all of these cards are public."""
    melds: tuple[Laid, ...]
    laid: frozenset[Seat]
    """The seats that have laid the contract."""
    idle: int

    @property
    def contract(self) -> Sequence[Demand]:
        """The contract of this round (C2.3)."""
        return CONTRACTS[self.round - 1]


def cards_of(hand: Hand) -> tuple[Card, ...]:
    """Return the cards of a hand, sorted."""
    return tuple(sorted(held.card for held in hand))


def known_of(hand: Hand) -> tuple[Card, ...]:
    """Return the cards that everyone knows, sorted (C3.2)."""
    return tuple(sorted(held.card for held in hand if held.known))
