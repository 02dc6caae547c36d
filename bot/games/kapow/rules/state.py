"""The full state of a match, for the rules alone; its turns, rounds and end (K2, K5, K6)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.game import rounds
from bot.game.contract import Seat, Step, Viewer, known, lowest_first
from bot.game.held import Change, everyone, nobody, pile
from bot.game.rounds import MatchEnded, Reshuffled, RoundState, Setup, TurnStarted, replace, seen_by
from bot.game.slots import opening
from bot.games.kapow.rules import hand as triads, view as ev
from bot.games.kapow.rules.actions import Pile
from bot.games.kapow.rules.cards import DECK, Card, Position, face_down
from bot.games.kapow.rules.hand import Hand, Triad
from bot.games.kapow.rules.options import KapowOptions
from bot.games.kapow.rules.view import Common, Drawn, Phase, RoundReason, RoundResult, View


@dataclass(frozen=True, kw_only=True)
class State(Common, RoundState):
    """A match: the rounds scored so far, and the one in play. Piles begin with the top card."""

    setup: Setup[KapowOptions]
    hands: tuple[Hand, ...]
    draw_pile: tuple[Card, ...]
    drawn: Drawn | None = None

    @property
    def hand(self) -> Hand:
        """The hand of the seat to move."""
        return self.hands[self.to_move]


Events: TypeAlias = tuple[ev.Event, ...]

_UNKNOWN: Final = Position((None,))

_OPENING, _TAKE = Phase.OPENING, Phase.TAKE  # In Python 3.11 this takes longer than most rules.


def view(state: State, viewer: Viewer) -> View:
    """Return what ``viewer`` may know of the match."""
    drawn = state.drawn
    if drawn is not None and not _knows_drawn(state, viewer):
        drawn = Drawn(None, drawn.pile)
    return View(
        **seen_by(viewer, state, Common),
        hands=tuple(map(_shown, state.hands)),
        draw_pile=len(state.draw_pile),
        drawn=drawn,
    )


def slots(state: State, change: Change) -> State:
    """Return the state with other cards in its places; see :class:`bot.game.rounds.RoundGame`."""

    def laid(position: Position) -> Position:
        knows = everyone if position.face_up else nobody
        cards = pile(position.cards, knows, change)
        if cards == position.cards:  # Also where they are only looked at.
            return position
        return Position(cards, position.face_up, position.modifiers)

    drawn = state.drawn
    if drawn is not None:
        drawn = Drawn(change(drawn.card, lambda viewer: _knows_drawn(state, viewer)), drawn.pile)
    return replace(
        state,
        hands=tuple(_map_hand(hand, laid) for hand in state.hands),
        draw_pile=pile(state.draw_pile, nobody, change),
        discard_pile=pile(state.discard_pile, everyone, change),
        drawn=drawn,
    )


def _knows_drawn(state: State, viewer: Viewer) -> bool:
    return state.drawn is None or (state.drawn.pile is Pile.DISCARD or viewer == state.to_move)


def _map_hand(hand: Hand, change: Callable[[Position], Position]) -> Hand:
    return tuple(None if triad is None else Triad(*map(change, triad)) for triad in hand)


def _shown(hand: Hand) -> Hand:
    return _map_hand(hand, lambda position: position if position.face_up else _UNKNOWN)


def hands_with(state: State, hand: Hand) -> tuple[Hand, ...]:
    """Return all hands, that of the seat to move replaced."""
    hands = [*state.hands]
    hands[state.to_move] = hand
    return tuple(hands)


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
    state = State(
        **opening(setup, before),
        phase=Phase.OPENING,
        starter=starter,
        to_move=starter,
        hands=tuple(_hand(deck[at : at + size]) for at in range(0, dealt, size)),
        draw_pile=deck[dealt + 1 :],
        discard_pile=deck[dealt : dealt + 1],
    )
    return _begin_turn(state, starter, (ev.RoundStarted(number, starter, deck[dealt], dealer),))


def _next_starter(state: State) -> Seat:
    """Return the seat that went out, or the one after the last starter (K2.6, K2.7)."""
    last = state.results[-1]
    return (last.starter + 1) % state.setup.seats if last.out is None else last.out


def _hand(cards: Sequence[Card]) -> Hand:
    top, middle, bottom = (map(face_down, cards[row::3]) for row in range(3))
    return tuple(map(Triad, top, middle, bottom))


def discarded(position: Position) -> tuple[Card, ...]:
    """Return a position's cards in the order of the discard pile, top first (K3.3b, K5.3)."""
    return tuple(map(known, position.cards))


def _discard(state: State, columns: Sequence[int], events: Events = ()) -> Step[State]:
    """Discard triads of the hand to move; each one's uppermost card ends on top (K4.2, K5.1)."""
    hand, pile = state.hand, state.discard_pile
    for column in columns:
        triad = triads.column_of(hand, column)
        top, middle, bottom = map(discarded, triad)
        pile = (*top, *middle, *bottom, *pile)
        hand = triads.with_column(hand, column, None)
        events = (*events, ev.TriadDiscarded(state.to_move, column, triad))
    return Step(replace(state, hands=hands_with(state, hand), discard_pile=pile), events)


def reshuffle(state: State) -> Step[State]:
    """Shuffle the discard pile except its top card into a new draw pile (K5.5)."""
    number, (top, *rest) = state.reshuffles + 1, state.discard_pile
    cards = state.setup.chance.shuffled(state.number, f"reshuffle {number}", rest)
    after = replace(state, reshuffles=number, draw_pile=cards, discard_pile=(top,))
    return Step(after, (Reshuffled(len(rest)),))


def settle(state: State, events: Events = ()) -> Step[State]:
    """Go on after these events with the KAPOW! step, or end the turn (K4.3, K4.6-K4.10)."""
    hand = state.hand
    if gone := _at_once(hand):
        return _discard(state, gone, events).then(settle)
    if state.swaps < state.setup.options.max_swaps and triads.offers(hand):
        return Step(state, events)
    return end_turn(state, events)


def end_turn(state: State, events: Events = ()) -> Step[State]:
    """Discard waiting triads, and let the next seat play (K4.7, K5.4, K6.1, K6.2)."""
    hand, seat, seats = state.hand, state.to_move, state.setup.seats
    if gone := _complete(hand):
        return _discard(state, gone, events).then(end_turn)
    if not state.discard_pile and state.draw_pile:
        top, *rest = state.draw_pile
        refilled = replace(state, discard_pile=(top,), draw_pile=tuple(rest))
        return end_turn(refilled, (*events, ev.DiscardStarted(top)))
    if state.out is None and triads.is_face_up(hand):
        return end_turn(replace(state, out=seat), (*events, ev.WentOut(seat)))
    following = (seat + 1) % seats
    if following == state.out:
        return end_round(replace(state, to_move=following), RoundReason.WENT_OUT, events)
    if state.out is None and state.passes >= state.setup.options.stall_circuits * seats:
        return end_round(replace(state, to_move=following), RoundReason.STALLED, events)
    return _begin_turn(state, following, events)


def _at_once(hand: Hand) -> Sequence[int]:
    return [at for at, triad in enumerate(hand) if triad is not None and triad.goes_at_once]


def _complete(hand: Hand) -> Sequence[int]:
    return [at for at, triad in enumerate(hand) if triad is not None and triad.is_complete]


def _begin_turn(state: State, seat: Seat, events: Events = ()) -> Step[State]:
    """Begin a seat's turn; a final one starts by turning up all cards (K6.2, K6.3)."""
    final = state.out is not None
    phase = _TAKE if final or seat in state.opened else _OPENING
    begun = replace(state, to_move=seat, turn=state.turn + 1, swaps=0, phase=phase)
    step = Step(begun, (*events, TurnStarted(seat, final)))
    if final:
        step = step.then(_turn_up)
        if gone := _at_once(step.state.hand):
            step = step.then(lambda state: _discard(state, gone))
        if all(triad is None or triad.is_complete for triad in step.state.hand):
            # There is nothing to draw a card for (K6.7).
            return step.then(lambda state: settle(replace(state, phase=Phase.KAPOW)))
    cards = step.state.draw_pile or step.state.discard_pile
    return step if cards else step.then(lambda state: end_round(state, RoundReason.NO_CARDS))


def _turn_up(state: State) -> Step[State]:
    places = tuple(triads.places_face_down(state.hand))
    if not places:
        return Step(state, ())
    hand, cards = triads.turned_up(state.hand, places)
    after = replace(state, hands=hands_with(state, hand))
    return Step(after, (ev.TurnedUp(state.to_move, places, cards),))


def end_round(state: State, reason: RoundReason, events: Events = ()) -> Step[State]:
    """Score the round; unless someone went out, all hands are turned up first (K9.7)."""
    step, seats = Step(state, events), state.setup.seats
    if reason is not RoundReason.WENT_OUT:
        for _ in range(seats):
            step = step.then(_turn_up)
            step = step.then(lambda state: _discard(state, _complete(state.hand)))
            following = (step.state.to_move + 1) % seats
            step = Step(replace(step.state, to_move=following), step.events)
    hands = triads.score_hands(step.state.hands, state.out)
    result = RoundResult(state.number, reason, state.starter, state.out, hands)
    return step.then(lambda state: _scored(state, result))


def _scored(state: State, result: RoundResult) -> Step[State]:
    """Add the result of the round; the match is over after the last one (K6.6)."""
    last = state.number == state.setup.options.rounds
    scored = rounds.end_round(state, result, last=last)
    if not last:
        return scored
    scores = scored.state.totals
    return Step(scored.state, (*scored.events, MatchEnded(lowest_first(scores), scores)))
