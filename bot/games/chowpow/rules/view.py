"""The View: what one seat, or a spectator, may know of a match (section 6 of the rules)."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from bot.game.contract import Seat
from bot.game.rounds import SeenRound
from bot.games.chowpow.rules.cards import Card, Slot
from bot.games.chowpow.rules.events import Flipped
from bot.games.chowpow.rules.hand import Battle, Hand
from bot.games.chowpow.rules.options import ChowpowOptions
from bot.games.chowpow.rules.scoring import RoundResult


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


Won: TypeAlias = tuple[tuple[Card, ...], ...]
"""For each seat, cards that are face up and out of play."""


class SlotView(NamedTuple):
    """A slot of the grid as displayed."""

    cards: int
    """The number of cards in the slot."""
    face: Card | None
    """The last seen face of its top card, if it has not been covered (P7.9).

    Without the memory aid, only faces flipped in this turn or the last one.
    """
    up: bool
    """Whether the top card is face up now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View(SeenRound):
    """What ``viewer`` may know; a good memory adds to this (section 6). A game is a round."""

    phase: Phase
    results: tuple[RoundResult, ...]
    options: ChowpowOptions
    starter: Seat
    to_act: frozenset[Seat]
    """The seats that have to decide now; in a battle, this may be another seat."""
    turns: int
    """The number of turns begun in this game."""
    hand: Hand
    """The viewer's own cards in the order in which they were received; empty for a spectator."""
    counts: tuple[int, ...]
    """The number of cards of each seat, including those chosen for a showdown."""
    slots: tuple[SlotView, ...]
    """The sixteen slots, in the order of ``grid.SLOTS``."""
    draw_pile: int
    """The number of cards in the deck."""
    won: Won
    """The cards that each seat has won in this game; all are public."""
    due: int
    """The number of slots to flip in this Chow, including those already flipped."""
    up: tuple[Slot, ...]
    """The slots that are face up in this Chow, in the order flipped."""
    pair: tuple[Slot, Slot] | None
    """The match, in the order flipped, while a slot is being taken."""
    flips: tuple[Flipped, ...]
    """All flips of this turn, including those for the board."""
    last_flips: tuple[Flipped, ...]
    """All flips of the previous turn."""
    battle: Battle | None
    """The battle in progress."""
    chosen: Hand | None
    """In a showdown, the cards that the viewer has chosen."""
    last: int | None
    """Turns that still begin after the deck was emptied; None before (P4.1)."""
    drawn: Won
    """The cards that each seat drew to break a tie; empty if there was none (P4.2)."""

    @property
    def points(self) -> tuple[int, ...]:
        """Return the sum of numbers that each seat has won in this game so far."""
        return tuple(sum(card.number for card in won) for won in self.won)
