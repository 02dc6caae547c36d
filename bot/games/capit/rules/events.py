"""The public events of CAP-IT, for the log, the announcements and the pictures.

Events contain no hidden cards: a card drawn from the stock is not named.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from bot.game.contract import Seat
from bot.game.scoring import ROUNDS_WON, Fact, Tell, counted, rounds_won
from bot.games.capit.rules.cards import Card
from bot.games.capit.rules.melds import Meld, Side
from bot.games.capit.rules.scoring import End, RoundResult


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
    """The top cards of both piles went to the left neighbour, and the pusher drew (C3.2)."""

    seat: Seat
    to: Seat
    card: Card
    """The discard; only the receiver sees the card from the stock."""


class Drew(NamedTuple):
    """A seat drew from the stock without a push (C3.3)."""

    seat: Seat


class LaidContract(NamedTuple):
    """A seat laid the contract; ``first`` is the number of its first meld, from 0 (C4.1)."""

    seat: Seat
    first: int
    melds: tuple[Meld, ...]


class LaidMeld(NamedTuple):
    """A seat laid another meld, number ``number`` on the table, from 0 (C4.2)."""

    seat: Seat
    number: int
    meld: Meld


class LaidOff(NamedTuple):
    """A seat laid cards off on a meld of seat ``owner`` (C4.2)."""

    seat: Seat
    number: int
    owner: Seat
    cards: tuple[Card, ...]
    side: Side


class Swapped(NamedTuple):
    """A card replaced a wild; the use of the wild is the next event (C4.4)."""

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

LABELS: Final[Mapping[str, str]] = MappingProxyType(
    {
        ROUNDS_WON: "rounds won",
        "rounds_out": "rounds gone out",
        "contracts": "contracts laid",
        "melds": "further melds laid",
        "laid_off": "cards laid off",
        "wilds_freed": "wild cards replaced",
        "pushes": "pushes made",
        "wilds_left": "wild cards left in hand",
    }
)
"""The facts in the order of a profile."""


def _pushed(event: Pushed) -> Sequence[Fact]:
    """Tell of a push; the left neighbour has done nothing for it (C3.2)."""
    return (Fact(event.seat, "pushes"),)


def _laid_contract(event: LaidContract) -> Sequence[Fact]:
    """Tell of the contract (C4.1)."""
    return (Fact(event.seat, "contracts"),)


def _laid_meld(event: LaidMeld) -> Sequence[Fact]:
    """Tell of another meld (C4.2)."""
    return (Fact(event.seat, "melds"),)


def _laid_off(event: LaidOff) -> Sequence[Fact]:
    """Tell of the cards laid off, on anyone's meld (C4.2)."""
    return (Fact(event.seat, "laid_off", len(event.cards)),)


def _swapped(event: Swapped) -> Sequence[Fact]:
    """Tell of a wild replaced by its natural card; its use is an event of its own (C4.4)."""
    return (Fact(event.seat, "wilds_freed"),)


def _round_ended(event: RoundEnded) -> Sequence[Fact]:
    """Tell of going out, and of the wild cards in the other hands (C5.1, C5.2)."""
    result = event.result
    went_out = result.end is End.OUT
    return (
        *rounds_won(result.points, min(result.points)),
        *counted("rounds_out", [went_out and not hand for hand in result.hands]),
        *counted("wilds_left", [sum(card.is_wild for card in hand) for hand in result.hands]),
    )


FACTS: Final[Mapping[type[Any], Tell]] = MappingProxyType(
    {
        Pushed: _pushed,
        LaidContract: _laid_contract,
        LaidMeld: _laid_meld,
        LaidOff: _laid_off,
        Swapped: _swapped,
        RoundEnded: _round_ended,
    }
)
"""What an event tells of seats, by its type."""
