"""The public events of Kabobo!, and the facts for profiles that they tell.

Events contain no hidden cards: it is public who looked where, but not what they saw (B5.1).
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from bot.game.contract import Seat
from bot.game.scoring import ROUNDS_WON, Fact, Tell, counted, rounds_won
from bot.games.kabobo.rules.cards import Card, Spot
from bot.games.kabobo.rules.scoring import Kabob, Recipe, RoundResult


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
    """A seat's turn began; ``last`` if someone has called (B2.5)."""

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

LABELS: Final[Mapping[str, str]] = MappingProxyType(
    {
        ROUNDS_WON: "rounds won",
        "handles": "handles won",
        "pieces": "skewer pieces won",
        "calls_won": "calls won",
        "calls_lost": "calls lost",
        "recipes": "recipes scored",
        "jokers": "Kabobos scored",
        "powers": "powers used",
        "trades": "cards traded",
    }
)
"""The facts in the order of a profile."""


def _used(event: LookedAt | Locked | Unlocked) -> Sequence[Fact]:
    """Tell of a power used; one that is declined or has no target is none (B2.3)."""
    return (Fact(event.seat, "powers"),)


def _traded(event: Traded) -> Sequence[Fact]:
    """Tell of the power of hearts; the owner of the other card has done nothing (B2.3)."""
    return (Fact(event.seat, "powers"), Fact(event.seat, "trades"))


def _round_ended(event: RoundEnded) -> Sequence[Fact]:
    """Tell of the call, the pieces and the recipes (B3.1, B3.3, B4.1)."""
    result = event.result
    return (
        *rounds_won(result.points, max(result.points)),
        *counted("pieces", result.given),
        *_call(result),
        *counted("recipes", [_recipes(kabob) for kabob in result.kabobs]),
        *counted("jokers", [len(kabob.recipes) - _recipes(kabob) for kabob in result.kabobs]),
    )


def _call(result: RoundResult) -> Sequence[Fact]:
    """Tell whether the caller has the highest score, if someone has called (B2.8, B4.1)."""
    if result.caller is None:
        return ()
    return (Fact(result.caller, "calls_won" if result.caller in result.best else "calls_lost"),)


def _recipes(kabob: Kabob) -> int:
    """Return how many of the four recipes are scored; jokers belong to none (B3.1, B3.3)."""
    return sum(scored.recipe is not Recipe.KABOBO for scored in kabob.recipes)


def _match_ended(event: MatchEnded) -> Sequence[Fact]:
    """Tell of the handle; several seats may share it (B4.2)."""
    return [Fact(seat, "handles") for seat in event.handle]


FACTS: Final[Mapping[type[Any], Tell]] = MappingProxyType(
    {
        LookedAt: _used,
        Locked: _used,
        Unlocked: _used,
        Traded: _traded,
        RoundEnded: _round_ended,
        MatchEnded: _match_ended,
    }
)
"""What an event tells of seats, by its type."""
