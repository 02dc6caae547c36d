"""How turns begin and end, and with them rounds and the match (K2.4-K2.7, K4.7, K5.4-K6.7)."""

from bot.games.kapow.actions import EndTurn
from bot.games.kapow.cards import PLACES
from bot.games.kapow.draft import Draft
from bot.games.kapow.events import MatchEnded, RoundEnded, TurnedUp, TurnStarted, WentOut
from bot.games.kapow.piles import discard_at_once, discard_complete, refill_discard
from bot.games.kapow.scores import RoundReason, RoundResult
from bot.games.kapow.scoring import ranks, score_hands
from bot.games.kapow.state import SEATS, Phase
from bot.games.kapow.triads import Signs, signs
from bot.games.standing import totals

__all__ = ["begin_turn", "end_round", "end_turn", "settle"]


# Each is made or looked up once: events and enumerations take longer than most rules.
_STARTED, _STARTED_FINAL = (
    tuple((TurnStarted(seat, final),) for seat in range(SEATS[-1])) for final in (False, True)
)
_HIDES, _WAITS, _SWAPS = Signs.HIDES, Signs.WAITS, Signs.SWAPS
_OPENING, _TAKE, _KAPOW = Phase.OPENING, Phase.TAKE, Phase.KAPOW


def settle(draft: Draft) -> None:
    """After a play or a swap: the KAPOW! step, or the turn's end if no swap is left (K4.6-K4.10).

    What goes at once is gone by then (K4.3).
    """
    found = signs(draft.hands[draft.to_move])
    if found & _SWAPS and draft.swaps < draft.setup.options.max_swaps:
        draft.phase = _KAPOW
    else:
        _finish(draft, found)


def end_turn(draft: Draft, _: EndTurn) -> None:
    """End the turn of the seat to move, as its player wishes (K4.7)."""
    _finish(draft, signs(draft.hand))


def _finish(draft: Draft, found: int) -> None:
    """Discard what waits and go on (K4.7, K5.4, K6.1); ``found`` are the hand's signs."""
    if found & _WAITS:
        discard_complete(draft)
    if not draft.discard:
        refill_discard(draft)
    if not found & _HIDES and draft.out is None:
        draft.out = draft.to_move
        draft.events += (WentOut(draft.to_move),)
    seats = draft.setup.seats
    draft.to_move = (draft.to_move + 1) % seats
    if draft.to_move == draft.out:
        end_round(draft, RoundReason.WENT_OUT)
    elif draft.passes and draft.out is None and _is_stalled(draft):
        end_round(draft, RoundReason.STALLED)
    else:
        begin_turn(draft)


def _is_stalled(draft: Draft) -> bool:
    """Whether every seat gave the top discard back for so many circuits (K5.6)."""
    return draft.passes >= draft.setup.options.stall_circuits * draft.setup.seats


def begin_turn(draft: Draft) -> None:
    """Begin a turn of the seat to move; a final one by turning everything up (K6.2, K6.3)."""
    draft.turn += 1
    draft.swaps = 0
    if draft.out is None:
        draft.events += _STARTED[draft.to_move]
        draft.phase = _TAKE if draft.opened >> draft.to_move & 1 else _OPENING
    else:
        draft.events += _STARTED_FINAL[draft.to_move]
        draft.phase = _TAKE
        _turn_up(draft)
        discard_at_once(draft)
        if all(triad is None or triad.facts.is_complete for triad in draft.hand):
            settle(draft)
            return
    if not draft.draw and not draft.discard:
        end_round(draft, RoundReason.NO_CARDS)


def end_round(draft: Draft, reason: RoundReason) -> None:
    """Score the round; one that nobody's going out ended first turns all hands up (K9.7)."""
    seats = draft.setup.seats
    if reason is not RoundReason.WENT_OUT:
        for _ in range(seats):
            _turn_up(draft)
            discard_complete(draft)
            draft.to_move = (draft.to_move + 1) % seats
    hands = score_hands(draft.hands, draft.out)
    result = RoundResult(draft.number, reason, draft.starter, draft.out, hands)
    draft.results += (result,)
    draft.events += (RoundEnded(result),)
    draft.phase = Phase.SCORED
    if draft.number == draft.setup.options.rounds:
        draft.phase = Phase.OVER
        scores = totals(seats, draft.results)
        draft.events += (MatchEnded(scores, ranks(scores)),)


def _turn_up(draft: Draft) -> None:
    """Turn up all face-down cards of the hand to move (K6.3)."""
    places = tuple(
        [
            place
            for triad, in_column in zip(draft.hand, PLACES, strict=False)
            if triad is not None
            for position, place in zip(triad.positions, in_column, strict=True)
            if not position.face_up
        ]
    )
    if places:
        draft.events += (TurnedUp(draft.to_move, places, draft.turn_up(places)),)
