"""What happened in CAP-IT: public facts for the log, the announcements and the pictures.

No event holds a card that anybody may not know: what comes from the stock is not told.
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
    """The tops of both piles went to the left, and the pusher drew the next card (C3.2)."""

    seat: Seat
    to: Seat
    card: Card
    """The discard; the card from the stock is for the receiver to see."""


class Drew(NamedTuple):
    """A seat drew from the stock without a push (C3.3)."""

    seat: Seat


class LaidContract(NamedTuple):
    """A seat laid the contract; ``first`` is the number of its first meld, from 0 (C4.1)."""

    seat: Seat
    first: int
    melds: tuple[Meld, ...]


class LaidMeld(NamedTuple):
    """A seat laid another meld, the ``number``-th on the table, from 0 (C4.2)."""

    seat: Seat
    number: int
    meld: Meld


class LaidOff(NamedTuple):
    """A seat laid cards off on a meld, of the seat ``owner`` (C4.2)."""

    seat: Seat
    number: int
    owner: Seat
    cards: tuple[Card, ...]
    side: Side


class Swapped(NamedTuple):
    """A card took the place of a wild, whose use follows as an event of its own (C4.4)."""

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
