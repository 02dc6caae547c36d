"""Setting up a match and its rounds (section 1 of the rules)."""

from dataclasses import replace

from bot.game.contract import Seat, Step
from bot.game.deck import Chance
from bot.games.capit.rules.cards import deck_for
from bot.games.capit.rules.events import RoundStarted, TurnStarted
from bot.games.capit.rules.options import CapitOptions
from bot.games.capit.rules.state import Held, Phase, Setup, State

__all__ = ["HAND", "new_match", "next_round"]

HAND = 10
"""Cards dealt to each player (C1.3)."""


def new_match(options: CapitOptions, seats: int, chance: Chance) -> Step[State]:
    """Deal the first round; a random seat deals (C1.3)."""
    return _deal(Setup(options, seats, chance), 1, chance.below(0, "dealer", seats), turn=1)


def next_round(state: State) -> Step[State]:
    """Deal the round after the one just scored; the deal passes to the left (C1.3)."""
    dealer = (state.dealer + 1) % state.setup.seats
    dealt, events = _deal(state.setup, state.number + 1, dealer, state.turn + 1)
    return Step(replace(dealt, results=state.results), events)


def _deal(setup: Setup, number: int, dealer: Seat, turn: int) -> Step[State]:
    """Deal a card at a time from the dealer's left; the next one is turned up (C8.1, C1.4)."""
    seats, first = setup.seats, (dealer + 1) % setup.seats
    cards = setup.chance.shuffled(number, "deal", deck_for(seats))
    dealt = HAND * seats
    hands = tuple(
        tuple(map(Held, cards[(seat - first) % seats : dealt : seats])) for seat in range(seats)
    )
    state = State(
        setup=setup,
        number=number,
        phase=Phase.DRAW,
        dealer=dealer,
        to_move=first,
        turn=turn,
        hands=hands,
        draw_pile=cards[dealt + 1 :],
        discard_pile=(cards[dealt],),
    )
    return Step(state, (RoundStarted(number, dealer, cards[dealt]), TurnStarted(first)))
