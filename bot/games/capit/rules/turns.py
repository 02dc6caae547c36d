"""Dealing (section 1), the end of turns, rounds and the match (C4.5, section 5), and the hands."""

from collections.abc import Iterable
from dataclasses import replace

from bot.game.contract import Seat, Step
from bot.game.rounds import Setup, end_round
from bot.games.capit.rules.cards import HAND, Card, deck_for
from bot.games.capit.rules.events import Event, MatchEnded, RoundEnded, RoundStarted, TurnStarted
from bot.games.capit.rules.options import CapitOptions
from bot.games.capit.rules.scoring import End, RoundResult, ranks
from bot.games.capit.rules.state import State
from bot.games.capit.rules.view import Hand, Hands, Held, Phase, cards_of


def deal(setup: Setup[CapitOptions], before: State | None) -> Step[State]:
    """Deal a card at a time from the dealer's left; the next one is turned up (C8.1, C1.4).

    At first a random seat deals, and the deal passes to the left (C1.3).
    """
    number, seats = 1 if before is None else before.number + 1, setup.seats
    if before is None:
        dealer = setup.chance.below(0, "dealer", seats)
    else:
        dealer = (before.dealer + 1) % seats
    first = (dealer + 1) % seats
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
        turn=1 if before is None else before.turn + 1,
        hands=hands,
        draw_pile=cards[dealt + 1 :],
        discard_pile=(cards[dealt],),
        results=() if before is None else before.results,
    )
    return Step(state, (RoundStarted(number, dealer, cards[dealt]), TurnStarted(first)))


def go_on(state: State) -> Step[State]:
    """Continue a turn after laying; the round ends if that was the last card."""
    return Step(state, ()) if state.hands[state.to_move] else score(state, End.OUT)


def end_turn(state: State) -> Step[State]:
    """Begin the next turn, unless the hand is empty or the round has stalled (C4.5, C5.4)."""
    seat, seats = state.to_move, state.setup.seats
    if not state.hands[seat]:
        return score(state, End.OUT)
    idle = 0 if state.active else state.idle + 1
    if idle >= state.setup.options.stall_circuits * seats:
        return score(state, End.STALL)
    following = (seat + 1) % seats
    hands = tuple(_settled(hand) if each == seat else hand for each, hand in enumerate(state.hands))
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


def score(state: State, end: End) -> Step[State]:
    """Score the round; the last one ends the match (C5.1-C5.3)."""
    hands = tuple(map(cards_of, state.hands))
    result = RoundResult(state.number, state.dealer, end, hands)
    last = state.number >= state.setup.options.rounds
    scored = end_round(state, result, last=last)
    events: tuple[Event, ...] = (RoundEnded(result),)
    if last:
        events = (*events, MatchEnded(ranks(scored.totals), scored.totals))
    return Step(scored, events)


def given(hands: Hands, seat: Seat, *cards: Held) -> Hands:
    """Return the hands with cards added to that of a seat."""
    return _put(hands, seat, (*hands[seat], *cards))


def taken(hands: Hands, seat: Seat, cards: Iterable[Card]) -> Hands:
    """Return the hands without some cards of a seat.

    Among equal cards, those that everyone knows are removed first, since nobody could tell.
    """
    left = list(hands[seat])
    for card in cards:
        left.remove(min((held for held in left if held.card == card), key=_not_known))
    return _put(hands, seat, tuple(left))


def _settled(hand: Hand) -> Hand:
    """Return a hand at the end of its owner's turn: no card is fresh any more."""
    return tuple(held._replace(fresh=False) for held in hand)


def _not_known(held: Held) -> bool:
    return not held.known


def _put(hands: Hands, seat: Seat, hand: Hand) -> Hands:
    return (*hands[:seat], hand, *hands[seat + 1 :])
