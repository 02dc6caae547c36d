"""Beginning a turn: taking the discard, pushing, or drawing from the stock (section 3)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.game.contract import IllegalActionError, Seat, Step
from bot.games.capit.rules.actions import Draw, Drawing, Push, TakeDiscard
from bot.games.capit.rules.cards import Card
from bot.games.capit.rules.events import Drew, Pushed, TookDiscard
from bot.games.capit.rules.hands import given
from bot.games.capit.rules.scores import End
from bot.games.capit.rules.state import Held, Phase, State
from bot.games.capit.rules.turns import end_round

__all__ = ["PUSHED", "begin", "check_draw", "draws"]

PUSHED = 2
"""Stock cards used by a push: one for the left neighbour, one for the pusher (C3.2)."""

_WHY_NOT: Final[Mapping[type[Drawing], tuple[str, str]]] = {
    TakeDiscard: ("C3.3", "The discard pile is empty."),
    Push: ("C3.3", "To push, you need two cards in the draw pile and one in the discard pile."),
    Draw: ("C3.2", "To get a card from the draw pile, you have to push."),
}


def draws(stock: int, discard: int) -> Sequence[Drawing]:
    """Return the ways to begin a turn for these pile sizes (C3.1-C3.4, C8.2)."""
    take: tuple[Drawing, ...] = (TakeDiscard(),) if discard else ()
    return (*take, Push() if discard and stock >= PUSHED else Draw())


def check_draw(state: State, _: Seat, action: Drawing) -> None:
    """Raise :class:`IllegalActionError` if the piles do not allow the action (C3.1-C3.3)."""
    if action not in draws(len(state.draw_pile), len(state.discard_pile)):
        raise IllegalActionError(*_WHY_NOT[type(action)])


def begin(state: State, seat: Seat, action: Drawing) -> Step[State]:
    """Carry out the action that begins a turn (C3.1-C3.4)."""
    match action:
        case TakeDiscard():
            return _take_discard(state, seat)
        case Push():
            return _push(state, seat)
        case Draw():
            return _draw(state, seat)


def _take_discard(state: State, seat: Seat) -> Step[State]:
    """Take the top discard; everybody knows from now on that it is in the hand (C3.1)."""
    top, *rest = state.discard_pile
    hands = given(state.hands, seat, Held(top, known=True, fresh=True))
    after = replace(state, phase=Phase.PLAY, hands=hands, discard_pile=tuple(rest))
    return Step(after, (TookDiscard(seat, top),))


def _push(state: State, seat: Seat) -> Step[State]:
    """Give the top cards of both piles to the left neighbour, and draw a card (C3.2)."""
    hidden, mine, *stock = state.draw_pile
    top, *discard = state.discard_pile
    left = (seat + 1) % state.setup.seats
    pushed = (Held(hidden, fresh=True), Held(top, known=True, fresh=True))
    after = replace(state, hands=given(state.hands, left, *pushed))
    after = _with_stock(after, seat, mine, stock)
    return Step(replace(after, discard_pile=tuple(discard)), (Pushed(seat, left, top),))


def _draw(state: State, seat: Seat) -> Step[State]:
    """Draw from the stock; if it is empty, the round ends (C3.3, C3.4)."""
    if not state.draw_pile:
        return end_round(state, End.STOCK)
    top, *rest = state.draw_pile
    return Step(_with_stock(state, seat, top, rest), (Drew(seat),))


def _with_stock(state: State, seat: Seat, card: Card, stock: Sequence[Card]) -> State:
    return replace(
        state,
        phase=Phase.PLAY,
        hands=given(state.hands, seat, Held(card, fresh=True)),
        draw_pile=tuple(stock),
        active=True,
    )
