"""The public events of Chow Pow!, for the log, the announcements and the pictures.

Events contain no hidden cards: cards taken or refilled face down are not named.
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
    """A seat's turn began, with a number of flips (P2.1); ``last`` in the last turns (P4.1)."""

    seat: Seat
    flips: int
    last: bool


class Flipped(NamedTuple):
    """A seat flipped the top card of a slot: in its Chow (P2.1), or for the board (P3.5)."""

    seat: Seat
    slot: Slot
    card: Card


class Matched(NamedTuple):
    """Two flipped cards match, in the order flipped (P2.2); a third card is not included."""

    seat: Seat
    slots: tuple[Slot, Slot]


class Missed(NamedTuple):
    """No two flipped cards match: they are turned face down again (P2.4)."""

    seat: Seat


class Took(NamedTuple):
    """A seat took ``cards`` cards from a slot; None if there was nothing to take (P2.3)."""

    seat: Seat
    slot: Slot | None
    cards: int


class Refilled(NamedTuple):
    """Slots were refilled in this order; ``deck`` cards are left (P2.3, P3.7)."""

    slots: tuple[Slot, ...]
    deck: int


class LastTurns(NamedTuple):
    """The deck is empty: after this turn everybody has one more turn (P4.1)."""


class Attacked(NamedTuple):
    """A seat attacked another with cards (P3.1)."""

    seat: Seat
    target: Seat
    cards: tuple[Card, ...]


class BoardAttacked(NamedTuple):
    """A seat battles the board with a card; its left neighbour flips (P3.5)."""

    seat: Seat
    left: Seat
    card: Card


class Passed(NamedTuple):
    """A seat skipped its battle."""

    seat: Seat


class Defended(NamedTuple):
    """The attacked seat laid cards (P3.2)."""

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
    """A battle is over: the winner takes all cards, after a tie both take theirs (P3.4)."""

    seat: Seat
    target: Seat
    attack: tuple[Card, ...]
    defence: tuple[Card, ...]
    winner: Seat | None


class BoardEnded(NamedTuple):
    """A battle against the board is over (P3.5)."""

    seat: Seat
    attack: tuple[Card, ...]
    board: tuple[Card, ...]
    won: bool | None
    """Whether the seat has won; None for a tie."""


class ShuffledBack(NamedTuple):
    """This many lost cards were shuffled into the deck (P3.5, P5.3)."""

    cards: int


class ShowdownStarted(NamedTuple):
    """These seats have to lay cards in secret (P5.3)."""

    seats: tuple[Seat, ...]


class Chose(NamedTuple):
    """A seat has chosen its cards, which stay secret for now (P5.3)."""

    seat: Seat


class ShowdownEnded(NamedTuple):
    """All cards were shown: the winner takes them all, tied seats take theirs (P5.3)."""

    laid: tuple[tuple[Card, ...], ...]
    """For each seat; empty for a seat without cards."""
    best: tuple[Seat, ...]
    """The winner, or the tied seats."""


class RoundEnded(NamedTuple):
    """A game was scored."""

    result: RoundResult


class DrewForTie(NamedTuple):
    """A tied seat drew a random card of the grid (P4.2)."""

    seat: Seat
    slot: Slot
    card: Card


class MatchEnded(NamedTuple):
    """The last game was scored; ranks and points of each seat (P4.2, P5.2)."""

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
