"""Setting up a match and its rounds (section 2 of the rules)."""

from collections.abc import Sequence

from bot.game.contract import Seat, Step
from bot.game.deck import Chance
from bot.games.kapow.rules.cards import DECK, Card
from bot.games.kapow.rules.draft import Draft
from bot.games.kapow.rules.events import RoundStarted
from bot.games.kapow.rules.options import KapowOptions
from bot.games.kapow.rules.positions import face_down
from bot.games.kapow.rules.state import Phase, Setup, State
from bot.games.kapow.rules.triads import Hand, Triad
from bot.games.kapow.rules.turns import begin_turn

__all__ = ["new_match", "next_round"]


def new_match(options: KapowOptions, seats: int, chance: Chance) -> Step[State]:
    """Deal the first round; the seat after a random dealer starts (K2.5)."""
    dealer = chance.below(0, "dealer", seats)
    setup = Setup(options, seats, chance)
    return _begin(_dealt(setup, 1, (dealer + 1) % seats), dealer)


def next_round(state: State) -> Step[State]:
    """Deal the next round (K2.6, K2.7)."""
    last = state.results[-1]
    starter = (last.starter + 1) % state.setup.seats if last.out is None else last.out
    dealt = _dealt(state.setup, state.number + 1, starter)
    return _begin(dealt._replace(turn=state.turn, results=state.results))


def _begin(dealt: State, dealer: Seat | None = None) -> Step[State]:
    draft = Draft(dealt)
    top = dealt.discard_pile[0]
    draft.events.append(RoundStarted(dealt.number, dealt.starter, top, dealer))
    begin_turn(draft)
    return draft.freeze()


def _dealt(setup: Setup, number: int, starter: Seat) -> State:
    """Return a newly dealt round, before its first turn (K9.1).

    Seat 0 gets the first cards, column by column from the left, each from top to bottom; then
    seat 1, and so on. The next card starts the discard pile; the rest is the draw pile (K2.3).
    """
    deck = setup.chance.shuffled(number, "deal", DECK)
    size = setup.options.hand_size(setup.seats)
    dealt = size * setup.seats
    return State(
        setup,
        number,
        Phase.OPENING,
        starter,
        to_move=starter,
        turn=0,
        hands=tuple(_hand(deck[at : at + size]) for at in range(0, dealt, size)),
        draw_pile=deck[dealt + 1 :],
        discard_pile=deck[dealt : dealt + 1],
    )


def _hand(cards: Sequence[Card]) -> Hand:
    """Lay out a dealt hand, face down."""
    top, middle, bottom = (map(face_down, cards[row::3]) for row in range(3))
    return tuple(map(Triad, top, middle, bottom))
