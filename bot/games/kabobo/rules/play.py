"""The opening peeks, and the actions of a turn other than powers (B1.2, B2.1-B2.6)."""

from dataclasses import replace

from bot.game.contract import Seat, Step
from bot.games.kabobo.rules.actions import Call, Draw, Keep, Peek, Season, TakeDiscard
from bot.games.kabobo.rules.cards import Card, Spot
from bot.games.kabobo.rules.events import (
    Called,
    Drew,
    Event,
    Kept,
    Peeked,
    Reshuffled,
    Seasoned,
    TookDiscard,
)
from bot.games.kabobo.rules.powers import powers
from bot.games.kabobo.rules.state import How, Laid, Phase, State, known, put, seen_by
from bot.games.kabobo.rules.turns import begin_turns, end_turn

__all__ = ["call", "draw", "keep", "peek", "season", "take_discard"]


def peek(state: State, seat: Seat, action: Peek) -> Step[State]:
    """Look at two own cards; after the last peek, the first turn begins (B1.2)."""
    hands = state.hands
    for place in (action.first, action.second):
        spot = Spot(seat, place)
        hands = put(hands, spot, seen_by(hands[seat][place], seat, How.PEEK))
    after = replace(state, hands=hands, peeked=state.peeked | {seat})
    events: tuple[Event, ...] = (Peeked(seat, (action.first, action.second)),)
    if len(after.peeked) < state.setup.seats:
        return Step(after, events)
    return _then(begin_turns(after), events)


def take_discard(state: State, seat: Seat, action: TakeDiscard) -> Step[State]:
    """Replace an own card by the top discard, which stays face up (B2.1)."""
    top, *rest = state.discard_pile
    after, old = _replace(state, Spot(seat, action.place), Laid(top, face_up=True))
    after = replace(after, discard_pile=(old, *rest))
    return _then(end_turn(after), (TookDiscard(seat, action.place, top, old),))


def draw(state: State, seat: Seat, _: Draw) -> Step[State]:
    """Draw the top card of the deck; an empty deck is reshuffled first (B2.6)."""
    events: tuple[Event, ...] = (Drew(seat),)
    if not state.draw_pile:
        state = _reshuffled(state)
        events = (Reshuffled(len(state.draw_pile)), *events)
    top, *rest = state.draw_pile
    return Step(replace(state, phase=Phase.DRAWN, drawn=top, draw_pile=tuple(rest)), events)


def _reshuffled(state: State) -> State:
    number = state.reshuffles + 1
    top, *rest = state.discard_pile
    deck = state.setup.chance.shuffled(state.number, f"reshuffle {number}", rest)
    return replace(state, draw_pile=deck, discard_pile=(top,), reshuffles=number)


def keep(state: State, seat: Seat, action: Keep) -> Step[State]:
    """Replace an own card by the drawn card, face down and known to its owner (B2.2)."""
    new = seen_by(Laid(known(state.drawn)), seat, How.DRAW)
    after, old = _replace(state, Spot(seat, action.place), new)
    after = replace(after, drawn=None, discard_pile=(old, *state.discard_pile))
    return _then(end_turn(after), (Kept(seat, action.place, old),))


def season(state: State, seat: Seat, _: Season) -> Step[State]:
    """Discard the drawn card; if its power cannot be used, the turn ends (B2.3, B6.2)."""
    card = known(state.drawn)
    after = replace(state, drawn=None, discard_pile=(card, *state.discard_pile))
    if powers(after.hands, seat, card.suit):
        return Step(replace(after, phase=Phase.POWER), (Seasoned(seat, card, has_power=True),))
    return _then(end_turn(after), (Seasoned(seat, card, has_power=False),))


def call(state: State, seat: Seat, _: Call) -> Step[State]:
    """Call "Kabobo!": everybody else has one more turn (B2.5)."""
    return _then(end_turn(replace(state, caller=seat)), (Called(seat),))


def _replace(state: State, spot: Spot, new: Laid) -> tuple[State, Card]:
    """Put a card in an own, unlocked place (B2.4); also return the card that was there."""
    old = known(state.hands[spot.seat][spot.place].card)
    return replace(state, hands=put(state.hands, spot, new)), old


def _then(step: Step[State], before: tuple[Event, ...]) -> Step[State]:
    """Return the step with earlier events prepended."""
    return Step(step.state, (*before, *step.events))
