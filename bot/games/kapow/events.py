"""What happened in Kapow!: public facts for the log, the announcements and the pictures.

No event holds a card that anybody may not know: a card just drawn is not named until it is played.
"""

from dataclasses import dataclass
from typing import TypeAlias

from bot.games.game import Seat
from bot.games.kapow.actions import Pile
from bot.games.kapow.cards import Card, Place, Position, Triad
from bot.games.kapow.scores import RoundResult

__all__ = [
    "DiscardStarted",
    "Discarded",
    "Event",
    "MatchEnded",
    "Placed",
    "Replaced",
    "Reshuffled",
    "Revealed",
    "RoundEnded",
    "RoundStarted",
    "Swapped",
    "Took",
    "TriadDiscarded",
    "TurnStarted",
    "TurnedUp",
    "WentOut",
]


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """A round was dealt; ``dealer`` only in the first (K2.5). ``card`` starts the discard pile."""

    round: int
    starter: Seat
    card: Card
    dealer: Seat | None = None


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """A seat's turn began; ``final`` as in K6.2."""

    seat: Seat
    final: bool


@dataclass(frozen=True, slots=True)
class Revealed:
    """The opening: two own cards turned up (K3.1)."""

    seat: Seat
    places: tuple[Place, Place]
    cards: tuple[Card, Card]


@dataclass(frozen=True, slots=True)
class Took:
    """A card was taken; ``card`` is None from the draw pile: only the taker sees it (K3.2)."""

    seat: Seat
    pile: Pile
    card: Card | None


@dataclass(frozen=True, slots=True)
class Discarded:
    """The card taken was discarded (K3.3a)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Replaced:
    """The card taken replaced what lay in a place, ``old``, now discarded (K3.3b)."""

    seat: Seat
    place: Place
    card: Card
    old: Position


@dataclass(frozen=True, slots=True)
class Placed:
    """The card taken went on top of or beneath a position, which is now ``position`` (K3.3c-d)."""

    seat: Seat
    place: Place
    card: Card
    on_top: bool
    position: Position


@dataclass(frozen=True, slots=True)
class Swapped:
    """A KAPOW! card at ``kapow`` changed places with ``other`` (K4.4, K4.5)."""

    seat: Seat
    kapow: Place
    other: Place


@dataclass(frozen=True, slots=True)
class TriadDiscarded:
    """A complete triad was discarded (K4.2)."""

    seat: Seat
    column: int
    triad: Triad


@dataclass(frozen=True, slots=True)
class TurnedUp:
    """All face-down cards of a seat were turned up: a final turn (K6.3) or the end (K9.7)."""

    seat: Seat
    places: tuple[Place, ...]
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class DiscardStarted:
    """The empty discard pile was started again from the draw pile (K5.4)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The discard pile but its top card became the draw pile of ``count`` cards (K5.5)."""

    count: int


@dataclass(frozen=True, slots=True)
class WentOut:
    """A seat went out first (K6.1)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A round was scored."""

    result: RoundResult


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The last round was scored: totals and ranks per seat (K6.6)."""

    totals: tuple[int, ...]
    ranks: tuple[int, ...]


Event: TypeAlias = (
    RoundStarted
    | TurnStarted
    | Revealed
    | Took
    | Discarded
    | Replaced
    | Placed
    | Swapped
    | TriadDiscarded
    | TurnedUp
    | DiscardStarted
    | Reshuffled
    | WentOut
    | RoundEnded
    | MatchEnded
)
