"""The end of turns, rounds and the match (C4.5, section 5)."""

from dataclasses import replace

from bot.game import standing
from bot.game.contract import Step
from bot.games.capit.rules.events import Event, MatchEnded, RoundEnded, TurnStarted
from bot.games.capit.rules.hands import cards_of, settled
from bot.games.capit.rules.scores import End, RoundResult, ranks
from bot.games.capit.rules.state import Phase, State

__all__ = ["end_round", "end_turn", "go_on"]


def go_on(state: State) -> Step[State]:
    """Continue a turn after laying; the round ends if that was the last card."""
    return Step(state, ()) if state.hands[state.to_move] else end_round(state, End.OUT)


def end_turn(state: State) -> Step[State]:
    """Begin the next turn, unless the hand is empty or the round has stalled (C4.5, C5.4)."""
    seat, seats = state.to_move, state.setup.seats
    if not state.hands[seat]:
        return end_round(state, End.OUT)
    idle = 0 if state.active else state.idle + 1
    if idle >= state.setup.options.stall_circuits * seats:
        return end_round(state, End.STALL)
    following = (seat + 1) % seats
    hands = tuple(settled(hand) if each == seat else hand for each, hand in enumerate(state.hands))
    after = replace(
        state,
        phase=Phase.DRAW,
        to_move=following,
        turn=state.turn + 1,
        hands=hands,
        idle=idle,
        active=False,
    )
    return Step(after, (TurnStarted(following),))


def end_round(state: State, end: End) -> Step[State]:
    """Score the round; the last one ends the match (C5.1-C5.3)."""
    hands = tuple(map(cards_of, state.hands))
    result = RoundResult(state.number, state.dealer, end, hands)
    scored = replace(state, phase=Phase.SCORED, results=(*state.results, result))
    events: tuple[Event, ...] = (RoundEnded(result),)
    if state.number >= state.setup.options.rounds:
        scored = replace(scored, phase=Phase.OVER)
        totals = standing.totals(state.setup.seats, scored.results)
        events = (*events, MatchEnded(ranks(totals), totals))
    return Step(scored, events)
