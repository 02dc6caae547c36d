"""The whole truth about a match of Chow Pow!. Only the rules look at it; people see Views."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from bot.game.contract import Seat
from bot.game.deck import Chance
from bot.games.chowpow.rules.cards import Card
from bot.games.chowpow.rules.events import Flipped
from bot.games.chowpow.rules.grid import Grid, Slot
from bot.games.chowpow.rules.options import ChowpowOptions
from bot.games.chowpow.rules.scores import RoundResult
from bot.games.chowpow.rules.sides import Battle

__all__ = ["SEATS", "Hand", "Held", "Phase", "Setup", "State", "Won"]

SEATS: Final = range(2, 7)
"""The possible numbers of seats (P1.3)."""


class Phase(StrEnum):
    """What has to be done."""

    FLIP = "flip"
    """The seat to move flips a slot (P2.1)."""
    PAIR = "pair"
    """It chooses which of the matching pairs is the match (P2.2)."""
    TAKE = "take"
    """It takes a slot that touches the match (P2.3)."""
    POW = "pow"
    """It attacks, battles the board, or passes (section 3)."""
    DEFEND = "defend"
    """The seat attacked lays cards down (P3.2)."""
    BOARD = "board"
    """The seat to the left of the seat to move flips a slot for the board (P3.5)."""
    COUNTER = "counter"
    """The seat that is behind adds cards, or declines (P3.3, P3.5)."""
    BUFFET = "buffet"
    """All seats with cards lay some down in secret (P5.3)."""
    SCORED = "scored"
    """The game is scored; any seat may go on to the next one."""
    OVER = "over"
    """The match has ended."""


class Held(NamedTuple):
    """A card in a hand."""

    card: Card
    known: bool = False
    """Whether all have seen it before it went there: it was flipped once (P2.4)."""
    fresh: bool = False
    """Whether it came in its owner's last turn, or comes in the running one."""


Hand: TypeAlias = tuple[Held, ...]
"""A seat's cards in the order in which they came."""

Won: TypeAlias = tuple[tuple[Card, ...], ...]
"""Cards of each seat that lie in the open, out of play."""


class Setup(NamedTuple):
    """What does not change during a match."""

    options: ChowpowOptions
    seats: int
    chance: Chance


@dataclass(frozen=True, slots=True)
class State:
    """A match: the games scored so far, and the game in play or just scored.

    Piles are listed from their top card down.
    """

    setup: Setup
    number: int
    """The game's, from 1."""
    phase: Phase
    starter: Seat
    to_move: Seat
    """Whose turn it is; in a battle or a showdown others may have to decide."""
    turn: int
    """Turns begun in the match."""
    stretch: int
    """Grows with each turn, and in a turn when somebody else has to decide."""
    turns: int
    """Turns begun in this game."""
    hands: tuple[Hand, ...]
    grid: Grid
    draw_pile: tuple[Card, ...]
    won: Won
    due: int = 0
    """Slots that have to be flipped in this Chow (P2.1, P2.6)."""
    up: tuple[Slot, ...] = ()
    """Slots that lie face up in this Chow, in the order flipped."""
    pair: tuple[Slot, Slot] | None = None
    """The match, in the order flipped, while a slot is taken."""
    flips: tuple[Flipped, ...] = ()
    """All that was flipped in this turn, for the board too."""
    last_flips: tuple[Flipped, ...] = ()
    """All that was flipped in the turn before, of the same game."""
    battle: Battle | None = None
    chosen: tuple[Hand | None, ...] = ()
    """In a showdown, what each seat lays down; None while it has not chosen (P5.3)."""
    last: int | None = None
    """Turns that are still to begin once the deck was emptied; None before that (P4.1)."""
    reshuffles: int = 0
    """How often cards were shuffled into the deck in this game."""
    drawn: Won = ()
    """What each seat drew to break a tie (P4.2)."""
    results: tuple[RoundResult, ...] = ()
