"""The public events of Kabobo!, and the facts for profiles that they tell.

Events contain no hidden cards: it is public who looked where, but not what they saw (B5.1).
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from bot.game.contract import Seat
from bot.game.rounds import Reshuffled, RoundEnded, Tells, TurnStarted
from bot.games.kabobo.rules.cards import Card, Spot
from bot.games.kabobo.rules.scoring import Recipe, RoundResult


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


class MatchEnded(NamedTuple):
    """The match is over; ranks and pieces of each seat (B4.2, B4.3)."""

    ranks: tuple[int, ...]
    pieces: tuple[int, ...]
    handle: tuple[Seat, ...] = ()
    """The winners of the handle; empty if all rounds were played without one."""


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
