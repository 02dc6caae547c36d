"""Dealing, the piles, and the beginning and end of turns, rounds and the match (K2, K5, K6)."""

from collections.abc import Sequence

from bot.game.contract import Seat, Step
from bot.game.rounds import Setup
from bot.game.scoring import totals
from bot.games.kapow.rules.actions import EndTurn
from bot.games.kapow.rules.cards import DECK, Card, Position, face_down, known
from bot.games.kapow.rules.events import (
    DiscardStarted,
    MatchEnded,
    Reshuffled,
    RoundEnded,
    RoundStarted,
    TriadDiscarded,
    TurnedUp,
    TurnStarted,
    WentOut,
)
from bot.games.kapow.rules.hand import (
    Hand,
    Triad,
    column_of,
    has_offers,
    is_face_up,
    places_face_down,
    turned_up,
    with_column,
)
from bot.games.kapow.rules.options import KapowOptions
from bot.games.kapow.rules.scoring import RoundReason, RoundResult, ranks, score_hands
from bot.games.kapow.rules.state import Draft, State
from bot.games.kapow.rules.view import Phase


def discarded(position: Position) -> tuple[Card, ...]:
    """Return a position's cards in the order of the discard pile, top first (K3.3b, K5.3)."""
    return tuple(map(known, position.cards))


def discard_at_once(draft: Draft) -> None:
    """Discard complete triads of the hand to move that are not waiting (K4.3, K4.9)."""
    for column, triad in enumerate(draft.hand):
        if triad is not None and triad.goes_at_once:
            _discard_triad(draft, column)


def discard_complete(draft: Draft) -> None:
    """Discard all complete triads of the hand to move, from the left (K4.7)."""
    for column, triad in enumerate(draft.hand):
        if triad is not None and triad.is_complete:
            _discard_triad(draft, column)


def _discard_triad(draft: Draft, column: int) -> None:
    """Discard a triad; the uppermost card of its top position ends on top of the pile (K5.1)."""
    triad = column_of(draft.hand, column)
    top, middle, bottom = map(discarded, triad)
    draft.discard_pile = (*top, *middle, *bottom, *draft.discard_pile)
    draft.hand = with_column(draft.hand, column, None)
    draft.events.append(TriadDiscarded(draft.to_move, column, triad))


def refill_discard(draft: Draft) -> None:
    """Restart an empty discard pile from the draw pile (K5.4)."""
    if not draft.discard_pile and draft.draw_pile:
        top, *rest = draft.draw_pile
        draft.discard_pile, draft.draw_pile = (top,), tuple(rest)
        draft.events.append(DiscardStarted(top))


def reshuffle(draft: Draft) -> None:
    """Shuffle the discard pile except its top card into a new draw pile (K5.5)."""
    draft.reshuffles += 1
    top, *rest = draft.discard_pile
    event = f"reshuffle {draft.reshuffles}"
    draft.draw_pile = draft.setup.chance.shuffled(draft.number, event, rest)
    draft.discard_pile = (top,)
    draft.events.append(Reshuffled(len(rest)))


def settle(draft: Draft) -> None:
    """Continue after a play or swap: with the KAPOW! step, or by ending the turn (K4.6-K4.10).

    Triads that are discarded at once are discarded first (K4.3).
    """
    if draft.swaps < draft.setup.options.max_swaps and has_offers(draft.hand):
        draft.phase = Phase.KAPOW
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
    draft.phase = Phase.TAKE if final or draft.to_move in draft.opened else Phase.OPENING
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
    """Score the round; unless someone went out, all hands are turned up first (K9.7)."""
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


def deal(setup: Setup[KapowOptions], before: State | None) -> Step[State]:
    """Deal a round, and begin its first turn (K2.3, K9.1).

    Seat 0 gets the first cards, column by column from the left, each from top to bottom; then
    seat 1, and so on. The next card starts the discard pile; the rest is the draw pile. At first
    the seat after a random dealer starts (K2.5).
    """
    number, dealer = 1 if before is None else before.number + 1, None
    if before is None:
        dealer = setup.chance.below(0, "dealer", setup.seats)
        starter = (dealer + 1) % setup.seats
    else:
        starter = _next_starter(before)
    deck = setup.chance.shuffled(number, "deal", DECK)
    size = setup.options.hand_size(setup.seats)
    dealt = size * setup.seats
    draft = Draft(
        State(
            setup,
            number,
            Phase.OPENING,
            starter,
            to_move=starter,
            turn=0 if before is None else before.turn,
            hands=tuple(_hand(deck[at : at + size]) for at in range(0, dealt, size)),
            draw_pile=deck[dealt + 1 :],
            discard_pile=deck[dealt : dealt + 1],
            results=() if before is None else before.results,
        )
    )
    draft.events.append(RoundStarted(number, starter, deck[dealt], dealer))
    begin_turn(draft)
    return draft.freeze()


def _next_starter(state: State) -> Seat:
    """Return who starts the next round: the seat that went out (K2.6, K2.7)."""
    last = state.results[-1]
    return (last.starter + 1) % state.setup.seats if last.out is None else last.out


def _hand(cards: Sequence[Card]) -> Hand:
    """Lay out a dealt hand, face down."""
    top, middle, bottom = (map(face_down, cards[row::3]) for row in range(3))
    return tuple(map(Triad, top, middle, bottom))
