"""Which actions are legal: one check for one action, and the list of all of them."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any, Final

from bot.games.game import IllegalActionError, Seat
from bot.games.kapow.actions import (
    Action,
    Discard,
    EndTurn,
    NextRound,
    Pile,
    PutBeneath,
    PutOnTop,
    Replace,
    Reveal,
    Swap,
    Take,
)
from bot.games.kapow.cards import Place, known
from bot.games.kapow.dealing import SEATS
from bot.games.kapow.kapow_step import check_swap, lone_kapows, partners
from bot.games.kapow.piles import can_draw
from bot.games.kapow.play import (
    ALL_WAYS,
    PlaceAction,
    Ways,
    check_discard,
    check_place,
    check_reveal,
    check_take,
    may_discard,
    taken,
    ways,
)
from bot.games.kapow.state import Phase, State
from bot.games.kapow.triads import is_complete

__all__ = ["check", "legal", "to_act"]

_PLACES: Final = tuple(Place(column, row) for column in range(4) for row in range(3))
_SIGNS: Final = (1, -1)


def _plays_in(place: Place, ways: Ways) -> tuple[PlaceAction, ...]:
    replace = [Replace(place)] if Replace in ways else []
    on_top = [PutOnTop(place, sign) for sign in _SIGNS] if PutOnTop in ways else []
    beneath = [PutBeneath(place, sign) for sign in _SIGNS] if PutBeneath in ways else []
    return (*replace, *on_top, *beneath)


_IN_PLACE: Final = {ways: tuple(_plays_in(place, ways) for place in _PLACES) for ways in ALL_WAYS}
"""Every play into the hand, by the ways of it and the place in reading order of the columns."""

_SWAPS: Final = {
    kapow: {other: Swap(kapow, other) for other in _PLACES if other != kapow} for kapow in _PLACES
}
_DISCARD: Final = Discard()
_TAKE_DRAW: Final = Take(Pile.DRAW)
_TAKE_DISCARD: Final = Take(Pile.DISCARD)
_END_TURN: Final = EndTurn()
_NEXT_ROUND: Final = NextRound()

_WANTED: Final[Mapping[Phase, tuple[tuple[type[Action], ...], str, str]]] = {
    Phase.OPENING: ((Reveal,), "K3.1", "First turn up two of your cards."),
    Phase.TAKE: ((Take,), "K3.2", "Take a card from the draw pile or the discard pile."),
    Phase.PLAY: (
        (Discard, Replace, PutOnTop, PutBeneath),
        "K3.3",
        "Play the card you have taken.",
    ),
    Phase.KAPOW: ((Swap, EndTurn), "K4.6", "Swap a KAPOW! card or end your turn."),
    Phase.SCORED: ((NextRound,), "K2.4", "The round is scored: go on to the next one."),
    Phase.OVER: ((), "K6.6", "The match is over."),
}
"""The kinds of action that each phase wants, and what to say of any other."""

_ALONE: Final = tuple(frozenset((seat,)) for seat in range(SEATS[-1]))
_BETWEEN_TURNS: Final = (Phase.SCORED, Phase.OVER)


def to_act(state: State) -> frozenset[Seat]:
    """Return who may act: the seat to move, or every seat once the round is scored."""
    current = state.round
    if current.phase not in _BETWEEN_TURNS:
        return _ALONE[current.to_move]
    return frozenset(range(state.setup.seats) if current.phase is Phase.SCORED else ())


def check(state: State, seat: Seat, action: Action) -> None:
    """Raise :class:`IllegalActionError` unless the action is legal for the seat now."""
    current = state.round
    wanted, rule, sentence = _WANTED[current.phase]
    kind = type(action)
    if kind not in wanted:
        raise IllegalActionError(rule, sentence)
    if seat != current.to_move and seat not in to_act(state):
        raise IllegalActionError("K2.5", "It is another player's turn.")
    _CHECKS[kind](state, action)


_CHECKS: Final[Mapping[type[Action], Callable[[State, Any], None]]] = {
    Reveal: check_reveal,
    Take: check_take,
    Discard: check_discard,
    Replace: check_place,
    PutOnTop: check_place,
    PutBeneath: check_place,
    Swap: check_swap,
    EndTurn: lambda _state, _action: None,
    NextRound: lambda _state, _action: None,
}


def legal(state: State, seat: Seat) -> Sequence[Action]:
    """Return the legal actions of a seat, in the order of the rules and of reading the hand."""
    if seat != state.round.to_move and seat not in to_act(state):
        return ()
    return _LEGAL[state.round.phase](state)


def _reveals(state: State) -> Sequence[Action]:
    hand = state.round.hands[state.round.to_move]
    return _pairs(
        tuple(
            Place(column, row)
            for column, triad in enumerate(hand)
            for row, position in enumerate(triad or ())
            if not position.face_up
        )
    )


@cache
def _pairs(places: tuple[Place, ...]) -> tuple[Reveal, ...]:
    return tuple(Reveal(first, second) for first, second in combinations(places, 2))


def _takes(state: State) -> Sequence[Action]:
    current = state.round
    if not current.discard:
        return (_TAKE_DRAW,)
    return (_TAKE_DRAW, _TAKE_DISCARD) if can_draw(current) else (_TAKE_DISCARD,)


def _plays(state: State) -> Sequence[Action]:
    current = state.round
    drawn = taken(current)
    card = known(drawn.card)
    plays: list[Action] = [_DISCARD] if may_discard(state.setup.options, drawn) else []
    for column, triad in enumerate(current.hands[current.to_move]):
        if triad is not None and not is_complete(triad):
            for place, position in enumerate(triad, 3 * column):
                plays += _IN_PLACE[ways(position, card)][place]
    return plays


def _swaps(state: State) -> Sequence[Action]:
    hand = state.round.hands[state.round.to_move]
    swaps: list[Action] = []
    for kapow in lone_kapows(hand):
        with_other = _SWAPS[kapow]
        swaps += [with_other[other] for other in partners(hand, kapow)]
    swaps.append(_END_TURN)
    return swaps


_LEGAL: Final[Mapping[Phase, Callable[[State], Sequence[Action]]]] = {
    Phase.OPENING: _reveals,
    Phase.TAKE: _takes,
    Phase.PLAY: _plays,
    Phase.KAPOW: _swaps,
    Phase.SCORED: lambda _state: (_NEXT_ROUND,),
    Phase.OVER: lambda _state: (),
}
