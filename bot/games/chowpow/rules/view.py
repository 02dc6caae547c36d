"""The View: what one seat, or a spectator, may know of a match (section 6 of the rules)."""

from dataclasses import dataclass
from typing import NamedTuple

from bot.game.contract import Seat, Viewer
from bot.games.chowpow.rules.cards import Card
from bot.games.chowpow.rules.events import Flipped
from bot.games.chowpow.rules.grid import Slot
from bot.games.chowpow.rules.options import ChowpowOptions
from bot.games.chowpow.rules.scores import RoundResult
from bot.games.chowpow.rules.sides import Battle
from bot.games.chowpow.rules.state import Hand, Phase, Won

__all__ = ["SlotView", "View"]


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


@dataclass(frozen=True, slots=True)
class View:
    """What ``viewer`` may know; a good memory adds to this (section 6)."""

    viewer: Viewer
    options: ChowpowOptions
    seats: int
    round: int
    """The number of the game in the match, from 1."""
    phase: Phase
    starter: Seat
    to_move: Seat
    """The seat whose turn it is."""
    to_act: frozenset[Seat]
    """The seats that have to decide now; in a battle, this may be another seat."""
    turn: int
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
    results: tuple[RoundResult, ...]
    totals: tuple[int, ...]
    """The sum of points over the scored games."""

    @property
    def points(self) -> tuple[int, ...]:
        """Return the sum of numbers that each seat has won in this game so far."""
        return tuple(sum(card.number for card in won) for won in self.won)
