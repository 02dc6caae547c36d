"""The full state of a match, hidden cards included. Only the rules use it; others get Views."""

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
    """What has to be done next."""

    FLIP = "flip"
    """The seat to move flips a slot (P2.1)."""
    PAIR = "pair"
    """It chooses which of the matching pairs is the match (P2.2)."""
    TAKE = "take"
    """It takes a slot that touches the match (P2.3)."""
    POW = "pow"
    """It attacks, battles the board, or passes (section 3)."""
    DEFEND = "defend"
    """The attacked seat lays cards (P3.2)."""
    BOARD = "board"
    """The left neighbour of the seat to move flips a slot for the board (P3.5)."""
    COUNTER = "counter"
    """The seat that is behind adds cards, or declines (P3.3, P3.5)."""
    BUFFET = "buffet"
    """All seats with cards lay some in secret (P5.3)."""
    SCORED = "scored"
    """The game is scored; any seat may start the next one."""
    OVER = "over"
    """The match is over."""


class Held(NamedTuple):
    """A card in a hand."""

    card: Card
    known: bool = False
    """Whether everybody has seen it: it was flipped before it was taken (P2.4)."""
    fresh: bool = False
    """Whether it came in its owner's last turn or the present one."""


Hand: TypeAlias = tuple[Held, ...]
"""A seat's cards in the order in which they were received."""

Won: TypeAlias = tuple[tuple[Card, ...], ...]
"""For each seat, cards that are face up and out of play."""


class Setup(NamedTuple):
    """The constants of a match."""

    options: ChowpowOptions
    seats: int
    chance: Chance


@dataclass(frozen=True, slots=True)
class State:
    """A match: the games scored so far, and the game in play or just scored.

    Piles are ordered from the top card down.
    """

    setup: Setup
    number: int
    """The number of the game, from 1."""
    phase: Phase
    starter: Seat
    to_move: Seat
    """The seat whose turn it is; in battles and showdowns others may have to decide."""
    turn: int
    """The number of turns begun in the match."""
    stretch: int
    """Grows with each turn, when another seat has to decide during a turn, and at the end."""
    turns: int
    """The number of turns begun in this game."""
    hands: tuple[Hand, ...]
    grid: Grid
    draw_pile: tuple[Card, ...]
    won: Won
    due: int = 0
    """The number of slots to flip in this Chow (P2.1, P2.6)."""
    up: tuple[Slot, ...] = ()
    """The slots that are face up in this Chow, in the order flipped."""
    pair: tuple[Slot, Slot] | None = None
    """The match, in the order flipped, while a slot is being taken."""
    flips: tuple[Flipped, ...] = ()
    """All flips of this turn, including those for the board."""
    last_flips: tuple[Flipped, ...] = ()
    """All flips of the previous turn in this game."""
    battle: Battle | None = None
    chosen: tuple[Hand | None, ...] = ()
    """In a showdown, the cards each seat lays; None if it has not chosen (P5.3)."""
    last: int | None = None
    """Turns that still begin after the deck was emptied; None before (P4.1)."""
    reshuffles: int = 0
    """How often cards were shuffled into the deck in this game."""
    drawn: Won = ()
    """The cards that each seat drew to break a tie (P4.2)."""
    results: tuple[RoundResult, ...] = ()
