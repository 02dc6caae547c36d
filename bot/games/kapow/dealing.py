"""Setting up a match and its rounds (section 2 of the rules)."""

from collections.abc import Sequence

from bot.games.deck import Chance
from bot.games.game import Step
from bot.games.kapow.cards import DECK, Card
from bot.games.kapow.draft import Draft
from bot.games.kapow.events import RoundStarted, TurnStarted
from bot.games.kapow.options import KapowOptions
from bot.games.kapow.positions import FACE_DOWN
from bot.games.kapow.state import Phase, Setup, State
from bot.games.kapow.triads import Hand, Triad
from bot.games.kapow.turns import begin_turn

__all__ = ["new_match", "next_round"]


def new_match(options: KapowOptions, seats: int, chance: Chance) -> Step[State]:
    """Deal the first round; the seat after a random dealer starts (K2.5)."""
    setup = Setup(options, seats, chance)
    dealer = chance.below(0, "dealer", seats)
    starter = (dealer + 1) % seats
    hands, discard, draw = _deal(setup, 1)
    state = State(setup, 1, Phase.OPENING, starter, starter, 1, hands, draw, discard)
    return Step(state, (RoundStarted(1, starter, discard[0], dealer), TurnStarted(starter, False)))


def next_round(state: State) -> Step[State]:
    """Deal the round after the one just scored (K2.6, K2.7)."""
    draft = Draft(state)
    last = draft.results[-1]
    draft.starter = (last.starter + 1) % draft.setup.seats if last.out is None else last.out
    draft.number += 1
    draft.hands, draft.discard, draft.draw = _deal(draft.setup, draft.number)
    draft.opened = draft.reshuffles = draft.passes = 0
    draft.out = None
    draft.to_move = draft.starter
    draft.events += (RoundStarted(draft.number, draft.starter, draft.discard[0]),)
    begin_turn(draft)
    return draft.freeze()


def _deal(setup: Setup, number: int) -> tuple[tuple[Hand, ...], tuple[Card, ...], tuple[Card, ...]]:
    """Return the hands, the discard pile and the draw pile of a round (K9.1).

    Seat 0 gets the first cards, column by column from the left, each from top to bottom; then
    seat 1, and so on. The next card starts the discard pile; the rest is the draw pile (K2.3).
    """
    deck = setup.chance.shuffled(number, "deal", DECK)
    size = setup.options.hand_size(setup.seats)
    dealt = size * setup.seats
    hands = tuple(_hand(deck[at : at + size]) for at in range(0, dealt, size))
    return hands, deck[dealt : dealt + 1], deck[dealt + 1 :]


def _hand(cards: Sequence[Card]) -> Hand:
    """Lay a dealt hand out, face down."""
    top, middle, bottom = ([FACE_DOWN[card] for card in cards[row::3]] for row in range(3))
    return tuple(map(Triad.of, top, middle, bottom))
