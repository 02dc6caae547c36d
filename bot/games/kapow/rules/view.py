"""What people may know of a match (section 7): Views, results, events without hidden cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from bot.game.contract import Seat
from bot.game.rounds import (
    Discarded,
    MatchEnded,
    Reshuffled,
    RoundEnded,
    SeenRound,
    Tells,
    TurnStarted,
)
from bot.games.kapow.rules.actions import Pile
from bot.games.kapow.rules.cards import Card, Place, Position
from bot.games.kapow.rules.hand import Hand, HandScore, Triad
from bot.games.kapow.rules.options import KapowOptions


class RoundReason(StrEnum):
    """Why a round ended."""

    WENT_OUT = "went out"
    NO_CARDS = "no cards left"
    STALLED = "stalled"
    RESHUFFLES = "reshuffle limit"


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A scored round; ``out`` is the seat that went out first, or None."""

    round: int
    reason: RoundReason
    starter: Seat
    out: Seat | None
    hands: tuple[HandScore, ...]

    @property
    def points(self) -> tuple[int, ...]:
        """Each seat's points."""
        return tuple(hand.points for hand in self.hands)


class Phase(StrEnum):
    """What the seat to act has to do next."""

    OPENING = "opening"
    TAKE = "take"
    PLAY = "play"
    KAPOW = "kapow"
    SCORED = "scored"
    OVER = "over"


class Drawn(NamedTuple):
    """The card just taken, not yet played."""

    card: Card | None
    """None in the Views of those who may not know it."""
    pile: Pile


@dataclass(frozen=True, kw_only=True)
class Common:
    """What is public, so that a match's state and all its Views have it."""

    phase: Phase
    results: tuple[RoundResult, ...] = ()
    starter: Seat
    discard_pile: tuple[Card, ...]
    """From the top card down."""
    opened: frozenset[Seat] = frozenset()
    """The seats that have made their opening in this round (K3.1)."""
    out: Seat | None = None
    swaps: int = 0
    reshuffles: int = 0
    passes: int = 0
    """Consecutive turns in which the top discard was taken and given back (K5.6)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View(Common, SeenRound):
    """What ``viewer`` may know. Face-down cards are None, even one's own (K7)."""

    options: KapowOptions
    hands: tuple[Hand, ...]
    draw_pile: int
    drawn: Drawn | None

    @property
    def final_turn(self) -> bool:
        """Whether the present turns are final turns (K6.2)."""
        return self.out is not None

    @property
    def drawing_ends_round(self) -> bool:
        """Whether drawing ends the round, as no cards may be reshuffled any more (K5.6, K9.6)."""
        used_up = not self.draw_pile and self.reshuffles >= self.options.max_reshuffles
        return self.phase is Phase.TAKE and used_up and len(self.discard_pile) > 1


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
    return {event.seat: any(position.upper is Card.KAPOW for position in event.triad)}


def _out(event: RoundEnded) -> Mapping[Seat, int]:
    return {} if event.result.out is None else {event.result.out: 1}


def _doubled(event: RoundEnded) -> Sequence[int]:
    return [hand.doubled for hand in event.result.hands]


def _low(event: RoundEnded) -> Sequence[int]:
    return [points <= 0 for points in event.result.points]


def _kapows_left(event: RoundEnded) -> Sequence[int]:
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
