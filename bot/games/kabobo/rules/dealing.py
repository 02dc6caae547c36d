"""Setting up a match and its rounds (section 1 of the rules)."""

from dataclasses import replace

from bot.game.contract import Seat, Step
from bot.game.deck import Chance
from bot.games.kabobo.rules.cards import DECK, PLACES
from bot.games.kabobo.rules.events import RoundStarted
from bot.games.kabobo.rules.options import KaboboOptions
from bot.games.kabobo.rules.state import Hands, Laid, Phase, Setup, State

__all__ = ["new_match", "next_round"]


def new_match(options: KaboboOptions, seats: int, chance: Chance) -> Step[State]:
    """Deal the first round; a random seat starts (B1.4)."""
    starter = chance.below(0, "starter", seats)
    return _deal(Setup(options, seats, chance), 1, starter, turn=1, pieces=(0,) * seats)


def next_round(state: State) -> Step[State]:
    """Deal the next round (B1.4)."""
    dealt, events = _deal(
        state.setup, state.number + 1, _next_starter(state), state.turn + 1, state.pieces
    )
    return Step(replace(dealt, results=state.results), events)


def _next_starter(state: State) -> Seat:
    """Return the seat with the lowest score; ties go to the next seat after the last starter.

    The last starter itself comes last (B1.4, B6.4).
    """
    points, seats = state.results[-1].points, state.setup.seats
    lowest = [seat for seat in range(seats) if points[seat] == min(points)]
    return min(lowest, key=lambda seat: (seat - state.starter - 1) % seats)


def _deal(
    setup: Setup, number: int, starter: Seat, turn: int, pieces: tuple[int, ...]
) -> Step[State]:
    """Deal one card at a time from the starter, then turn up the next card (B6.1, B1.3)."""
    cards = setup.chance.shuffled(number, "deal", DECK)
    dealt = len(PLACES) * setup.seats
    hands: Hands = tuple(
        tuple(Laid(card) for card in cards[(seat - starter) % setup.seats : dealt : setup.seats])
        for seat in range(setup.seats)
    )
    state = State(
        setup=setup,
        number=number,
        phase=Phase.PEEK,
        starter=starter,
        to_move=starter,
        turn=turn,
        hands=hands,
        draw_pile=cards[dealt + 1 :],
        discard_pile=(cards[dealt],),
        pieces=pieces,
    )
    return Step(state, (RoundStarted(number, starter, cards[dealt]),))
