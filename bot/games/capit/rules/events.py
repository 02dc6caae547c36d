"""The public events of CAP-IT, for the log, the announcements and the pictures.

Events contain no hidden cards: a card drawn from the stock is not named.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from bot.game.contract import Seat
from bot.game.rounds import MatchEnded, RoundEnded, Tells, TurnStarted
from bot.games.capit.rules.cards import Card
from bot.games.capit.rules.melds import Meld, Side
from bot.games.capit.rules.scoring import End, RoundResult


class RoundStarted(NamedTuple):
    """A round was dealt; ``card`` starts the discard pile (C1.4)."""

    round: int
    dealer: Seat
    card: Card


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


_Drawing: TypeAlias = TookDiscard | Pushed | Drew
_Laying: TypeAlias = LaidContract | LaidMeld | LaidOff | Swapped | Discarded
_Round: TypeAlias = RoundStarted | TurnStarted | RoundEnded | MatchEnded
Event: TypeAlias = _Drawing | _Laying | _Round


def _out(event: RoundEnded) -> Sequence[int]:
    """Return who went out (C5.1)."""
    result: RoundResult = event.result
    return [result.end is End.OUT and not hand for hand in result.hands]


def _wilds_left(event: RoundEnded) -> Sequence[int]:
    """Return how many wild cards are left in the hands (C5.1, C5.2)."""
    return [sum(card.is_wild for card in hand) for hand in event.result.hands]


TELLS: Final = (
    Tells("rounds_out", "rounds gone out", RoundEnded, _out),
    Tells("contracts", "contracts laid", LaidContract),
    Tells("melds", "further melds laid", LaidMeld),
    Tells("laid_off", "cards laid off", LaidOff, lambda event: {event.seat: len(event.cards)}),
    Tells("wilds_freed", "wild cards replaced", Swapped),
    Tells("pushes", "pushes made", Pushed),
    Tells("wilds_left", "wild cards left in hand", RoundEnded, _wilds_left),
)
"""The facts in the order of a profile."""
