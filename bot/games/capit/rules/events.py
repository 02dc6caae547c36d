"""The public events of CAP-IT, for the log, the announcements and the pictures.

Events contain no hidden cards: a card drawn from the stock is not named.
"""

from typing import NamedTuple, TypeAlias

from bot.game.contract import Seat
from bot.games.capit.rules.cards import Card
from bot.games.capit.rules.melds import Meld, Side
from bot.games.capit.rules.scores import RoundResult

__all__ = [
    "Discarded",
    "Drew",
    "Event",
    "LaidContract",
    "LaidMeld",
    "LaidOff",
    "MatchEnded",
    "Pushed",
    "RoundEnded",
    "RoundStarted",
    "Swapped",
    "TookDiscard",
    "TurnStarted",
]


class RoundStarted(NamedTuple):
    """A round was dealt; ``card`` starts the discard pile (C1.4)."""

    round: int
    dealer: Seat
    card: Card


class TurnStarted(NamedTuple):
    """A seat's turn began."""

    seat: Seat


class TookDiscard(NamedTuple):
    """A seat took the top of the discard pile (C3.1)."""

    seat: Seat
    card: Card


class Pushed(NamedTuple):
    """The top cards of both piles went to the left neighbour, and the pusher drew (C3.2)."""

    seat: Seat
    to: Seat
    card: Card
    """The discard; only the receiver sees the card from the stock."""


class Drew(NamedTuple):
    """A seat drew from the stock without a push (C3.3)."""

    seat: Seat


class LaidContract(NamedTuple):
    """A seat laid the contract; ``first`` is the number of its first meld, from 0 (C4.1)."""

    seat: Seat
    first: int
    melds: tuple[Meld, ...]


class LaidMeld(NamedTuple):
    """A seat laid another meld, number ``number`` on the table, from 0 (C4.2)."""

    seat: Seat
    number: int
    meld: Meld


class LaidOff(NamedTuple):
    """A seat laid cards off on a meld of seat ``owner`` (C4.2)."""

    seat: Seat
    number: int
    owner: Seat
    cards: tuple[Card, ...]
    side: Side


class Swapped(NamedTuple):
    """A card replaced a wild; the use of the wild is the next event (C4.4)."""

    seat: Seat
    number: int
    owner: Seat
    card: Card
    freed: Card


class Discarded(NamedTuple):
    """A seat discarded a card (C4.5)."""

    seat: Seat
    card: Card


class RoundEnded(NamedTuple):
    """A round was scored."""

    result: RoundResult


class MatchEnded(NamedTuple):
    """The last round was scored (C5.3)."""

    ranks: tuple[int, ...]
    totals: tuple[int, ...]


Event: TypeAlias = (
    RoundStarted
    | TurnStarted
    | TookDiscard
    | Pushed
    | Drew
    | LaidContract
    | LaidMeld
    | LaidOff
    | Swapped
    | Discarded
    | RoundEnded
    | MatchEnded
)
