"""The full state of a match, for the rules alone; its turns, rounds and end (sections 1, 4, 5)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.game.contract import Seat, Step, Viewer, lowest_first
from bot.game.deck import without
from bot.game.held import (
    Change,
    Held,
    cards_of,
    everyone,
    nobody,
    picked,
    pile,
    settled,
    with_others,
)
from bot.game.rounds import MatchEnded, RoundState, Setup, TurnStarted, end_round, replace, seen_by
from bot.game.slots import opening, swapped
from bot.games.capit.rules.cards import HAND, Card, deck_for
from bot.games.capit.rules.melds import CONTRACTS, Demand, Meld
from bot.games.capit.rules.options import CapitOptions
from bot.games.capit.rules.view import (
    Common,
    End,
    Hands,
    Laid,
    Phase,
    RoundResult,
    RoundStarted,
    View,
    known_of,
)


@dataclass(frozen=True, kw_only=True)
class State(Common, RoundState):
    """A match: the rounds scored so far, and the last one; piles are from the top card down."""

    setup: Setup[CapitOptions]
    hands: Hands
    draw_pile: tuple[Card, ...]
    active: bool = False
    """Whether anything has happened in this turn that makes it no ``idle`` one."""

    @property
    def contract(self) -> Sequence[Demand]:
        """The contract of this round (C2.3)."""
        return CONTRACTS[self.number - 1]

    @property
    def table(self) -> Sequence[Meld]:
        """The melds on the table, in the order of laying."""
        return [laid.meld for laid in self.melds]


def view(state: State, viewer: Viewer) -> View:
    """Return what ``viewer`` may know of the match."""
    return View(
        **seen_by(viewer, state, Common),
        hand=() if viewer is None else state.hands[viewer],
        counts=tuple(map(len, state.hands)),
        known=tuple(map(known_of, state.hands)),
        draw_pile=len(state.draw_pile),
    )


def slots(state: State, change: Change) -> State:
    """Return the state with other cards in its places; see :class:`bot.game.rounds.RoundGame`."""
    revealed = state.phase in (Phase.SCORED, Phase.OVER)

    def laid(each: Laid) -> Laid:
        cards = pile(each.meld.cards, everyone, change)
        return each._replace(meld=each.meld._replace(cards=cards))

    return replace(
        state,
        hands=tuple(
            with_others(seat, hand, change, revealed=revealed)
            for seat, hand in enumerate(state.hands)
        ),
        draw_pile=pile(state.draw_pile, nobody, change),
        discard_pile=pile(state.discard_pile, everyone, change),
        melds=tuple(map(laid, state.melds)),
    )


def deal(setup: Setup[CapitOptions], before: State | None) -> Step[State]:
    """Deal from the dealer's left: at first a random seat, then the next (C1.3, C1.4, C8.1)."""
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
        **opening(setup, before, turns=1),
        phase=Phase.DRAW,
        dealer=dealer,
        to_move=first,
        hands=hands,
        draw_pile=cards[dealt + 1 :],
        discard_pile=(cards[dealt],),
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
    after = replace(
        state,
        phase=Phase.DRAW,
        to_move=following,
        turn=state.turn + 1,
        hands=swapped(state.hands, seat, settled(state.hands[seat])),
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
    if not last:
        return scored
    totals = scored.state.totals
    return Step(scored.state, (*scored.events, MatchEnded(lowest_first(totals), totals)))


def given(hands: Hands, seat: Seat, *cards: Held[Card]) -> Hands:
    """Return the hands with cards added to that of a seat."""
    return swapped(hands, seat, (*hands[seat], *cards))


def taken(hands: Hands, seat: Seat, cards: Iterable[Card]) -> Hands:
    """Return the hands without some cards of a seat."""
    hand = hands[seat]
    return swapped(hands, seat, tuple(without(hand, picked(hand, cards))))
