"""The public events of Chow Pow!, for the log, the announcements and the pictures.

Events contain no hidden cards: cards taken or refilled face down are not named.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from bot.game.contract import Seat
from bot.game.rounds import MatchEnded, RoundEnded, Tells
from bot.games.chowpow.rules.cards import Card, Slot


class RoundStarted(NamedTuple):
    """A game of the match was dealt (P1.3)."""

    round: int
    starter: Seat


class TurnStarted(NamedTuple):
    """A seat's turn began, with a number of flips (P2.1); ``last`` in the last turns (P4.1)."""

    seat: Seat
    flips: int
    last: bool


class Flipped(NamedTuple):
    """A seat flipped the top card of a slot: in its Chow (P2.1), or for the board (P3.5)."""

    seat: Seat
    slot: Slot
    card: Card


class Matched(NamedTuple):
    """Two flipped cards match, in the order flipped (P2.2); a third card is not included."""

    seat: Seat
    slots: tuple[Slot, Slot]


class Missed(NamedTuple):
    """No two flipped cards match: they are turned face down again (P2.4)."""

    seat: Seat


class Took(NamedTuple):
    """A seat took ``cards`` cards from a slot; None if there was nothing to take (P2.3)."""

    seat: Seat
    slot: Slot | None
    cards: int


class Refilled(NamedTuple):
    """Slots were refilled in this order; ``deck`` cards are left (P2.3, P3.7)."""

    slots: tuple[Slot, ...]
    deck: int


class LastTurns(NamedTuple):
    """The deck is empty: after this turn everyone has one more turn (P4.1)."""


class Attacked(NamedTuple):
    """A seat attacked another with cards (P3.1)."""

    seat: Seat
    target: Seat
    cards: tuple[Card, ...]


class BoardAttacked(NamedTuple):
    """A seat battles the board with a card; its left neighbour flips (P3.5)."""

    seat: Seat
    left: Seat
    card: Card


class Passed(NamedTuple):
    """A seat skipped its battle."""

    seat: Seat


class Defended(NamedTuple):
    """The attacked seat laid cards (P3.2)."""

    seat: Seat
    cards: tuple[Card, ...]


class Countered(NamedTuple):
    """A seat that was behind added cards (P3.3, P3.5)."""

    seat: Seat
    cards: tuple[Card, ...]


class Declined(NamedTuple):
    """A seat that is behind added nothing (P3.3)."""

    seat: Seat


class BattleEnded(NamedTuple):
    """A battle is over: the winner takes all cards, after a tie both take theirs (P3.4)."""

    seat: Seat
    target: Seat
    attack: tuple[Card, ...]
    defence: tuple[Card, ...]
    winner: Seat | None


class BoardEnded(NamedTuple):
    """A battle against the board is over (P3.5)."""

    seat: Seat
    attack: tuple[Card, ...]
    board: tuple[Card, ...]
    won: bool | None
    """Whether the seat has won; None for a tie."""


class ShuffledBack(NamedTuple):
    """This many lost cards were shuffled into the deck (P3.5, P5.3)."""

    cards: int


class ShowdownStarted(NamedTuple):
    """These seats have to lay cards in secret (P5.3)."""

    seats: tuple[Seat, ...]


class Chose(NamedTuple):
    """A seat has chosen its cards, which stay secret for now (P5.3)."""

    seat: Seat


class ShowdownEnded(NamedTuple):
    """All cards were shown: the winner takes them all, tied seats take theirs (P5.3)."""

    laid: tuple[tuple[Card, ...], ...]
    """For each seat; empty for a seat without cards."""
    best: tuple[Seat, ...]
    """The winner, or the tied seats."""


class DrewForTie(NamedTuple):
    """A tied seat drew a random card of the grid (P4.2)."""

    seat: Seat
    slot: Slot
    card: Card


_Chow: TypeAlias = Flipped | Matched | Missed | Took | Refilled | LastTurns | ShuffledBack
_Battle: TypeAlias = Attacked | Passed | Defended | Countered | Declined | BattleEnded
_Board: TypeAlias = BoardAttacked | BoardEnded
_Showdown: TypeAlias = ShowdownStarted | Chose | ShowdownEnded
_Round: TypeAlias = RoundStarted | TurnStarted | RoundEnded | DrewForTie | MatchEnded
Event: TypeAlias = _Chow | _Battle | _Board | _Showdown | _Round


def _battles(event: BattleEnded, *, won: bool) -> Mapping[Seat, int]:
    """Return who has won or lost; nobody after a full tie (P3.4)."""
    if event.winner is None:
        return {}
    return {seat: (seat == event.winner) == won for seat in (event.seat, event.target)}


def _showdowns(event: ShowdownEnded) -> Mapping[Seat, int]:
    """Return who took all; nobody after a full tie (P5.3)."""
    return {event.best[0]: len(event.best) == 1}


def _cards_won(event: RoundEnded) -> Sequence[int]:
    """Return how many cards make the points (P4.2)."""
    return [len(cards) for cards in event.result.won]


TELLS: Final = (
    Tells("pairs", "matching pairs found", Matched),
    Tells("taken", "cards taken from the grid", Took, lambda event: {event.seat: event.cards}),
    Tells("battles_won", "battles won", BattleEnded, lambda event: _battles(event, won=True)),
    Tells("battles_lost", "battles lost", BattleEnded, lambda event: _battles(event, won=False)),
    Tells(
        "defences_won",
        "battles won when attacked",
        BattleEnded,
        lambda event: {event.target: event.winner == event.target},
    ),
    Tells(
        "boards_won",
        "battles won against the board",
        BoardEnded,
        lambda event: {event.seat: bool(event.won)},
    ),
    Tells("showdowns_won", "showdowns won", ShowdownEnded, _showdowns),
    Tells(
        "countered",
        "cards added in counters",
        Countered,
        lambda event: {event.seat: len(event.cards)},
    ),
    Tells("cards_won", "cards won", RoundEnded, _cards_won),
)
"""The facts in the order of a profile."""
