"""The actions, one by one: what can be tried, when it is legal, what it does (section 2)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from bot.game.contract import IllegalActionError, Seat, Step
from bot.games.kabobo.rules import actions as act
from bot.games.kabobo.rules import events as ev
from bot.games.kabobo.rules.cards import PLACES, Card, Spot
from bot.games.kabobo.rules.powers import powers, verify_power
from bot.games.kabobo.rules.state import State, begin_turns, end_turn, known
from bot.games.kabobo.rules.view import Hands, How, Laid, Phase


def peeks(_state: State, _seat: Seat) -> Iterator[act.Peek]:
    """Yield each pair of cards."""
    return (act.Peek(first, second) for first, second in combinations(PLACES, 2))


def verify_peek(_state: State, _seat: Seat, action: act.Peek) -> None:
    """Raise unless it is two cards, from left to right (B1.2)."""
    if action.first >= action.second:
        raise IllegalActionError("B1.2", "Choose two different cards, from left to right.")


def peek(state: State, seat: Seat, action: act.Peek) -> Step[State]:
    """Look at two own cards; after the last peek, the first turn begins (B1.2)."""
    hands = state.hands
    for place in (action.first, action.second):
        hands = _seen(hands, Spot(seat, place), seat, How.PEEK)
    after = replace(state, hands=hands, peeked=state.peeked | {seat})
    step = Step(after, (ev.Peeked(seat, (action.first, action.second)),))
    return step if len(after.peeked) < state.setup.seats else step.then(begin_turns)


def take_discard(state: State, seat: Seat, action: act.TakeDiscard) -> Step[State]:
    """Replace an own card by the top discard, which stays face up (B2.1)."""
    top, *rest = state.discard_pile
    after, old = _replaced(state, Spot(seat, action.place), Laid(top, face_up=True))
    after = replace(after, discard_pile=(old, *rest))
    return Step(after, (ev.TookDiscard(seat, action.place, top, old),)).then(end_turn)


def draw(state: State, seat: Seat, _: act.Draw) -> Step[State]:
    """Draw the top card of the deck; an empty deck is reshuffled first (B2.6)."""
    events: tuple[ev.Event, ...] = (ev.Drew(seat),)
    if not state.draw_pile:
        state = _reshuffled(state)
        events = (ev.Reshuffled(len(state.draw_pile)), *events)
    top, *rest = state.draw_pile
    return Step(replace(state, phase=Phase.DRAWN, drawn=top, draw_pile=tuple(rest)), events)


def keep(state: State, seat: Seat, action: act.Keep) -> Step[State]:
    """Replace an own card by the drawn card, face down and known to its owner (B2.2)."""
    new = Laid(known(state.drawn)).seen_by(seat, How.DRAW)
    after, old = _replaced(state, Spot(seat, action.place), new)
    after = replace(after, drawn=None, discard_pile=(old, *state.discard_pile))
    return Step(after, (ev.Kept(seat, action.place, old),)).then(end_turn)


def season(state: State, seat: Seat, _: act.Season) -> Step[State]:
    """Discard the drawn card; if its power cannot be used, the turn ends (B2.3, B6.2)."""
    card = known(state.drawn)
    after = replace(state, drawn=None, discard_pile=(card, *state.discard_pile))
    if powers(after.hands, seat, card.suit):
        return Step(replace(after, phase=Phase.POWER), (ev.Seasoned(seat, card, has_power=True),))
    return Step(after, (ev.Seasoned(seat, card, has_power=False),)).then(end_turn)


def uses(state: State, seat: Seat) -> Sequence[act.Power]:
    """Return the uses of the discarded card's power."""
    return powers(state.hands, seat, state.discard_pile[0].suit)


def verify_use(state: State, seat: Seat, power: act.Power) -> None:
    """Raise unless the power of the discarded card can be used in this way (B2.3, B2.4)."""
    verify_power(state.hands, seat, state.discard_pile[0].suit, power)


def use(state: State, seat: Seat, power: act.Power) -> Step[State]:
    """Use a power, which ends the turn."""
    hands, event = _used(state.hands, seat, power)
    return Step(replace(state, hands=hands), (event,)).then(end_turn)


def decline(state: State, seat: Seat, _: act.Decline) -> Step[State]:
    """Decline to use a power, which ends the turn."""
    return Step(state, (ev.Declined(seat),)).then(end_turn)


def verify_call(state: State, _seat: Seat, _action: act.Call) -> None:
    """Raise if someone has called before (B2.5)."""
    if state.caller is not None:
        raise IllegalActionError("B2.5", "Someone has already called “Kabobo!” in this round.")


def call(state: State, seat: Seat, _: act.Call) -> Step[State]:
    """Call "Kabobo!": everyone else has one more turn (B2.5)."""
    return Step(replace(state, caller=seat), (ev.Called(seat),)).then(end_turn)


def unfresh(state: State, seat: Seat) -> State:
    """Return the state when a seat acts again: what it saw before is no longer fresh (B5.2)."""
    if not any(seat in laid.fresh for hand in state.hands for laid in hand):
        return state
    hands = tuple(
        tuple(replace(laid, fresh=laid.fresh - {seat}) for laid in hand) for hand in state.hands
    )
    return replace(state, hands=hands)


def _used(hands: Hands, seat: Seat, power: act.Power) -> tuple[Hands, ev.Event]:
    match power:
        case act.Check(place=place):
            spot = Spot(seat, place)
            return _seen(hands, spot, seat, How.CHECK), ev.LookedAt(seat, spot)
        case act.Look(spot=spot):
            return _seen(hands, spot, seat, How.LOOK), ev.LookedAt(seat, spot)
        case act.Trade(place=place, spot=spot):
            own = Spot(seat, place)
            mine, other = hands[seat][place], hands[spot.seat][spot.place]
            return _put(_put(hands, own, other), spot, mine), ev.Traded(seat, own, spot)
        case act.Lock(place=place):
            spot = Spot(seat, place)
            return _turned(hands, spot, locked=True), ev.Locked(seat, spot)
        case act.Unlock(spot=spot):
            return _turned(hands, spot, locked=False), ev.Unlocked(seat, spot)


def _replaced(state: State, spot: Spot, new: Laid) -> tuple[State, Card]:
    """Put a card in an own place, which is not locked then; also return what was there (B2.4)."""
    old = known(state.hands[spot.seat][spot.place].card)
    return replace(state, hands=_put(state.hands, spot, new)), old


def _reshuffled(state: State) -> State:
    number = state.reshuffles + 1
    top, *rest = state.discard_pile
    deck = state.setup.chance.shuffled(state.number, f"reshuffle {number}", rest)
    return replace(state, draw_pile=deck, discard_pile=(top,), reshuffles=number)


def _seen(hands: Hands, spot: Spot, seat: Seat, how: How) -> Hands:
    return _put(hands, spot, hands[spot.seat][spot.place].seen_by(seat, how))


def _turned(hands: Hands, spot: Spot, *, locked: bool) -> Hands:
    return _put(hands, spot, replace(hands[spot.seat][spot.place], locked=locked))


def _put(hands: Hands, spot: Spot, laid: Laid) -> Hands:
    """Return the hands with the card in a spot replaced."""
    seat, place = spot
    hand = (*hands[seat][:place], laid, *hands[seat][place + 1 :])
    return (*hands[:seat], hand, *hands[seat + 1 :])
