"""The beginning and end of turns, and the end of rounds and the match (B2.5, B2.8, section 4)."""

from collections.abc import Sequence
from dataclasses import replace

from bot.game import standing
from bot.game.contract import Seat, Step
from bot.games.kabobo.rules.events import Event, MatchEnded, RoundEnded, TurnStarted
from bot.games.kabobo.rules.scores import PIECES, RoundResult, ranks
from bot.games.kabobo.rules.scoring import score
from bot.games.kabobo.rules.state import Phase, State, known

__all__ = ["begin_turns", "end_turn"]

PIECES_OF_CALLER = 2
"""The pieces of a caller with the highest score (B4.1)."""


def begin_turns(state: State) -> Step[State]:
    """Begin the first turn of a round, after all have peeked (B1.2)."""
    return _begin(state, state.starter)


def end_turn(state: State) -> Step[State]:
    """Begin the next seat's turn, or score the round (B2.5, B2.8)."""
    seats = state.setup.seats
    following = (state.to_move + 1) % seats
    if following == state.caller:
        return _end_round(state)
    if state.caller is None and state.turns >= state.setup.options.max_turns * seats:
        return _end_round(state)
    return _begin(state, following)


def _begin(state: State, seat: Seat) -> Step[State]:
    begun = replace(
        state, phase=Phase.TURN, to_move=seat, turn=state.turn + 1, turns=state.turns + 1
    )
    return Step(begun, (TurnStarted(seat, state.caller is not None),))


def _end_round(state: State) -> Step[State]:
    hands = tuple(tuple(known(laid.card) for laid in hand) for hand in state.hands)
    kabobs = tuple(map(score, hands))
    points = [kabob.points for kabob in kabobs]
    given = _given(points, state.caller, state.pieces)
    pieces = tuple(map(sum, zip(state.pieces, given, strict=True)))
    handle = _handle(points, state.caller, state.pieces)
    result = RoundResult(
        state.number, state.starter, state.caller, hands, kabobs, given, pieces, handle
    )
    ended = replace(state, phase=Phase.SCORED, pieces=pieces, results=(*state.results, result))
    events: tuple[Event, ...] = (RoundEnded(result),)
    if handle or state.number >= state.setup.options.max_rounds:
        ended = replace(ended, phase=Phase.OVER)
        scores = standing.totals(len(pieces), ended.results)
        events = (*events, MatchEnded(ranks(pieces, scores, handle), pieces, handle))
    return Step(ended, events)


def _given(points: Sequence[int], caller: Seat | None, pieces: Sequence[int]) -> tuple[int, ...]:
    """Return the pieces won by each seat; nobody gets more than five (B4.1, B6.4)."""
    if caller is None:
        return (0,) * len(points)
    if points[caller] == max(points):
        won = [PIECES_OF_CALLER * (seat == caller) for seat in range(len(points))]
    else:
        won = [int(seat != caller) for seat in range(len(points))]
    return tuple(min(new, PIECES - old) for new, old in zip(won, pieces, strict=True))


def _handle(points: Sequence[int], caller: Seat | None, pieces: Sequence[int]) -> tuple[Seat, ...]:
    """Return who wins the handle: the highest, with five pieces before (B4.2, B4.4)."""
    best = tuple(
        seat
        for seat, (scored, before) in enumerate(zip(points, pieces, strict=True))
        if scored == max(points) and before == PIECES
    )
    return (caller,) if caller in best else best
