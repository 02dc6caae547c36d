"""What is legal: the list of it, and the check of one action with the rule that forbids it."""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from bot.games.game import IllegalActionError, Seat, not_your_turn
from bot.games.kabobo.actions import (
    Action,
    Call,
    Check,
    Decline,
    Draw,
    Keep,
    Lock,
    Look,
    NextRound,
    Peek,
    Power,
    Season,
    TakeDiscard,
    Trade,
    Unlock,
)
from bot.games.kabobo.cards import PLACES
from bot.games.kabobo.powers import check_power, powers
from bot.games.kabobo.state import Phase, State

__all__ = ["check", "legal", "to_act"]

_PEEKS: Final = tuple(Peek(first, second) for first, second in combinations(PLACES, 2))
_TURN: Final[tuple[Action, ...]] = (*map(TakeDiscard, PLACES), Draw())
_DRAWN: Final[tuple[Action, ...]] = (*map(Keep, PLACES), Season())

_WANTED: Final[Mapping[Phase, tuple[str, str]]] = {
    Phase.PEEK: ("B1.2", "First look at two of your cards."),
    Phase.TURN: ("B2.1", "Take the top discard, draw a card, or call “Kabobo!”."),
    Phase.DRAWN: ("B2.2", "Keep the card you have drawn, or discard it."),
    Phase.POWER: ("B2.3", "Use the power of the card you have discarded, or decline it."),
    Phase.SCORED: ("B4.1", "The round is scored: go on to the next one."),
}
"""What to say of an action that its phase has no room for."""

_OVER: Final = "The match is over."


def to_act(state: State) -> frozenset[Seat]:
    """Return who may act: all who have not peeked, the seat to move, or all after a round."""
    everybody = frozenset(range(state.setup.seats))
    match state.phase:
        case Phase.PEEK:
            return everybody - state.peeked
        case Phase.SCORED:
            return everybody
        case Phase.OVER:
            return frozenset()
        case _:
            return frozenset((state.to_move,))


def legal(state: State, seat: Seat) -> Sequence[Action]:
    """Return the legal actions of a seat, in the order of the rules and of the places."""
    return _LEGAL[state.phase](state, seat) if seat in to_act(state) else ()


_LEGAL: Final[Mapping[Phase, Callable[[State, Seat], Sequence[Action]]]] = {
    Phase.PEEK: lambda _state, _seat: _PEEKS,
    Phase.TURN: lambda state, _seat: _TURN if state.caller is not None else (*_TURN, Call()),
    Phase.DRAWN: lambda _state, _seat: _DRAWN,
    Phase.POWER: lambda state, seat: (
        *powers(state.hands, seat, state.discard[0].suit),
        Decline(),
    ),
    Phase.SCORED: lambda _state, _seat: (NextRound(),),
    Phase.OVER: lambda _state, _seat: (),
}


def check(state: State, seat: Seat, action: Action) -> None:
    """Raise :class:`IllegalActionError` unless the action is legal for the seat now."""
    phase, check_now = _CHECKS[type(action)]
    if state.phase is Phase.OVER:
        raise IllegalActionError("B4.2" if state.results[-1].handle else "B4.3", _OVER)
    if seat not in to_act(state):
        if state.phase is Phase.PEEK:
            raise not_your_turn("B1.2", "you have looked at two of your cards already")
        raise not_your_turn("B1.4")
    if state.phase is not phase:
        raise IllegalActionError(*_WANTED[state.phase])
    check_now(state, seat, action)


def _check_peek(_state: State, _seat: Seat, action: Peek) -> None:
    if action.first >= action.second:
        raise IllegalActionError("B1.2", "Look at two different cards, named from left to right.")


def _check_call(state: State, _seat: Seat, _action: Call) -> None:
    if state.caller is not None:
        raise IllegalActionError("B2.5", "“Kabobo!” has been called already in this round.")


def _check_power(state: State, seat: Seat, action: Power) -> None:
    check_power(state.hands, seat, state.discard[0].suit, action)


def _always(_state: State, _seat: Seat, _action: Action) -> None:
    """Allow what its phase allows."""


_CHECKS: Final[Mapping[type[Action], tuple[Phase, Callable[[State, Seat, Any], None]]]] = {
    Peek: (Phase.PEEK, _check_peek),
    TakeDiscard: (Phase.TURN, _always),
    Draw: (Phase.TURN, _always),
    Call: (Phase.TURN, _check_call),
    Keep: (Phase.DRAWN, _always),
    Season: (Phase.DRAWN, _always),
    **dict.fromkeys((Check, Look, Trade, Lock, Unlock), (Phase.POWER, _check_power)),
    Decline: (Phase.POWER, _always),
    NextRound: (Phase.SCORED, _always),
}
"""The phase of each kind of action, and what else it has to meet."""
