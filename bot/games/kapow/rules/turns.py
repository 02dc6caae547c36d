"""The beginning and end of turns, rounds and the match (K2.4-K2.7, K4.7, K5.4-K6.7)."""

from bot.game.standing import totals
from bot.games.kapow.rules.actions import EndTurn
from bot.games.kapow.rules.draft import Draft
from bot.games.kapow.rules.events import MatchEnded, RoundEnded, TurnedUp, TurnStarted, WentOut
from bot.games.kapow.rules.piles import discard_at_once, discard_complete, refill_discard
from bot.games.kapow.rules.scores import RoundReason, RoundResult
from bot.games.kapow.rules.scoring import ranks, score_hands
from bot.games.kapow.rules.state import Phase
from bot.games.kapow.rules.swaps import has_offers
from bot.games.kapow.rules.triads import is_face_up, places_face_down, turned_up

__all__ = ["begin_turn", "end_round", "end_turn", "settle"]

# Looked up once, since access to enum members is slower than most rules.
_OPENING, _TAKE, _KAPOW = Phase.OPENING, Phase.TAKE, Phase.KAPOW


def settle(draft: Draft) -> None:
    """Continue after a play or swap: with the KAPOW! step, or by ending the turn (K4.6-K4.10).

    Triads that are discarded at once are discarded first (K4.3).
    """
    if draft.swaps < draft.setup.options.max_swaps and has_offers(draft.hand):
        draft.phase = _KAPOW
    else:
        _finish(draft)


def end_turn(draft: Draft, _: EndTurn) -> None:
    """End the turn of the seat to move, at its request (K4.7)."""
    _finish(draft)


def _finish(draft: Draft) -> None:
    """Discard waiting triads, and let the next seat play (K4.7, K5.4, K6.1, K6.2)."""
    discard_complete(draft)
    refill_discard(draft)
    if draft.out is None and is_face_up(draft.hand):
        draft.out = draft.to_move
        draft.events.append(WentOut(draft.to_move))
    draft.to_move = (draft.to_move + 1) % draft.setup.seats
    if draft.to_move == draft.out:
        end_round(draft, RoundReason.WENT_OUT)
    elif draft.out is None and _is_stalled(draft):
        end_round(draft, RoundReason.STALLED)
    else:
        begin_turn(draft)


def _is_stalled(draft: Draft) -> bool:
    """Whether every seat gave the top discard back for ``stall_circuits`` circuits (K5.6)."""
    return draft.passes >= draft.setup.options.stall_circuits * draft.setup.seats


def begin_turn(draft: Draft) -> None:
    """Begin the turn of the seat to move; a final turn starts by turning up all (K6.2, K6.3)."""
    final = draft.out is not None
    draft.turn += 1
    draft.swaps = 0
    draft.phase = _TAKE if final or draft.to_move in draft.opened else _OPENING
    draft.events.append(TurnStarted(draft.to_move, final))
    if final:
        _turn_up(draft)
        discard_at_once(draft)
        if all(triad is None or triad.is_complete for triad in draft.hand):
            settle(draft)  # There is nothing to draw a card for (K6.7).
            return
    if not draft.draw_pile and not draft.discard_pile:
        end_round(draft, RoundReason.NO_CARDS)


def _turn_up(draft: Draft) -> None:
    """Turn up all face-down cards of the hand to move (K6.3)."""
    places = tuple(places_face_down(draft.hand))
    if places:
        draft.hand, cards = turned_up(draft.hand, places)
        draft.events.append(TurnedUp(draft.to_move, places, cards))


def end_round(draft: Draft, reason: RoundReason) -> None:
    """Score the round; unless somebody went out, all hands are turned up first (K9.7)."""
    seats = draft.setup.seats
    if reason is not RoundReason.WENT_OUT:
        for _ in range(seats):
            _turn_up(draft)
            discard_complete(draft)
            draft.to_move = (draft.to_move + 1) % seats
    hands = score_hands(draft.hands, draft.out)
    result = RoundResult(draft.number, reason, draft.starter, draft.out, hands)
    draft.results = (*draft.results, result)
    draft.events.append(RoundEnded(result))
    draft.phase = Phase.SCORED
    if draft.number == draft.setup.options.rounds:
        draft.phase = Phase.OVER
        scores = totals(seats, draft.results)
        draft.events.append(MatchEnded(scores, ranks(scores)))
