"""What happened in Chow Pow!: public facts for the log, the announcements and the pictures.

No event holds a card that anybody may not know: what is taken or refilled face down is not told.
"""

from typing import NamedTuple, TypeAlias

from bot.game.contract import Seat
from bot.games.chowpow.rules.cards import Card
from bot.games.chowpow.rules.grid import Slot
from bot.games.chowpow.rules.scores import RoundResult

__all__ = [
    "Attacked",
    "BattleEnded",
    "BoardAttacked",
    "BoardEnded",
    "Chose",
    "Countered",
    "Declined",
    "Defended",
    "DrewForTie",
    "Event",
    "Flipped",
    "LastTurns",
    "MatchEnded",
    "Matched",
    "Missed",
    "Passed",
    "Refilled",
    "RoundEnded",
    "RoundStarted",
    "ShowdownEnded",
    "ShowdownStarted",
    "ShuffledBack",
    "Took",
    "TurnStarted",
]


class RoundStarted(NamedTuple):
    """A game of the match was dealt (P1.3)."""

    round: int
    starter: Seat


class TurnStarted(NamedTuple):
    """A seat's turn began; it flips so many slots (P2.1); ``last`` in the last turns (P4.1)."""

    seat: Seat
    flips: int
    last: bool


class Flipped(NamedTuple):
    """A seat flipped the top card of a slot: in its Chow (P2.1), or for the board (P3.5)."""

    seat: Seat
    slot: Slot
    card: Card


class Matched(NamedTuple):
    """Two flipped cards match, in the order flipped (P2.2); the third one is no part of it."""

    seat: Seat
    slots: tuple[Slot, Slot]


class Missed(NamedTuple):
    """No two flipped cards match: they are turned down again (P2.4)."""

    seat: Seat


class Took(NamedTuple):
    """A seat took the pile of a slot, of so many cards; no slot where none can be taken (P2.3)."""

    seat: Seat
    slot: Slot | None
    cards: int


class Refilled(NamedTuple):
    """Slots got a card of the deck each, in this order; ``deck`` cards are left (P2.3, P3.7)."""

    slots: tuple[Slot, ...]
    deck: int


class LastTurns(NamedTuple):
    """The deck is empty: after this turn everybody has one more (P4.1)."""


class Attacked(NamedTuple):
    """A seat attacked another one with cards (P3.1)."""

    seat: Seat
    target: Seat
    cards: tuple[Card, ...]


class BoardAttacked(NamedTuple):
    """A seat battles the board with a card; the player to the left flips (P3.5)."""

    seat: Seat
    left: Seat
    card: Card


class Passed(NamedTuple):
    """A seat left out its battle."""

    seat: Seat


class Defended(NamedTuple):
    """The seat attacked laid cards down (P3.2)."""

    seat: Seat
    cards: tuple[Card, ...]


class Countered(NamedTuple):
    """A seat that was behind added cards (P3.3, P3.5)."""

    seat: Seat
    cards: tuple[Card, ...]


class Declined(NamedTuple):
    """A seat that is behind added nothing (P3.3)."""

    seat: Seat


class BattleEnded(NamedTuple):
    """A battle of two seats is over: the winner has all cards, of a tie each its own (P3.4)."""

    seat: Seat
    target: Seat
    attack: tuple[Card, ...]
    defence: tuple[Card, ...]
    winner: Seat | None


class BoardEnded(NamedTuple):
    """A battle with the board is over (P3.5)."""

    seat: Seat
    attack: tuple[Card, ...]
    board: tuple[Card, ...]
    won: bool | None
    """Whether the seat has won; None for a tie."""


class ShuffledBack(NamedTuple):
    """So many lost cards were shuffled into the deck (P3.5, P5.3)."""

    cards: int


class ShowdownStarted(NamedTuple):
    """These seats lay cards down at once, in secret (P5.3)."""

    seats: tuple[Seat, ...]


class Chose(NamedTuple):
    """A seat has chosen its cards; what they are stays secret (P5.3)."""

    seat: Seat


class ShowdownEnded(NamedTuple):
    """All cards were shown: the winner has them all, those tied have their own (P5.3)."""

    laid: tuple[tuple[Card, ...], ...]
    """Per seat; nothing for whoever had no cards."""
    best: tuple[Seat, ...]
    """The winner alone, or those tied."""


class RoundEnded(NamedTuple):
    """A game was scored."""

    result: RoundResult


class DrewForTie(NamedTuple):
    """A tied seat drew a random card of the grid (P4.2)."""

    seat: Seat
    slot: Slot
    card: Card


class MatchEnded(NamedTuple):
    """The last game was scored: ranks and points per seat (P4.2, P5.2)."""

    ranks: tuple[int, ...]
    totals: tuple[int, ...]


Event: TypeAlias = (
    RoundStarted
    | TurnStarted
    | Flipped
    | Matched
    | Missed
    | Took
    | Refilled
    | LastTurns
    | Attacked
    | BoardAttacked
    | Passed
    | Defended
    | Countered
    | Declined
    | BattleEnded
    | BoardEnded
    | ShuffledBack
    | ShowdownStarted
    | Chose
    | ShowdownEnded
    | RoundEnded
    | DrewForTie
    | MatchEnded
)
