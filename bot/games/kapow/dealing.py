"""Setting up a match and its rounds (section 2 of the rules)."""

from collections.abc import Sequence

from bot.games.deck import Chance
from bot.games.game import Seat, Step
from bot.games.kapow.cards import DECK, FACE_DOWN, Card, Hand
from bot.games.kapow.events import RoundStarted, TurnStarted
from bot.games.kapow.options import KapowOptions
from bot.games.kapow.state import Phase, Round, Setup, State

__all__ = ["SEATS", "new_match", "next_round"]

SEATS = range(2, 9)
"""The possible numbers of seats."""


def new_match(options: KapowOptions, seats: int, chance: Chance) -> Step[State]:
    """Deal the first round; the seat after a random dealer starts (K2.5).

    Raises ``ValueError`` for a number of seats that the game does not have.
    """
    if seats not in SEATS:
        raise ValueError(f"Kapow! is played by {SEATS[0]} to {SEATS[-1]} seats, not {seats}")
    setup = Setup(options, seats, chance)
    dealer = chance.below(0, "dealer", seats)
    current = _deal(setup, 1, starter=(dealer + 1) % seats, turn=1)
    return Step(State(setup, current), _opening_events(current, dealer))


def next_round(state: State) -> Step[State]:
    """Deal the round after the one just scored (K2.6, K2.7)."""
    last = state.results[-1]
    seats = state.setup.seats
    starter = (last.starter + 1) % seats if last.out is None else last.out
    current = _deal(state.setup, last.round + 1, starter, state.round.turn + 1)
    return Step(State(state.setup, current, state.results), _opening_events(current))


def _deal(setup: Setup, number: int, starter: Seat, turn: int) -> Round:
    """Deal the shuffled deck (K9.1).

    Seat 0 gets the first cards, column by column from the left, each from top to bottom; then
    seat 1, and so on. The next card starts the discard pile; the rest is the draw pile (K2.3).
    """
    deck = setup.chance.shuffled(number, "deal", DECK)
    size = setup.options.hand_size(setup.seats)
    dealt = size * setup.seats
    return Round(
        number=number,
        phase=Phase.OPENING,
        starter=starter,
        to_move=starter,
        turn=turn,
        hands=tuple(_hand(deck[at : at + size]) for at in range(0, dealt, size)),
        discard=deck[dealt : dealt + 1],
        draw=deck[dealt + 1 :],
    )


def _hand(cards: Sequence[Card]) -> Hand:
    """Lay a dealt hand out, face down."""
    top, middle, bottom = ([FACE_DOWN[card] for card in cards[row::3]] for row in range(3))
    return tuple(zip(top, middle, bottom, strict=True))


def _opening_events(current: Round, dealer: Seat | None = None) -> tuple[object, ...]:
    started = RoundStarted(current.number, current.starter, current.discard[0], dealer)
    return (started, TurnStarted(current.to_move, final=False))
