"""How a turn begins: with the discard, a push, or a card from the stock (section 3)."""

from collections.abc import Sequence
from dataclasses import replace

from bot.games.capit.actions import Action, Draw, Push, TakeDiscard
from bot.games.capit.cards import Card
from bot.games.capit.events import Drew, Pushed, TookDiscard
from bot.games.capit.scores import End
from bot.games.capit.state import Hand, Held, Phase, State
from bot.games.capit.turns import end_round
from bot.games.game import Seat, Step

__all__ = ["PUSHED", "draw", "draws", "push", "take_discard"]

PUSHED = 2
"""Stock cards that a push takes: one for the left, one for the pusher (C3.2)."""


def draws(stock: int, discard: int) -> Sequence[Action]:
    """Return how a turn may begin, with so many cards in the piles (C3.1-C3.4, C8.2)."""
    take: tuple[Action, ...] = (TakeDiscard(),) if discard else ()
    return (*take, Push() if discard and stock >= PUSHED else Draw())


def take_discard(state: State, seat: Seat, _: TakeDiscard) -> Step[State]:
    """Take the top discard, which all know to be in the hand from now on (C3.1)."""
    top, *rest = state.discard
    hands = _given(state, seat, Held(top, known=True, fresh=True))
    after = replace(state, phase=Phase.PLAY, hands=hands, discard=tuple(rest))
    return Step(after, (TookDiscard(seat, top),))


def push(state: State, seat: Seat, _: Push) -> Step[State]:
    """Give the tops of both piles to the left, and draw the next card (C3.2)."""
    hidden, mine, *stock = state.stock
    top, *discard = state.discard
    left = (seat + 1) % state.setup.seats
    pushed = (Held(hidden, fresh=True), Held(top, known=True, fresh=True))
    after = replace(state, hands=_given(state, left, *pushed))
    after = _with_stock(after, seat, mine, stock)
    return Step(replace(after, discard=tuple(discard)), (Pushed(seat, left, top),))


def draw(state: State, seat: Seat, _: Draw) -> Step[State]:
    """Draw the top of the stock; if there is none, the round ends (C3.3, C3.4)."""
    if not state.stock:
        return end_round(state, End.STOCK)
    top, *rest = state.stock
    return Step(_with_stock(state, seat, top, rest), (Drew(seat),))


def _with_stock(state: State, seat: Seat, card: Card, stock: Sequence[Card]) -> State:
    return replace(
        state,
        phase=Phase.PLAY,
        hands=_given(state, seat, Held(card, fresh=True)),
        stock=tuple(stock),
        active=True,
    )


def _given(state: State, to: Seat, *cards: Held) -> tuple[Hand, ...]:
    return tuple((*hand, *cards) if seat == to else hand for seat, hand in enumerate(state.hands))
