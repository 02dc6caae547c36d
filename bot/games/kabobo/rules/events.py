"""The public events of Kabobo!, for the log, the announcements and the pictures.

Events contain no hidden cards: it is public who looked where, but not what they saw (B5.1).
"""

from typing import NamedTuple, TypeAlias

from bot.game.contract import Seat
from bot.games.kabobo.rules.cards import Card, Spot
from bot.games.kabobo.rules.scores import RoundResult

__all__ = [
    "Called",
    "Declined",
    "Drew",
    "Event",
    "Kept",
    "Locked",
    "LookedAt",
    "MatchEnded",
    "Peeked",
    "Reshuffled",
    "RoundEnded",
    "RoundStarted",
    "Seasoned",
    "TookDiscard",
    "Traded",
    "TurnStarted",
    "Unlocked",
]


class RoundStarted(NamedTuple):
    """A round was dealt; ``card`` starts the discard pile (B1.3)."""

    round: int
    starter: Seat
    card: Card


class Peeked(NamedTuple):
    """A seat looked at two of its cards at the start (B1.2)."""

    seat: Seat
    places: tuple[int, int]


class TurnStarted(NamedTuple):
    """A seat's turn began; ``last`` if somebody has called (B2.5)."""

    seat: Seat
    last: bool


class TookDiscard(NamedTuple):
    """The top discard replaced ``old``, which was discarded (B2.1)."""

    seat: Seat
    place: int
    card: Card
    old: Card


class Drew(NamedTuple):
    """A seat drew the top card of the deck, which only this seat sees (B2.2)."""

    seat: Seat


class Kept(NamedTuple):
    """The drawn card replaced ``old``, which was discarded (B2.2)."""

    seat: Seat
    place: int
    old: Card


class Seasoned(NamedTuple):
    """The drawn card was discarded; ``has_power`` if its power can be used (B2.3)."""

    seat: Seat
    card: Card
    has_power: bool


class LookedAt(NamedTuple):
    """A seat looked at a face-down card, its own (spades) or an opponent's (clubs) (B2.3)."""

    seat: Seat
    spot: Spot


class Traded(NamedTuple):
    """Two cards changed places (B2.3)."""

    seat: Seat
    own: Spot
    other: Spot


class Locked(NamedTuple):
    """A seat locked its card (B2.3)."""

    seat: Seat
    spot: Spot


class Unlocked(NamedTuple):
    """A seat unlocked a card (B2.3)."""

    seat: Seat
    spot: Spot


class Declined(NamedTuple):
    """A seat declined to use a power (B2.3)."""

    seat: Seat


class Called(NamedTuple):
    """A seat called "Kabobo!" (B2.5)."""

    seat: Seat


class Reshuffled(NamedTuple):
    """The discard pile except its top card became the new deck (B2.6)."""

    cards: int


class RoundEnded(NamedTuple):
    """All kabobs were revealed and scored."""

    result: RoundResult


class MatchEnded(NamedTuple):
    """The match is over; ranks and pieces of each seat (B4.2, B4.3)."""

    ranks: tuple[int, ...]
    pieces: tuple[int, ...]
    handle: tuple[Seat, ...] = ()
    """The winners of the handle; empty if all rounds were played without one."""


Event: TypeAlias = (
    RoundStarted
    | Peeked
    | TurnStarted
    | TookDiscard
    | Drew
    | Kept
    | Seasoned
    | LookedAt
    | Traded
    | Locked
    | Unlocked
    | Declined
    | Called
    | Reshuffled
    | RoundEnded
    | MatchEnded
)
