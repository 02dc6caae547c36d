"""What is legal: a bounded list of it, and the check of any one action."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from bot.games.capit import choices
from bot.games.capit.actions import (
    Action,
    Discard,
    Draw,
    LayContract,
    LayMeld,
    LayOff,
    LayOffs,
    NextRound,
    Push,
    Swap,
    TakeDiscard,
)
from bot.games.capit.dealing import next_round
from bot.games.capit.drawing import draw, draws, push, take_discard
from bot.games.capit.hands import cards_of
from bot.games.capit.laying import discard, lay_contract, lay_meld, lay_off, lay_offs, swap
from bot.games.capit.state import Phase, State
from bot.games.game import IllegalActionError, Seat, Step, not_your_turn

__all__ = ["apply", "legal", "to_act"]

_WANTED: Final[Mapping[Phase, tuple[str, str]]] = {
    Phase.DRAW: ("C3.1", "First take the top discard, push, or draw."),
    Phase.PLAY: ("C4.5", "You have your card: lay what you like, and discard one."),
    Phase.SCORED: ("C1.3", "The round is scored: go on to the next one."),
    Phase.OVER: ("C5.3", "The match is over."),
}
"""What to say of an action that its phase has no room for."""


def to_act(state: State) -> frozenset[Seat]:
    """Return who may act: the seat to move, or all after a round."""
    match state.phase:
        case Phase.SCORED:
            return frozenset(range(state.setup.seats))
        case Phase.OVER:
            return frozenset()
        case _:
            return frozenset((state.to_move,))


def legal(state: State, seat: Seat) -> Sequence[Action]:
    """Return what a seat may do: all draws, lay-offs and discards, and melds of each sort.

    Of contracts, new melds and replacements there may be thousands more, which
    :func:`apply` takes as well; and several lay-offs in one.
    """
    if seat not in to_act(state):
        return ()
    match state.phase:
        case Phase.DRAW:
            return draws(len(state.stock), len(state.discard))
        case Phase.PLAY:
            return tuple(_plays(state, seat))
        case _:
            return (NextRound(),)


def _plays(state: State, seat: Seat) -> Iterator[Action]:
    hand, run_suit = cards_of(state.hands[seat]), state.setup.options.run_suit
    melds = [laid.meld for laid in state.melds]
    if seat in state.laid:
        yield from choices.new_melds(hand, run_suit)
        yield from choices.lay_offs(hand, melds)
        yield from choices.swaps(hand, melds, run_suit)
    else:
        yield from choices.contracts(hand, state.contract, run_suit)
    yield from choices.discards(hand)


def apply(state: State, seat: Seat, action: Action) -> Step[State]:
    """Return what an action leads to; raise :class:`IllegalActionError` if it is not legal."""
    phase, carry_out = _ACTIONS[type(action)]
    if seat not in to_act(state) and state.phase is not Phase.OVER:
        raise not_your_turn("C1.3")
    if state.phase is not phase:
        raise IllegalActionError(*_WANTED[state.phase])
    if phase is Phase.DRAW and action not in draws(len(state.stock), len(state.discard)):
        raise IllegalActionError(*_WHY_NOT[type(action)])
    return carry_out(state, seat, action)


_WHY_NOT: Final[Mapping[type[Action], tuple[str, str]]] = {
    TakeDiscard: ("C3.3", "There is no card on the discard pile."),
    Push: ("C3.3", "A push needs two cards of the stock and one of the discard pile."),
    Draw: ("C3.2", "To get a card from the stock you have to push."),
}


def _next_round(state: State, _: Seat, __: NextRound) -> Step[State]:
    return next_round(state)


_ACTIONS: Final[Mapping[type[Action], tuple[Phase, Callable[[State, Seat, Any], Step[State]]]]] = {
    TakeDiscard: (Phase.DRAW, take_discard),
    Push: (Phase.DRAW, push),
    Draw: (Phase.DRAW, draw),
    LayContract: (Phase.PLAY, lay_contract),
    LayMeld: (Phase.PLAY, lay_meld),
    LayOff: (Phase.PLAY, lay_off),
    LayOffs: (Phase.PLAY, lay_offs),
    Swap: (Phase.PLAY, swap),
    Discard: (Phase.PLAY, discard),
    NextRound: (Phase.SCORED, _next_round),
}
"""The phase of each kind of action, and what it leads to."""
