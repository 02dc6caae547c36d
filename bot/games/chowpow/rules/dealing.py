"""Setting up a match and its games (section 1 of the rules, P7.1)."""

from dataclasses import replace
from typing import Final

from bot.game.contract import Step
from bot.game.deck import Chance
from bot.games.chowpow.rules.events import RoundStarted
from bot.games.chowpow.rules.grid import SLOTS, GridCard
from bot.games.chowpow.rules.options import ChowpowOptions
from bot.games.chowpow.rules.state import Held, Phase, Setup, State
from bot.games.chowpow.rules.turns import begin_turn, then

__all__ = ["hand_size", "new_match", "next_round"]

_FEW: Final = 4


def hand_size(seats: int) -> int:
    """Return how many cards are dealt to each: four, or three with five or six players (P1.3)."""
    return 4 if seats <= _FEW else 3


def new_match(options: ChowpowOptions, seats: int, chance: Chance) -> Step[State]:
    """Deal the first game; a random seat starts (P1.3)."""
    return _deal(Setup(options, seats, chance), 1, turn=0)


def next_round(state: State) -> Step[State]:
    """Deal the next game of the match; again a random seat starts (P5.2, P7.7)."""
    dealt, events = _deal(state.setup, state.number + 1, state.turn)
    return Step(replace(dealt, stretch=state.stretch, results=state.results), events)


def _deal(setup: Setup, number: int, turn: int) -> Step[State]:
    """Deal one card at a time from the starter, then the grid; begin the first turn (P7.1)."""
    seats = setup.seats
    starter = setup.chance.below(number, "starter", seats)
    cards = setup.chance.shuffled(number, "deal", setup.options.cards.cards)
    dealt = hand_size(seats) * seats
    hands = tuple(
        tuple(map(Held, cards[(seat - starter) % seats : dealt : seats])) for seat in range(seats)
    )
    deck = dealt + len(SLOTS)
    state = State(
        setup=setup,
        number=number,
        phase=Phase.FLIP,
        starter=starter,
        to_move=starter,
        turn=turn,
        stretch=1,
        turns=0,
        hands=hands,
        grid=tuple((GridCard(card),) for card in cards[dealt:deck]),
        draw_pile=cards[deck:],
        won=((),) * seats,
    )
    return then(Step(state, (RoundStarted(number, starter),)), begin_turn(state, starter))
