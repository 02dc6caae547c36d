"""The table of moves of CAP-IT.

For contracts, new melds and replacements only some legal actions are listed, as there may be
thousands more. Laying off several cards at once is also legal but not listed.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from bot.game.contract import IllegalActionError, Seat, Stage, not_your_turn
from bot.game.moves import Move, Moves, next_round
from bot.games.capit.rules import choices, dealing, drawing, laying, swapping
from bot.games.capit.rules.actions import (
    Action,
    Discard,
    Draw,
    Drawing,
    LayContract,
    LayMeld,
    LayOff,
    LayOffs,
    Push,
    Swap,
    TakeDiscard,
)
from bot.games.capit.rules.hands import cards_of
from bot.games.capit.rules.melds import Meld
from bot.games.capit.rules.state import Phase, State

__all__ = ["apply", "check", "legal", "stage", "to_act"]

_WANTED: Final[Mapping[Phase, tuple[str, str]]] = {
    Phase.DRAW: ("C3.1", "First get a card: take the top discard, push, or draw."),
    Phase.PLAY: ("C4.5", "You already have your card. Lay what you like, then discard a card."),
    Phase.SCORED: ("C1.3", "The round is over. Go on to the next one."),
    Phase.OVER: ("C5.3", "The match is over."),
}
"""The errors for actions of another phase."""


def to_act(state: State) -> frozenset[Seat]:
    """Return the seats that may act: the one to move, or all after a round."""
    match state.phase:
        case Phase.SCORED:
            return frozenset(range(state.setup.seats))
        case Phase.OVER:
            return frozenset()
        case _:
            return frozenset((state.to_move,))


def stage(state: State) -> Stage:
    """Return the stage; the scoring of a round counts as a turn."""
    return Stage(
        round=state.number,
        rounds=state.setup.options.rounds,
        turn=state.turn + len(state.results),
        paused=state.phase is Phase.SCORED,
    )


def _draws(state: State, _seat: Seat) -> Sequence[Drawing]:
    return drawing.draws(len(state.draw_pile), len(state.discard_pile))


def _contracts(state: State, seat: Seat) -> Iterable[LayContract]:
    if seat in state.laid:
        return ()
    hand = cards_of(state.hands[seat])
    return choices.contracts(hand, state.contract, state.setup.options.run_suit)


def _new_melds(state: State, seat: Seat) -> Iterable[LayMeld]:
    if seat not in state.laid:
        return ()
    return choices.new_melds(cards_of(state.hands[seat]), state.setup.options.run_suit)


def _lay_offs(state: State, seat: Seat) -> Iterable[LayOff]:
    if seat not in state.laid:
        return ()
    return choices.lay_offs(cards_of(state.hands[seat]), _table(state))


def _swaps(state: State, seat: Seat) -> Iterable[Swap]:
    if seat not in state.laid:
        return ()
    hand = cards_of(state.hands[seat])
    return choices.swaps(hand, _table(state), state.setup.options.run_suit)


def _discards(state: State, seat: Seat) -> Iterable[Discard]:
    return choices.discards(cards_of(state.hands[seat]))


def _table(state: State) -> Sequence[Meld]:
    return [laid.meld for laid in state.melds]


_MOVES: Final = Moves[State](
    (
        Move(Phase.DRAW, (TakeDiscard, Push, Draw), _draws, drawing.begin, drawing.check_draw),
        Move(
            Phase.PLAY, (LayContract,), _contracts, laying.lay_contract, laying.check_lay_contract
        ),
        Move(Phase.PLAY, (LayMeld,), _new_melds, laying.lay, laying.check_lay),
        Move(Phase.PLAY, (LayOff, LayOffs), _lay_offs, laying.lay, laying.check_lay),
        Move(Phase.PLAY, (Swap,), _swaps, swapping.swap, swapping.check_swap),
        Move(Phase.PLAY, (Discard,), _discards, laying.discard, laying.check_discard),
        next_round(Phase.SCORED, dealing.next_round),
    ),
    to_act=to_act,
    wanted=lambda state: IllegalActionError(*_WANTED[state.phase]),
    out_of_turn=lambda _state: not_your_turn("C1.3"),
)

legal: Final[Callable[[State, Seat], Sequence[Action]]] = _MOVES.legal
check: Final = _MOVES.check
apply: Final = _MOVES.apply
