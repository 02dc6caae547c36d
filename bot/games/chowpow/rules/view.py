"""What people may know of a match (section 6): a View, results, and events without hidden cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from bot.game import contract
from bot.game.contract import Seat
from bot.game.held import cards_of
from bot.game.rounds import Declined, MatchEnded, RoundEnded, SeenRound, Tells
from bot.games.chowpow.rules.cards import Card, Slot, total
from bot.games.chowpow.rules.hand import Battle, Hand
from bot.games.chowpow.rules.options import ChowpowOptions


class Flipped(NamedTuple):
    """A seat flipped the top card of a slot: in its Chow (P2.1), or for the board (P3.5)."""

    seat: Seat
    slot: Slot
    card: Card


class End(StrEnum):
    """Why a game ended."""

    DECK = "deck"
    """The deck was emptied, and everyone had one more turn (P4.1)."""
    TURNS = "turns"
    """Everyone had the maximum number of turns (P4.3)."""


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A scored game of the match."""

    round: int
    starter: Seat
    end: End
    won: tuple[tuple[Card, ...], ...]
    """The cards that each seat has won, sorted."""
    left: tuple[tuple[Card, ...], ...]
    """The cards left in each hand, sorted."""
    hot_sauce: bool
    """Whether cards left count minus their number (P5.1)."""

    @property
    def points(self) -> tuple[int, ...]:
        """Each seat's points: numbers won, with Hot Sauce less those left (P4.2, P5.1)."""
        return tuple(
            total(won) - self.hot_sauce * total(left)
            for won, left in zip(self.won, self.left, strict=True)
        )


def ranks(
    totals: Sequence[int], won: Sequence[int], drawn: Sequence[tuple[Card, ...]]
) -> tuple[int, ...]:
    """Return each seat's rank: by points, then cards won in all games, then cards drawn (P4.2).

    Seats that lose a draw rank by the numbers they drew; equal ones share (P7.6).
    """
    drawn_numbers = [tuple(card.number for card in cards) for cards in drawn]
    return contract.ranks([*zip(totals, won, drawn_numbers, strict=True)])


class Phase(StrEnum):
    """What has to be done next."""

    FLIP = "flip"
    """The seat to move flips a slot (P2.1)."""
    PAIR = "pair"
    """It chooses which of the matching pairs is the match (P2.2)."""
    TAKE = "take"
    """It takes a slot that touches the match (P2.3)."""
    POW = "pow"
    """It attacks, battles the board, or passes (section 3)."""
    DEFEND = "defend"
    """The attacked seat lays cards (P3.2)."""
    BOARD = "board"
    """The left neighbour of the seat to move flips a slot for the board (P3.5)."""
    COUNTER = "counter"
    """The seat that is behind adds cards, or declines (P3.3, P3.5)."""
    BUFFET = "buffet"
    """All seats with cards lay some in secret (P5.3)."""
    SCORED = "scored"
    """The game is scored; any seat may start the next one."""
    OVER = "over"
    """The match is over."""


Won: TypeAlias = tuple[tuple[Card, ...], ...]
"""For each seat, cards that are face up and out of play."""


class SlotView(NamedTuple):
    """A slot of the grid as displayed."""

    cards: int
    """The number of cards in the slot."""
    face: Card | None
    """The last seen face of its top card, without memory aid that of two turns (P7.9)."""
    up: bool
    """Whether the top card is face up now."""


@dataclass(frozen=True, kw_only=True)
class Common:
    """What is public, so that a match's state and all its Views have it."""

    phase: Phase
    results: tuple[RoundResult, ...] = ()
    starter: Seat
    turns: int
    """The number of turns begun in this game."""
    won: Won
    """The cards that each seat has won in this game."""
    due: int = 0
    """The number of slots to flip in this Chow, including those already flipped (P2.1, P2.6)."""
    up: tuple[Slot, ...] = ()
    """The slots that are face up in this Chow, in the order flipped."""
    pair: tuple[Slot, Slot] | None = None
    """The match, in the order flipped, while a slot is being taken."""
    flips: tuple[Flipped, ...] = ()
    """All flips of this turn, including those for the board."""
    last_flips: tuple[Flipped, ...] = ()
    """All flips of the previous turn in this game."""
    battle: Battle | None = None
    """The battle in progress."""
    last: int | None = None
    """Turns that still begin after the deck was emptied; None before (P4.1)."""
    drawn: Won = ()
    """The cards that each seat drew to break a tie; empty if there was none (P4.2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View(Common, SeenRound):
    """What ``viewer`` may know; a good memory adds to this (section 6). A game is a round."""

    options: ChowpowOptions
    to_act: frozenset[Seat]
    """The seats that have to decide now; in a battle, this may be another seat."""
    hand: Hand
    """The viewer's own cards in the order in which they were received; empty for a spectator."""
    counts: tuple[int, ...]
    """The number of cards of each seat, including those chosen for a showdown."""
    slots: tuple[SlotView, ...]
    """The sixteen slots, in the order of ``grid.SLOTS``."""
    draw_pile: int
    """The number of cards in the deck."""
    chosen: Hand | None
    """In a showdown, the cards that the viewer has chosen."""
    opened: tuple[Hand, ...]
    """Everyone's cards, where what is over is shown once more; else empty."""

    @property
    def seen_hands(self) -> Mapping[Seat, tuple[Card, ...]]:
        """The cards of the seats whose hands are seen, those chosen for a showdown last."""
        if self.opened:
            return {seat: cards_of(hand) for seat, hand in enumerate(self.opened)}
        own = () if self.viewer is None else (*self.hand, *(self.chosen or ()))
        return {} if self.viewer is None else {self.viewer: cards_of(own)}

    @property
    def points(self) -> tuple[int, ...]:
        """Return the sum of numbers that each seat has won in this game so far."""
        return tuple(sum(card.number for card in won) for won in self.won)


class RoundStarted(NamedTuple):
    """A game of the match was dealt (P1.3)."""

    round: int
    starter: Seat


class TurnStarted(NamedTuple):
    """A seat's turn began, with a number of flips (P2.1); ``last`` in the last turns (P4.1)."""

    seat: Seat
    flips: int
    last: bool


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
    Tells(
        "cards_won",
        "cards won",
        RoundEnded,
        lambda event: [len(cards) for cards in event.result.won],
    ),
)
"""The facts in the order of a profile."""
