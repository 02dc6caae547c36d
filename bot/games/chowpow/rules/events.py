"""The public events of Chow Pow!, for the log, the announcements and the pictures.

Events contain no hidden cards: cards taken or refilled face down are not named.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from bot.game.contract import Seat
from bot.game.scoring import ROUNDS_WON, Fact, Tell, counted, rounds_won
from bot.games.chowpow.rules.cards import Card, Slot
from bot.games.chowpow.rules.scoring import RoundResult


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


class RoundEnded(NamedTuple):
    """A game was scored."""

    result: RoundResult


class DrewForTie(NamedTuple):
    """A tied seat drew a random card of the grid (P4.2)."""

    seat: Seat
    slot: Slot
    card: Card


class MatchEnded(NamedTuple):
    """The last game was scored; ranks and points of each seat (P4.2, P5.2)."""

    ranks: tuple[int, ...]
    totals: tuple[int, ...]


Event: TypeAlias = (
    RoundStarted
    | TurnStarted
    | Flipped
    | Matched
    | Missed
    | Took
    | Refilled
    | LastTurns
    | Attacked
    | BoardAttacked
    | Passed
    | Defended
    | Countered
    | Declined
    | BattleEnded
    | BoardEnded
    | ShuffledBack
    | ShowdownStarted
    | Chose
    | ShowdownEnded
    | RoundEnded
    | DrewForTie
    | MatchEnded
)

LABELS: Final[Mapping[str, str]] = MappingProxyType(
    {
        ROUNDS_WON: "rounds won",
        "pairs": "matching pairs found",
        "taken": "cards taken from the grid",
        "battles_won": "battles won",
        "battles_lost": "battles lost",
        "defences_won": "battles won when attacked",
        "boards_won": "battles won against the board",
        "showdowns_won": "showdowns won",
        "countered": "cards added in counters",
        "cards_won": "cards won",
    }
)
"""The facts in the order of a profile."""


def _matched(event: Matched) -> Sequence[Fact]:
    """Tell of a match of two cards (P2.2)."""
    return (Fact(event.seat, "pairs"),)


def _took(event: Took) -> Sequence[Fact]:
    """Tell of the cards taken, if there was anything to take (P2.3)."""
    return (Fact(event.seat, "taken", event.cards),) if event.cards else ()


def _countered(event: Countered) -> Sequence[Fact]:
    """Tell of the cards added while behind (P3.3, P3.5)."""
    return (Fact(event.seat, "countered", len(event.cards)),)


def _battle_ended(event: BattleEnded) -> Sequence[Fact]:
    """Tell who has won and who has lost; nobody after a full tie (P3.4)."""
    if event.winner is None:
        return ()
    if event.winner == event.seat:
        return (Fact(event.seat, "battles_won"), Fact(event.target, "battles_lost"))
    return (
        Fact(event.target, "battles_won"),
        Fact(event.target, "defences_won"),
        Fact(event.seat, "battles_lost"),
    )


def _board_ended(event: BoardEnded) -> Sequence[Fact]:
    """Tell of a win; the neighbour who flips for the board gets nothing for it (P3.5)."""
    return (Fact(event.seat, "boards_won"),) if event.won else ()


def _showdown_ended(event: ShowdownEnded) -> Sequence[Fact]:
    """Tell of the one who took all; nobody after a full tie (P5.3)."""
    return (Fact(event.best[0], "showdowns_won"),) if len(event.best) == 1 else ()


def _round_ended(event: RoundEnded) -> Sequence[Fact]:
    """Tell of the points, and of the cards that make them (P4.2)."""
    result = event.result
    return (
        *rounds_won(result.points, max(result.points)),
        *counted("cards_won", [len(cards) for cards in result.won]),
    )


FACTS: Final[Mapping[type[Any], Tell]] = MappingProxyType(
    {
        Matched: _matched,
        Took: _took,
        Countered: _countered,
        BattleEnded: _battle_ended,
        BoardEnded: _board_ended,
        ShowdownEnded: _showdown_ended,
        RoundEnded: _round_ended,
    }
)
"""What an event tells of seats, by its type."""
