"""How turns begin and end, and with them rounds and the match (K2.4-K2.7, K4.7, K5.4-K6.7)."""

from collections.abc import Iterable, Iterator
from functools import cache

from bot.games.kapow.cards import Place
from bot.games.kapow.draft import Draft
from bot.games.kapow.events import MatchEnded, RoundEnded, TurnedUp, TurnStarted, WentOut
from bot.games.kapow.kapow_step import can_swap, lone_kapows
from bot.games.kapow.piles import discard_triads, refill_discard
from bot.games.kapow.scores import RoundReason, RoundResult
from bot.games.kapow.scoring import ranks, score_hands, totals
from bot.games.kapow.state import Phase
from bot.games.kapow.triads import goes_at_once, is_complete, is_face_up

__all__ = ["begin_turn", "end_round", "end_turn", "settle"]


# Each is made or looked up once: events and enumerations take longer than most rules.
_turn_started = cache(TurnStarted)
_OPENING, _TAKE, _KAPOW = Phase.OPENING, Phase.TAKE, Phase.KAPOW


def settle(draft: Draft, columns: Iterable[int]) -> None:
    """After a play or a swap: discard what is complete, and due at once, in ``columns``.

    Then comes the KAPOW! step, or the end of the turn if there is nothing to swap (K4.3-K4.9).
    Of a swap's two columns only the one that the KAPOW! card left can be due: in the other it lies.
    """
    discard_triads(draft, columns, goes_at_once)
    kapows = lone_kapows(draft.hand)
    if kapows and can_swap(draft, kapows):
        draft.phase = _KAPOW
    else:
        _finish(draft, kapows)


def end_turn(draft: Draft) -> None:
    """End the turn of the seat to move, as its player wishes (K4.7)."""
    _finish(draft, lone_kapows(draft.hand))


def _finish(draft: Draft, kapows: Iterable[Place]) -> None:
    """Discard the triads that wait, those with lone KAPOW! cards, and go on (K4.7, K5.4, K6.1)."""
    discard_triads(draft, [kapow.column for kapow in kapows], is_complete)
    refill_discard(draft)
    if draft.out is None and all(triad is None or is_face_up(triad) for triad in draft.hand):
        draft.out = draft.seat
        draft.log.append(WentOut(draft.seat))
    seats = draft.setup.seats
    draft.seat = (draft.seat + 1) % seats
    if draft.seat == draft.out:
        end_round(draft, RoundReason.WENT_OUT)
    elif draft.out is None and draft.passes >= draft.setup.options.stall_circuits * seats:
        end_round(draft, RoundReason.STALLED)
    else:
        begin_turn(draft)


def begin_turn(draft: Draft) -> None:
    """Begin a turn of the seat to move; a final one by turning everything up (K6.2, K6.3)."""
    final = draft.out is not None
    draft.turn += 1
    draft.swaps = 0
    draft.log.append(_turn_started(draft.seat, final))
    opened = draft.opened >> draft.seat & 1
    draft.phase = _TAKE if opened or final else _OPENING
    if final:
        _turn_up(draft)
        discard_triads(draft, range(len(draft.hand)), goes_at_once)
        if all(triad is None or is_complete(triad) for triad in draft.hand):
            settle(draft, ())
            return
    if not draft.draw and not draft.discard:
        end_round(draft, RoundReason.NO_CARDS)


def end_round(draft: Draft, reason: RoundReason) -> None:
    """Score the round; one that nobody's going out ended first turns all hands up (K9.7)."""
    seats = draft.setup.seats
    if reason is not RoundReason.WENT_OUT:
        for _ in range(seats):
            _turn_up(draft)
            discard_triads(draft, range(len(draft.hand)), is_complete)
            draft.seat = (draft.seat + 1) % seats
    hands = score_hands(draft.hands, draft.out)
    result = RoundResult(draft.number, reason, draft.starter, draft.out, hands)
    draft.results = (*draft.results, result)
    draft.log.append(RoundEnded(result))
    draft.phase = Phase.SCORED
    if draft.number == draft.setup.options.rounds:
        draft.phase = Phase.OVER
        scores = totals(seats, draft.results)
        draft.log.append(MatchEnded(scores, ranks(scores)))


def _face_down(draft: Draft) -> Iterator[Place]:
    """Yield the places of the hand to move that are face down."""
    for column, triad in enumerate(draft.hand):
        if triad is not None:
            for row, position in enumerate(triad):
                if not position.face_up:
                    yield Place(column, row)


def _turn_up(draft: Draft) -> None:
    """Turn up all face-down cards of the hand to move (K6.3)."""
    places = tuple(_face_down(draft))
    if places:
        draft.log.append(TurnedUp(draft.seat, places, draft.turn_up(places)))
