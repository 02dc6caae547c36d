"""What people may know of a match: the View of a seat, results, and events without hidden cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from bot.game import held
from bot.game.contract import Seat
from bot.game.rounds import Discarded, Drew, MatchEnded, RoundEnded, SeenRound, Tells, TurnStarted
from bot.games.capit.rules.cards import Card, points
from bot.games.capit.rules.melds import CONTRACTS, Demand, Meld, Side
from bot.games.capit.rules.options import CapitOptions


class End(StrEnum):
    """Why a round ended."""

    OUT = "out"
    """A seat has no cards left (C4.5)."""
    STOCK = "stock"
    """A seat had to draw from an empty stock (C3.4)."""
    STALL = "stall"
    """For several circuits nobody drew, melded or laid off (C5.4)."""


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A scored round."""

    round: int
    dealer: Seat
    end: End
    hands: tuple[tuple[Card, ...], ...]
    """The cards left in each hand, sorted."""

    @property
    def points(self) -> tuple[int, ...]:
        """Each seat's points: the cards left in the hand, 0 for going out (C5.1)."""
        return tuple(sum(map(points, hand)) for hand in self.hands)

    @property
    def best(self) -> tuple[Seat, ...]:
        """The seats with the lowest score of the round (C6.2)."""
        scored = self.points
        return tuple(seat for seat, had in enumerate(scored) if had == min(scored))


class Phase(StrEnum):
    """What has to be done next."""

    DRAW = "draw"
    """The seat to move takes a card, or pushes (section 3)."""
    PLAY = "play"
    """It lays melds and cards, and discards (section 4)."""
    SCORED = "scored"
    """The round is scored; any seat may start the next one."""
    OVER = "over"
    """The match has ended."""


Hand: TypeAlias = held.Hand[Card]
"""A seat's cards; fresh are those that came after the end of its owner's last turn."""

Hands: TypeAlias = tuple[Hand, ...]
"""The hands by seat."""


class Laid(NamedTuple):
    """A meld on the table, and the seat that laid it."""

    seat: Seat
    meld: Meld


@dataclass(frozen=True, kw_only=True)
class Common:
    """What is public, so that a match's state and all its Views have it."""

    phase: Phase
    results: tuple[RoundResult, ...] = ()
    dealer: Seat
    discard_pile: tuple[Card, ...]
    """From the top card down."""
    melds: tuple[Laid, ...] = ()
    """In the order of laying."""
    laid: frozenset[Seat] = frozenset()
    """The seats that have laid the contract (C4.1)."""
    idle: int = 0
    """Consecutive turns without a stock card, a meld, a lay-off or a replacement (C8.4)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View(Common, SeenRound):
    """Everything that ``viewer`` may know."""

    options: CapitOptions
    hand: Hand
    """The viewer's own cards in the order in which they were received; empty for a spectator."""
    counts: tuple[int, ...]
    """The number of cards of each seat."""
    known: tuple[tuple[Card, ...], ...]
    """Each seat's cards that everyone saw, sorted (C3.2)."""
    draw_pile: int
    """The number of cards in the stock."""

    @property
    def seen_hands(self) -> Mapping[Seat, tuple[Card, ...]]:
        """The viewer's own cards, sorted; or all hands, where everyone knows all of them."""
        if self.viewer is not None:
            return {self.viewer: held.cards_of(self.hand)}
        opened = tuple(map(len, self.known)) == self.counts
        return dict(enumerate(self.known)) if opened else {}

    @property
    def contract(self) -> Sequence[Demand]:
        """The contract of this round (C2.3)."""
        return CONTRACTS[self.round - 1]


def known_of(hand: Hand) -> tuple[Card, ...]:
    """Return the cards that everyone knows, sorted (C3.2)."""
    return tuple(sorted(each.card for each in hand if each.known))


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
