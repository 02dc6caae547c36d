"""The public events of Kapow!, for the log, the announcements and the pictures.

Events contain no hidden cards: a drawn card is not named until it is played.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from bot.game.contract import Seat
from bot.game.rounds import MatchEnded, Reshuffled, RoundEnded, Tells, TurnStarted
from bot.games.kapow.rules.actions import Pile
from bot.games.kapow.rules.cards import Card, Place, Position
from bot.games.kapow.rules.hand import Triad


class RoundStarted(NamedTuple):
    """A round was dealt; ``card`` is the first discard, ``dealer`` None after round 1 (K2.5)."""

    round: int
    starter: Seat
    card: Card
    dealer: Seat | None = None


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


class UsedUp(NamedTuple):
    """A seat tried to draw from the used-up draw pile, which ends the round (K5.6, K9.6)."""

    seat: Seat


class WentOut(NamedTuple):
    """A seat went out first (K6.1)."""

    seat: Seat


_Turn: TypeAlias = Revealed | Took | Discarded | Replaced | Placed | Swapped | WentOut
_Table: TypeAlias = TriadDiscarded | TurnedUp | DiscardStarted | Reshuffled | UsedUp
_Round: TypeAlias = RoundStarted | TurnStarted | RoundEnded | MatchEnded
Event: TypeAlias = _Turn | _Table | _Round

_OF_A_NEW_POWERSET: Final = 2


def _powersets(event: Placed) -> Mapping[Seat, int]:
    """Return a new powerset, not one that grows (K3.3c-d)."""
    return {event.seat: len(event.position.cards) == _OF_A_NEW_POWERSET}


def _with_kapow(event: TriadDiscarded) -> Mapping[Seat, int]:
    """Return whether a KAPOW! card stood for a value in a column (K4.1, K4.2)."""
    return {event.seat: any(position.upper is Card.KAPOW for position in event.triad)}


def _out(event: RoundEnded) -> Mapping[Seat, int]:
    """Return who went out first (K6.1)."""
    return {} if event.result.out is None else {event.result.out: 1}


def _doubled(event: RoundEnded) -> Sequence[int]:
    """Return whose points were doubled (K6.5)."""
    return [hand.doubled for hand in event.result.hands]


def _low(event: RoundEnded) -> Sequence[int]:
    """Return whose hands were at zero or below (K6.4)."""
    return [points <= 0 for points in event.result.points]


def _kapows_left(event: RoundEnded) -> Sequence[int]:
    """Return how many KAPOW! cards lie alone in the hands (K6.4)."""
    hands = event.result.hands
    return [sum(lying.is_lone_kapow for _, lying, _ in hand.items) for hand in hands]


TELLS: Final = (
    Tells("rounds_out", "rounds gone out first", RoundEnded, _out),
    Tells("rounds_doubled", "rounds with doubled points", RoundEnded, _doubled),
    Tells("rounds_low", "rounds at zero or below", RoundEnded, _low),
    Tells("columns", "columns completed", TriadDiscarded),
    Tells("kapow_columns", "columns with a KAPOW! card", TriadDiscarded, _with_kapow),
    Tells("powersets", "powersets made", Placed, _powersets),
    Tells("swaps", "KAPOW! swaps", Swapped),
    Tells("kapows_left", "KAPOW! cards left over", RoundEnded, _kapows_left),
)
"""The facts in the order of a profile."""
