"""The public events of Kapow!, for the log, the announcements and the pictures.

Events contain no hidden cards: a drawn card is not named until it is played.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from bot.game.contract import Seat
from bot.game.scoring import ROUNDS_WON, Fact, Tell, counted, rounds_won
from bot.games.kapow.rules.actions import Pile
from bot.games.kapow.rules.cards import Card, Place, Position
from bot.games.kapow.rules.hand import Triad
from bot.games.kapow.rules.scoring import HandScore, RoundResult


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

LABELS: Final[Mapping[str, str]] = MappingProxyType(
    {
        ROUNDS_WON: "rounds won",
        "rounds_out": "rounds gone out first",
        "rounds_doubled": "rounds with doubled points",
        "rounds_low": "rounds at zero or below",
        "columns": "columns completed",
        "kapow_columns": "columns with a KAPOW! card",
        "powersets": "powersets made",
        "swaps": "KAPOW! swaps",
        "kapows_left": "KAPOW! cards left over",
    }
)
"""The facts in the order of a profile."""

_OF_A_NEW_POWERSET: Final = 2


def _placed(event: Placed) -> Sequence[Fact]:
    """Tell of a new powerset, not of one that grows (K3.3c-d)."""
    is_new = len(event.position.cards) == _OF_A_NEW_POWERSET
    return (Fact(event.seat, "powersets"),) if is_new else ()


def _swapped(event: Swapped) -> Sequence[Fact]:
    """Tell of a swap (K4.4, K4.5)."""
    return (Fact(event.seat, "swaps"),)


def _triad_discarded(event: TriadDiscarded) -> Sequence[Fact]:
    """Tell of a complete column, and of a KAPOW! card that stood for a value in it (K4.1, K4.2)."""
    column = Fact(event.seat, "columns")
    if any(position.upper is Card.KAPOW for position in event.triad):
        return (column, Fact(event.seat, "kapow_columns"))
    return (column,)


def _round_ended(event: RoundEnded) -> Sequence[Fact]:
    """Tell of going out, and of what the hands are worth (K6.1, K6.4, K6.5)."""
    result = event.result
    return (
        *rounds_won(result.points, min(result.points)),
        *(() if result.out is None else (Fact(result.out, "rounds_out"),)),
        *counted("rounds_doubled", [hand.doubled for hand in result.hands]),
        *counted("rounds_low", [points <= 0 for points in result.points]),
        *counted("kapows_left", [_kapows(hand) for hand in result.hands]),
    )


def _kapows(hand: HandScore) -> int:
    """Return how many KAPOW! cards lie alone in a hand (K6.4)."""
    return sum(position.is_lone_kapow for _, position, _ in hand.items)


FACTS: Final[Mapping[type[Any], Tell]] = MappingProxyType(
    {
        Placed: _placed,
        Swapped: _swapped,
        TriadDiscarded: _triad_discarded,
        RoundEnded: _round_ended,
    }
)
"""What an event tells of seats, by its type."""
