"""What people may know of a match (section 5): Views, results, events without hidden cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from bot.game import contract
from bot.game.contract import Seat
from bot.game.rounds import Declined, Drew, Reshuffled, RoundEnded, SeenRound, Tells, TurnStarted
from bot.games.kabobo.rules.cards import Card, Kabob, Recipe, Spot
from bot.games.kabobo.rules.options import KaboboOptions


class Phase(StrEnum):
    """What has to be done next."""

    PEEK = "peek"
    TURN = "turn"
    DRAWN = "drawn"
    POWER = "power"
    SCORED = "scored"
    OVER = "over"


class How(StrEnum):
    """How a seat has seen a face-down card."""

    PEEK = "peek"
    DRAW = "draw"
    CHECK = "check"
    LOOK = "look"


class Laid(NamedTuple):
    """A card on the table. What is known about it moves with it in a trade (B2.3)."""

    card: Card | None
    """None in the Views of those who may not know it."""
    face_up: bool = False
    locked: bool = False
    seen: tuple[tuple[Seat, How], ...] = ()
    """The seats that have seen it face down, in order, and how; this is public (B5.1)."""
    fresh: frozenset[Seat] = frozenset()
    """The seats that saw it after their last action; it is shown to them once more (B5.2)."""

    def how(self, seat: Seat | None) -> How | None:
        """Return how a seat has seen it face down; None if it has not."""
        return next((how for who, how in self.seen if who == seat), None)

    def seen_by(self, seat: Seat, how: How) -> "Laid":
        """Return the card after a seat has looked at it; only the first look is recorded."""
        seen = self.seen if self.how(seat) else tuple(sorted((*self.seen, (seat, how))))
        return self._replace(seen=seen, fresh=self.fresh | {seat})


Hands: TypeAlias = tuple[tuple[Laid, ...], ...]


def laid_at(hands: Hands, spot: Spot) -> Laid | None:
    """Return the card in a spot; None if there is no such seat."""
    if not 0 <= spot.seat < len(hands):
        return None
    hand = hands[spot.seat]
    return hand[spot.place] if 0 <= spot.place < len(hand) else None


PIECES = 5
"""Pieces of a full skewer (B1.5)."""


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A scored round. ``caller`` is None if the turns ran out (B2.8)."""

    round: int
    starter: Seat
    caller: Seat | None
    hands: tuple[tuple[Card, ...], ...]
    kabobs: tuple[Kabob, ...]
    given: tuple[int, ...]
    pieces: tuple[int, ...]
    """After this round."""
    handle: tuple[Seat, ...]
    """The winners of the handle, and so of the match (B4.2)."""

    @property
    def points(self) -> tuple[int, ...]:
        """Each seat's points."""
        return tuple(kabob.points for kabob in self.kabobs)

    @property
    def best(self) -> tuple[Seat, ...]:
        """The seats with the highest score."""
        return tuple(seat for seat, points in enumerate(self.points) if points == max(self.points))


def ranks(pieces: Sequence[int], points: Sequence[int], handle: Sequence[Seat]) -> tuple[int, ...]:
    """Return each seat's rank: by handle, then pieces, then points (B4.2, B4.3)."""
    merits = [
        (True, 0, 0) if seat in handle else (False, had, scored)
        for seat, (had, scored) in enumerate(zip(pieces, points, strict=True))
    ]
    return contract.ranks(merits)


@dataclass(frozen=True, kw_only=True)
class Common:
    """What is public, so that a match's state and all its Views have it."""

    phase: Phase
    results: tuple[RoundResult, ...] = ()
    starter: Seat
    turns: int = 0
    """The number of turns begun in this round, including this one (B2.8)."""
    discard_pile: tuple[Card, ...]
    """From the top card down."""
    peeked: frozenset[Seat] = frozenset()
    caller: Seat | None = None
    reshuffles: int = 0
    pieces: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class View(Common, SeenRound):
    """What ``viewer`` may know; a card that it has seen stays known wherever it moves (B5.2)."""

    options: KaboboOptions
    hands: Hands
    draw_pile: int
    has_drawn: bool
    drawn: Card | None
    """The drawn card; None if there is none, or another seat drew it."""


class RoundStarted(NamedTuple):
    """A round was dealt; ``card`` starts the discard pile (B1.3)."""

    round: int
    starter: Seat
    card: Card


class Peeked(NamedTuple):
    """A seat looked at two of its cards at the start (B1.2)."""

    seat: Seat
    places: tuple[int, int]


class TookDiscard(NamedTuple):
    """The top discard replaced ``old``, which was discarded (B2.1)."""

    seat: Seat
    place: int
    card: Card
    old: Card


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


class Called(NamedTuple):
    """A seat called "Kabobo!" (B2.5)."""

    seat: Seat


class MatchEnded(NamedTuple):
    """The match is over; ranks and pieces of each seat (B4.2, B4.3)."""

    ranks: tuple[int, ...]
    pieces: tuple[int, ...]
    handle: tuple[Seat, ...] = ()


_Turn: TypeAlias = Peeked | TookDiscard | Drew | Kept | Seasoned | Called
_Power: TypeAlias = LookedAt | Traded | Locked | Unlocked | Declined
_Round: TypeAlias = RoundStarted | TurnStarted | Reshuffled | RoundEnded | MatchEnded
Event: TypeAlias = _Turn | _Power | _Round


def _call(event: RoundEnded, *, won: bool) -> Mapping[Seat, int]:
    """Return whose call was won or lost: the highest score wins it (B2.8, B4.1)."""
    result: RoundResult = event.result
    if result.caller is None:
        return {}
    return {result.caller: (result.caller in result.best) == won}


def _recipes(event: RoundEnded, *, jokers: bool) -> Sequence[int]:
    """Return how many of the four recipes were scored, or how many jokers (B3.1, B3.3)."""
    result: RoundResult = event.result
    return [
        sum((scored.recipe is Recipe.KABOBO) == jokers for scored in kabob.recipes)
        for kabob in result.kabobs
    ]


TELLS: Final = (
    Tells("handles", "handles won", MatchEnded, lambda event: dict.fromkeys(event.handle, 1)),
    Tells("pieces", "skewer pieces won", RoundEnded, lambda event: event.result.given),
    Tells("calls_won", "calls won", RoundEnded, lambda event: _call(event, won=True)),
    Tells("calls_lost", "calls lost", RoundEnded, lambda event: _call(event, won=False)),
    Tells("recipes", "recipes scored", RoundEnded, lambda event: _recipes(event, jokers=False)),
    Tells("jokers", "Kabobos scored", RoundEnded, lambda event: _recipes(event, jokers=True)),
    Tells("powers", "powers used", (LookedAt, Locked, Unlocked, Traded)),
    Tells("trades", "cards traded", Traded),
)
"""The facts in the order of a profile; a power that is declined or has no target is none (B2.3)."""
