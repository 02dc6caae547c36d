"""The public events of Kapow!, for the log, the announcements and the pictures.

Events contain no hidden cards: a drawn card is not named until it is played.
"""

from typing import NamedTuple, TypeAlias

from bot.game.contract import Seat
from bot.games.kapow.rules.actions import Pile
from bot.games.kapow.rules.cards import Card, Place
from bot.games.kapow.rules.positions import Position
from bot.games.kapow.rules.scores import RoundResult
from bot.games.kapow.rules.triads import Triad

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
    "UsedUp",
    "WentOut",
]


class RoundStarted(NamedTuple):
    """A round was dealt; ``card`` is the first discard, ``dealer`` None after round 1 (K2.5)."""

    round: int
    starter: Seat
    card: Card
    dealer: Seat | None = None


class TurnStarted(NamedTuple):
    """A seat's turn began; ``final`` if it is the seat's last (K6.2)."""

    seat: Seat
    final: bool


class Revealed(NamedTuple):
    """The opening: two own cards turned up (K3.1)."""

    seat: Seat
    places: tuple[Place, Place]
    cards: tuple[Card, Card]


class Took(NamedTuple):
    """A card was taken; from the draw pile ``card`` is None: only the taker sees it (K3.2)."""

    seat: Seat
    pile: Pile
    card: Card | None


class Discarded(NamedTuple):
    """The card taken was discarded (K3.3a)."""

    seat: Seat
    card: Card


class Replaced(NamedTuple):
    """The card taken replaced the position ``old``, which was discarded (K3.3b)."""

    seat: Seat
    place: Place
    card: Card
    old: Position


class Placed(NamedTuple):
    """The card taken went on top of or beneath a position, which is now ``position`` (K3.3c-d)."""

    seat: Seat
    place: Place
    card: Card
    on_top: bool
    position: Position


class Swapped(NamedTuple):
    """A KAPOW! card at ``kapow`` changed places with ``other`` (K4.4, K4.5)."""

    seat: Seat
    kapow: Place
    other: Place


class TriadDiscarded(NamedTuple):
    """A complete triad was discarded (K4.2)."""

    seat: Seat
    column: int
    triad: Triad


class TurnedUp(NamedTuple):
    """All face-down cards of a seat were turned up: a final turn (K6.3) or the end (K9.7)."""

    seat: Seat
    places: tuple[Place, ...]
    cards: tuple[Card, ...]


class DiscardStarted(NamedTuple):
    """The empty discard pile was restarted from the draw pile (K5.4)."""

    card: Card


class Reshuffled(NamedTuple):
    """The discard pile except its top card became the draw pile, of ``cards`` cards (K5.5)."""

    cards: int


class UsedUp(NamedTuple):
    """A seat tried to draw from the used-up draw pile, which ends the round (K5.6, K9.6)."""

    seat: Seat


class WentOut(NamedTuple):
    """A seat went out first (K6.1)."""

    seat: Seat


class RoundEnded(NamedTuple):
    """A round was scored."""

    result: RoundResult


class MatchEnded(NamedTuple):
    """The last round was scored; totals and ranks of each seat (K6.6)."""

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
    | UsedUp
    | WentOut
    | RoundEnded
    | MatchEnded
)
