"""The table of moves of Kabobo!."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, Final

from bot.game.contract import IllegalActionError, Seat, Stage, Step, not_your_turn
from bot.game.moves import Move, Moves, next_round
from bot.games.kabobo.rules import dealing, play
from bot.games.kabobo.rules.actions import (
    Action,
    Call,
    Check,
    Decline,
    Draw,
    Keep,
    Lock,
    Look,
    Peek,
    Season,
    TakeDiscard,
    Trade,
    Unlock,
)
from bot.games.kabobo.rules.cards import PLACES
from bot.games.kabobo.rules.powers import check_power, decline, powers, use
from bot.games.kabobo.rules.state import Phase, State, unfresh

__all__ = ["apply", "check", "legal", "stage", "to_act"]


def to_act(state: State) -> frozenset[Seat]:
    """Return the seats that may act: those that still peek, the one to move, or all in a pause."""
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


def stage(state: State) -> Stage:
    """Return the stage; the peeks, and the scoring of a round, count as turns."""
    return Stage(
        round=state.number,
        rounds=state.setup.options.max_rounds,
        turn=state.turn + len(state.results),
        paused=state.phase is Phase.SCORED,
    )


def _wanted(state: State) -> IllegalActionError:
    match state.phase:
        case Phase.PEEK:
            return IllegalActionError("B1.2", "First look at two of your cards.")
        case Phase.TURN:
            return IllegalActionError(
                "B2.1", "Take the top discard, draw a card, or call “Kabobo!”."
            )
        case Phase.DRAWN:
            return IllegalActionError("B2.2", "Keep the card you drew, or discard it.")
        case Phase.POWER:
            return IllegalActionError(
                "B2.3", "Use the power of the card you discarded, or leave it."
            )
        case Phase.SCORED:
            return IllegalActionError("B4.1", "The round is over. Go on to the next one.")
        case Phase.OVER:
            rule = "B4.2" if state.results[-1].handle else "B4.3"
            return IllegalActionError(rule, "The match is over.")


def _out_of_turn(state: State) -> IllegalActionError:
    if state.phase is Phase.PEEK:
        return not_your_turn("B1.2", "you've already looked at two of your cards")
    return not_your_turn("B1.4")


def _peeks(_state: State, _seat: Seat) -> Iterator[Peek]:
    return (Peek(first, second) for first, second in combinations(PLACES, 2))


def _check_peek(_state: State, _seat: Seat, action: Peek) -> None:
    if action.first >= action.second:
        raise IllegalActionError("B1.2", "Choose two different cards, from left to right.")


def _calls(state: State, _seat: Seat) -> Sequence[Call]:
    return (Call(),) if state.caller is None else ()


def _check_call(state: State, _seat: Seat, _action: Call) -> None:
    if state.caller is not None:
        raise IllegalActionError("B2.5", "Someone has already called “Kabobo!” in this round.")


def _powers(state: State, seat: Seat) -> Sequence[Any]:
    return powers(state.hands, seat, state.discard_pile[0].suit)


def _check_power(state: State, seat: Seat, action: Any) -> None:  # noqa: ANN401 - a Power
    check_power(state.hands, seat, state.discard_pile[0].suit, action)


_MOVES: Final = Moves[State](
    (
        Move(Phase.PEEK, (Peek,), _peeks, play.peek, _check_peek),
        Move(Phase.TURN, (TakeDiscard,), lambda _, __: map(TakeDiscard, PLACES), play.take_discard),
        Move(Phase.TURN, (Draw,), lambda _, __: (Draw(),), play.draw),
        Move(Phase.TURN, (Call,), _calls, play.call, _check_call),
        Move(Phase.DRAWN, (Keep,), lambda _, __: map(Keep, PLACES), play.keep),
        Move(Phase.DRAWN, (Season,), lambda _, __: (Season(),), play.season),
        Move(Phase.POWER, (Check, Look, Trade, Lock, Unlock), _powers, use, _check_power),
        Move(Phase.POWER, (Decline,), lambda _, __: (Decline(),), decline),
        next_round(Phase.SCORED, dealing.next_round),
    ),
    to_act=to_act,
    wanted=_wanted,
    out_of_turn=_out_of_turn,
)

legal: Final = _MOVES.legal
check: Final = _MOVES.check


def apply(state: State, seat: Seat, action: Action) -> Step[State]:
    """Return what a legal action leads to; what the seat saw before it is no longer fresh."""
    return _MOVES.apply(replace(state, hands=unfresh(state.hands, seat)), seat, action)
